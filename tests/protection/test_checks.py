"""What is asked before a new round and before a deposit, and that a round is never stopped."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Currency
from accounts.protection import require_may_deposit, require_may_stake
from accounts.protection.exceptions import AccountInactive, LimitReached
from accounts.protection.models import Measure, Period
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests.pages import TablePage
from tests.tables import DOUBLED, HTMX, INSURED, LOST, PAIR, WON, at_once, clients, everything

pytestmark = pytest.mark.django_db

MIDNIGHT = datetime(2026, 5, 12, 21, tzinfo=UTC)  # in Moscow
SECOND = timedelta(seconds=1)


def may_stake(player, amount: int, currency: str = Currency.RUR) -> None:
    require_may_stake(player=player, currency=currency, amount=amount, now=timezone.now())


def test_a_deal_up_to_the_limit_passes_and_one_above_is_refused_whole(seat, limit):
    limit(Measure.STAKE, 20_00)
    seat.play(LOST, "stand")
    before = everything()
    with pytest.raises(LimitReached) as refused:
        seat.deal(11)
    error = refused.value
    assert (error.measure, error.period) == (Measure.STAKE, Period.DAY)
    assert (error.limit, error.used, error.left) == (20_00, 10_00, 10_00)
    assert error.ends_at > timezone.now()
    assert everything() == before
    seat.deal(10)


def test_stakes_at_risk_count_as_lost_and_winnings_make_room(seat, limit):
    limit(Measure.LOSS, 20_00)
    seat.plant(WON)
    with pytest.raises(LimitReached):
        seat.deal(10, 11)
    seat.play(WON, "stand")  # 10 ahead
    with pytest.raises(LimitReached) as refused:
        seat.deal(10, 10, 11)
    assert refused.value.used == -10_00
    assert refused.value.left == 30_00
    seat.deal(10, 10, 10)


@pytest.mark.parametrize("period", list(Period))
def test_a_limit_counts_anew_with_the_next_period(seat, limit, period):
    end = {
        Period.DAY: MIDNIGHT,
        Period.WEEK: datetime(2026, 5, 17, 21, tzinfo=UTC),
        Period.MONTH: datetime(2026, 5, 31, 21, tzinfo=UTC),
    }[period]
    with time_machine.travel(end - timedelta(minutes=2), tick=False):
        limit(Measure.STAKE, 10_00, period)
        seat.play(LOST, "stand")
    with time_machine.travel(end - SECOND, tick=False), pytest.raises(LimitReached) as refused:
        may_stake(seat.player, 1_00)
    assert refused.value.ends_at == end
    with time_machine.travel(end, tick=False):
        may_stake(seat.player, 10_00)


def test_time_played_refuses_the_next_deal_also_in_the_demo(player, book, limit):
    with time_machine.travel(MIDNIGHT, tick=False):
        limit(Measure.TIME, 20)
        book(-1_00)
    with time_machine.travel(MIDNIGHT + timedelta(minutes=20) - SECOND, tick=False):
        may_stake(player, 1_00)
        may_stake(player, 1_00, Currency.FUN)
    with time_machine.travel(MIDNIGHT + timedelta(minutes=20), tick=False):
        for currency in Currency:
            with pytest.raises(LimitReached) as refused:
                may_stake(player, 1_00, currency)
            assert refused.value.measure is Measure.TIME


def test_limits_of_money_leave_the_demo_alone(player, limit):
    limit(Measure.STAKE, 1_00)
    limit(Measure.LOSS, 1_00)
    may_stake(player, 50_00, Currency.FUN)
    with pytest.raises(LimitReached):
        may_stake(player, 50_00)


def test_the_tightest_limit_is_the_one_named(player, limit):
    limit(Measure.STAKE, 30_00, Period.WEEK)
    limit(Measure.LOSS, 20_00, Period.DAY)
    with pytest.raises(LimitReached) as refused:
        may_stake(player, 40_00)
    assert (refused.value.measure, refused.value.left) == (Measure.LOSS, 20_00)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param(DOUBLED, "double", id="doubled"),
        pytest.param(PAIR, "split stand stand", id="split"),
        pytest.param(INSURED, "insure stand", id="insured"),
        pytest.param("6D 2S 3H 4C 5C 0D", "hit stand", id="hit"),
    ],
)
@pytest.mark.parametrize("measure", [Measure.STAKE, Measure.LOSS, Measure.TIME])
def test_a_limit_reached_in_a_round_stops_nothing_of_it(seat, limit, cards, words, measure):
    limit(measure, 10 if measure is Measure.TIME else 10_00)
    seat.plant(cards)
    seat.deal(10)
    with time_machine.travel(timezone.now() + timedelta(minutes=15)):
        seat.act(words)
    assert Round.objects.filter(ended_at=None).count() == 0


def test_the_table_says_which_limit_and_how_much_is_left(seat, tab, limit):
    limit(Measure.STAKE, 25_00)
    seat.play(LOST, "stand")
    for headers in ({}, HTMX):
        before = everything()
        answer = seat.post_deal(tab, 20, headers=headers)
        assert answer.status_code == 422
        assert everything() == before
        page = TablePage.of(answer)
        (notice,) = answer.context["table"].notices
        assert notice.title == "Your limit of stakes for a day"
        assert notice.text.startswith("25 RUR, used 10 RUR, left 15 RUR.")
        assert notice.text in page.sentences
        assert page.fields["bet_1"] == "20"


@pytest.mark.django_db(transaction=True)
def test_parallel_deals_at_two_tables_never_pass_one_limit(seat, limit):
    limit(Measure.LOSS, 50_00)
    seats = [seat, seat.at(Variant.SIX_DECK)]
    for one in seats:
        one.plant(LOST)
    tabs = clients(seat.player, 2)
    answers = at_once(lambda n: seats[n].post_deal(tabs[n], 30), 2, threads=2)
    assert sorted(answer.status_code for answer in answers) == [303, 422]
    assert Round.objects.count() == 1
    assert seat.balance == 970_00


def test_deposits_are_held_down_with_what_is_pending(player, limit, book):
    now = timezone.now()
    require_may_deposit(player, 10_000_00, now)
    limit(Measure.DEPOSIT, 100_00)
    require_may_deposit(player, 100_00, now)
    with pytest.raises(LimitReached) as refused:
        require_may_deposit(player, 60_00, now, pending=50_00)
    assert refused.value.measure is Measure.DEPOSIT
    assert refused.value.left == 50_00, "what waits can't be asked for once more"
    require_may_deposit(player, 50_00, now, pending=50_00)


def test_without_limits_a_deal_asks_one_thing(player):
    with CaptureQueriesContext(connection) as queries:
        may_stake(player, 1_00)
    assert len(queries) == 1


def test_a_blocked_account_stakes_nothing(player):
    player.is_active = False
    player.save()
    with pytest.raises(AccountInactive):
        may_stake(player, 1_00)
