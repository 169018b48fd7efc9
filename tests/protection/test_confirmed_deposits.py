"""A deposit that the player's protection forbids by the time staff confirm it is not booked."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.cashier import services
from accounts.models import CashierRequest, Currency, RequestKind, User
from accounts.protection import limits, stops
from accounts.protection.exceptions import LimitReached, PlayStopped
from accounts.protection.models import Measure, Period
from accounts.services import register
from casino.roles import Role
from tests.office import PASSWORD, browser, last_line, member
from tests.tables import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def player(db) -> User:
    """One who holds nothing yet."""
    return register(login="Player_1", password=PASSWORD)


@pytest.fixture
def teller(db) -> User:
    return member(Role.CASHIER, "teller")


def ask(player: User, amount: int = 400_00, kind=RequestKind.DEPOSIT) -> CashierRequest:
    return services.ask(
        player=player, kind=kind, amount=amount, token=uuid.uuid4(), details="some bank"
    )


def limit(player: User, roubles: int, period: Period = Period.DAY) -> None:
    state = limits.states(player.pk).get((Measure.DEPOSIT, period), limits.LimitState())
    limits.change(
        player=player,
        measure=Measure.DEPOSIT,
        period=period,
        number=state.number,
        limit=roubles * 100,
        now=timezone.now(),
    )


def break_of_an_hour(player: User) -> None:
    stops.begin(player=player, length=stops.Length.HOUR, number=0, now=timezone.now())


def exclusion(player: User) -> None:
    stops.begin(player=player, length=stops.Length.FOR_GOOD, number=0, now=timezone.now())


def balance(player: User) -> int:
    return ledger.balance(player.pk, Currency.RUR)


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        pytest.param(lambda player: limit(player, 399), "LimitReached", id="a lower limit"),
        pytest.param(
            lambda player: limit(player, 1, Period.MONTH), "LimitReached", id="of a month"
        ),
        pytest.param(break_of_an_hour, "PlayStopped", id="a break"),
        pytest.param(exclusion, "PlayStopped", id="self-exclusion"),
    ],
)
def test_what_is_forbidden_meanwhile_is_not_booked_and_can_be_sent_back(
    player, teller, meanwhile, why
):
    asked = ask(player)
    meanwhile(player)
    office = browser(teller)
    page = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])
    answer = office.post(page, {"decision": "yes", "answer": ""})
    assert answer.status_code == 409
    assert answer.context["form"].non_field_errors()
    asked.refresh_from_db()
    assert (asked.state, asked.decided_by, balance(player)) == ("asked", None, 0)
    line = last_line()
    assert (line.deed, line.refused, line.after) == (
        "request_confirmed",
        True,
        {"refused": why},
    )
    done = office.post(page, {"decision": "no", "answer": "returned to the sender"})
    assert done.status_code == 303
    asked.refresh_from_db()
    assert (asked.state, asked.answer, balance(player)) == (
        "refused",
        "returned to the sender",
        0,
    )


def test_up_to_the_limit_itself_is_booked(player, teller):
    asked = ask(player)
    limit(player, 400)
    services.confirm(number=asked.pk, staff=teller)
    assert balance(player) == 400_00


def test_of_several_open_requests_only_what_fits_is_booked(player, teller):
    numbers = [ask(player).pk for _ in range(3)]
    limit(player, 1_000)
    for number in numbers[:2]:
        services.confirm(number=number, staff=teller)
    with pytest.raises(LimitReached) as refused:
        services.confirm(number=numbers[2], staff=teller)
    assert (refused.value.used, refused.value.left) == (800_00, 200_00)
    assert balance(player) == 800_00


def test_what_waits_counts_on_the_day_on_which_it_is_booked(player, teller):
    with time_machine.travel(NOON, tick=False) as clock:
        first, second = ask(player).pk, ask(player).pk
        limit(player, 500)
        services.confirm(number=first, staff=teller)
        with pytest.raises(LimitReached):
            services.confirm(number=second, staff=teller)
        clock.shift(timedelta(days=1))
        services.confirm(number=second, staff=teller)
    assert balance(player) == 800_00


def test_a_break_that_is_over_stands_in_no_deposits_way(player, teller):
    with time_machine.travel(NOON, tick=False) as clock:
        asked = ask(player)
        break_of_an_hour(player)
        with pytest.raises(PlayStopped):
            services.confirm(number=asked.pk, staff=teller)
        clock.shift(timedelta(hours=1))
        services.confirm(number=asked.pk, staff=teller)
    assert balance(player) == 400_00


def test_withdrawals_are_paid_whatever_the_player_has_set(player, teller):
    services.confirm(number=ask(player).pk, staff=teller)
    asked = ask(player, kind=RequestKind.WITHDRAWAL)
    limit(player, 1)
    exclusion(player)
    services.confirm(number=asked.pk, staff=teller)
    asked.refresh_from_db()
    assert (asked.state, balance(player)) == ("confirmed", 0)


@pytest.mark.django_db(transaction=True)
def test_confirmed_at_once_they_do_not_pass_the_limit_together(player, teller):
    numbers = [ask(player).pk for _ in range(5)]
    limit(player, 900)
    tabs = [browser(teller) for _ in range(5)]

    def confirm(one: int) -> int:
        page = reverse("admin:accounts_cashierrequest_decide", args=[numbers[one % 5]])
        return tabs[one % 5].post(page, {"decision": "yes", "answer": ""}).status_code

    got = at_once(confirm, times=20, threads=5)
    assert got.count(303) == 2
    assert set(got) == {303, 409}
    assert balance(player) == 800_00
