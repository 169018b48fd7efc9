"""The cashier's page, what it tells open pages and providers, and the database behind it."""

import re
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.adjusting import services as adjusting
from accounts.cashier import presenters, providers, services
from accounts.models import CashierRequest, Currency, Entry, RequestKind, User
from casino import live
from tests.pages import Element, read

pytestmark = pytest.mark.django_db

CASHIER = "/account/cashier/"
DEPOSIT, WITHDRAWAL = RequestKind.DEPOSIT, RequestKind.WITHDRAWAL


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def decide(staff: User, number: int, decision: str = "yes", **fields):
    url = reverse("admin:accounts_cashierrequest_decide", args=[number])
    return browser(staff).post(url, {"decision": decision, **fields})


def roubles(user: User) -> int:
    return ledger.balance(user.pk, Currency.RUR)


def lines() -> list[tuple[str, int, str]]:
    return list(Entry.objects.order_by("number").values_list("kind", "amount", "cause"))


def request_rows(page: Element) -> list[tuple[str, str]]:
    rows = page.one("section", id="requests").all("tr")
    return [(row["data-request"], row["data-state"]) for row in rows if row.get("data-request")]


def test_page_shows_balance_what_is_held_and_each_request(funded, ask):
    asked = ask(WITHDRAWAL, 400_00)
    page = read(browser(funded).get(CASHIER))
    view = presenters.requests(funded.pk)
    assert (view.balance, view.held) == (600_00, 400_00)
    assert request_rows(page) == [(str(asked.pk), "asked"), (str(asked.pk - 1), "confirmed")]
    (cancel,) = page.one("section", id="requests").all("form")
    assert cancel["action"] == reverse("accounts:cashier_cancel", args=[asked.pk])
    assert page.one("section", id="requests")["hx-get"] == reverse("accounts:cashier_requests")
    part = browser(funded).get(reverse("accounts:cashier_requests"))
    assert request_rows(read(part)) == request_rows(page)


def test_only_registered_players_find_the_way_there(player, guest):
    found = {}
    for user in (player, guest):
        page = read(browser(user).get(reverse("accounts:profile")))
        links = [
            one["href"]
            for name in ("Main", "Your account")
            for one in page.one("nav", aria_label=name).all("a")
        ]
        found[user] = {CASHIER, reverse("accounts:cash_history")} & set(links)
    assert found == {player: {CASHIER, reverse("accounts:cash_history")}, guest: set()}


def test_requests_are_paged_by_number(player):
    wallet = services.ask(player=player, kind=DEPOSIT, amount=100_00, token=uuid.uuid4()).wallet
    row = CashierRequest.objects.values().get()
    CashierRequest.objects.bulk_create(
        CashierRequest(**{**row, "id": None, "wallet_id": wallet.pk, "token": uuid.uuid4()})
        for _ in range(presenters.PAGE + 4)
    )
    numbers = list(CashierRequest.objects.order_by("-pk").values_list("pk", flat=True))
    client, seen, url = browser(player), [], CASHIER
    while url:
        page = read(client.get(url))
        seen += [int(number) for number, _state in request_rows(page)]
        older = [one for one in page.all("a") if one.text == "Older"]
        url = f"{CASHIER}{older[0]['href'].removeprefix(CASHIER)}" if older else ""
    assert seen == numbers


@pytest.mark.parametrize("query", ["before=0", "before=x", "before=1&before=2", "after=1"])
def test_wrong_page_is_refused_with_a_sentence(player, query):
    response = browser(player).get(f"{CASHIER}?{query}")
    assert response.status_code == 422
    assert read(response).all("div", role="alert")


def test_every_change_is_announced(
    ask, player, second, owner, monkeypatch, django_capture_on_commit_callbacks
):
    heard: list[str] = []

    class Layer:
        async def group_send(self, group, message):
            heard.append(group)

    monkeypatch.setattr(live, "get_channel_layer", Layer)
    group = live.group_of(player.pk)
    with django_capture_on_commit_callbacks(execute=True):
        first = ask(DEPOSIT)
    with django_capture_on_commit_callbacks(execute=True):
        services.confirm(number=first.pk, staff=second)
    with django_capture_on_commit_callbacks(execute=True):
        other = ask(WITHDRAWAL)
    with django_capture_on_commit_callbacks(execute=True):
        services.refuse(number=other.pk, staff=second, answer="no")
    with django_capture_on_commit_callbacks(execute=True):
        services.cancel(number=ask(DEPOSIT).pk, player=player)
    with django_capture_on_commit_callbacks(execute=True):
        asked = adjusting.ask(
            user_id=player.pk, amount=1, reason="gift", staff=owner, token=uuid.uuid4()
        )
    assert heard == [group] * 6
    with django_capture_on_commit_callbacks(execute=True):
        adjusting.approve(number=asked.pk, staff=second)
    assert heard == [group] * 7


# --- Providers --------------------------------------------------------------------------------


class Recorded(providers.Manual):
    """Staff decide; it remembers what it was told."""

    orders: list[providers.Order] = []

    def asked(self, order: providers.Order) -> None:
        self.orders.append(order)


def test_provider_of_the_settings_hears_of_each_request(
    settings, ask, django_capture_on_commit_callbacks
):
    here = f"{__name__}.Recorded"
    settings.CASHIER_PROVIDERS = {**settings.CASHIER_PROVIDERS, "recorded": here}
    settings.CASHIER_PROVIDER = "recorded"
    recorded = providers.current()
    assert type(recorded).__name__ == "Recorded"
    with django_capture_on_commit_callbacks(execute=True):
        asked = ask(DEPOSIT, 500_00)
    assert asked.provider == "recorded"
    assert recorded.orders == [providers.Order(asked.pk, DEPOSIT, 500_00)]


def test_log_tells_staff_and_names_nobody(ask, caplog, django_capture_on_commit_callbacks):
    with caplog.at_level("INFO"), django_capture_on_commit_callbacks(execute=True):
        asked = ask(DEPOSIT)
    (record,) = [one for one in caplog.records if one.name == providers.__name__]
    assert re.search(rf"\b{asked.pk}\b", record.getMessage())
    assert "some bank" not in record.getMessage()


# --- The database behind it -------------------------------------------------------------------


def test_database_refuses_half_a_decision(ask, second):
    asked = ask(DEPOSIT)
    for change in (
        {"state": "confirmed"},
        {"state": "refused", "decided_by": second},
        {"state": "cancelled"},
        {"decided_by": second},
        {"amount": 0},
        {"amount": -1},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            CashierRequest.objects.filter(pk=asked.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        CashierRequest.objects.create(
            wallet=asked.wallet,
            kind=DEPOSIT,
            amount=1,
            provider="manual",
            asked_at=asked.asked_at,
            token=asked.token,
        )
