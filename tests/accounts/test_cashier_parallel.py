"""Many identical posts at once to the cashier and to staff's pages: one effect, no error page.

All requests go through the real pages, each thread with a browser and a connection of its own.
"""

import uuid
from collections import Counter

import pytest
from django.urls import reverse

from accounts import ledger
from accounts.adjusting import services as adjusting
from accounts.cashier import services
from accounts.models import Adjustment, CashierRequest, Currency, Entry, RequestKind
from accounts.requests_verification import verify_requests
from accounts.verification import verify_journal
from tests.tables import FULL_COUNTS, TIMES, at_once, clients

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 20
FEWER = 4
"""Where every request writes: SQLite lets writers wait without an order, and no longer than 5 s."""
CASHIER = "/account/cashier/"


def statuses(answers) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.fixture
def ask(player):
    def ask(kind: RequestKind, amount: int = 400_00) -> CashierRequest:
        return services.ask(
            player=player, kind=kind, amount=amount, token=uuid.uuid4(), details="some bank"
        )

    return ask


@pytest.fixture
def funded(ask, player, second):
    """The player with 1000 roubles by a confirmed deposit."""
    services.confirm(number=ask(RequestKind.DEPOSIT, 1_000_00).pk, staff=second)
    return player


def lines_behind(first: int) -> list[tuple[str, int]]:
    return list(
        Entry.objects.filter(number__gt=first).order_by("number").values_list("kind", "amount")
    )


@pytest.fixture(autouse=True)
def _books_agree(db):
    yield
    verify_journal()
    verify_requests()


@pytest.mark.parametrize(
    ("kind", "decision", "lines"),
    [
        (RequestKind.DEPOSIT, "yes", [("deposit", 400_00)]),
        (RequestKind.DEPOSIT, "no", []),
        (RequestKind.WITHDRAWAL, "yes", [("withdrawal", -400_00)]),
        (
            RequestKind.WITHDRAWAL,
            "no",
            [("withdrawal", -400_00), ("withdrawal_returned", 400_00)],
        ),
    ],
    ids=["deposit approval", "deposit refusal", "withdrawal approval", "withdrawal refusal"],
)
def test_f1_decisions(funded, ask, second, kind, decision, lines):
    asked = ask(kind)
    tabs = clients(second, THREADS)
    url = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])
    fields = {"decision": decision, "answer": "seen"}
    answers = at_once(lambda n: tabs[n % THREADS].post(url, fields), TIMES, THREADS)
    assert statuses(answers) == {303: 1, 409: TIMES - 1}
    assert lines_behind(1) == lines
    asked.refresh_from_db()
    assert asked.state == ("confirmed" if decision == "yes" else "refused")


def test_f1_approval_refusal_and_cancelling_at_once(funded, ask, second):
    asked = ask(RequestKind.WITHDRAWAL)
    staff, players = clients(second, THREADS), clients(funded, THREADS)
    decide = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])

    def press(number: int):
        if number % 3 == 0:
            return players[number % THREADS].post(f"{CASHIER}{asked.pk}/cancel/")
        fields = {"decision": ["", "yes", "no"][number % 3], "answer": "seen"}
        return staff[number % THREADS].post(decide, fields)

    assert statuses(at_once(press, TIMES, THREADS)) == {303: 1, 409: TIMES - 1}
    asked.refresh_from_db()
    returned = [] if asked.state == "confirmed" else [("withdrawal_returned", 400_00)]
    assert lines_behind(1) == [("withdrawal", -400_00), *returned]


@pytest.mark.parametrize("kind", RequestKind)
def test_f1_asking(funded, kind):
    tabs, token = clients(funded, THREADS), str(uuid.uuid4())
    fields = {"amount": "400", "token": token}
    if kind is RequestKind.WITHDRAWAL:
        fields["details"] = "some bank"
    url = f"{CASHIER}{kind.value}/"
    answers = at_once(lambda n: tabs[n % THREADS].post(url, fields), TIMES, THREADS)
    assert statuses(answers) == {303: TIMES}
    assert CashierRequest.objects.filter(token=token).count() == 1
    held = [("withdrawal", -400_00)] if kind is RequestKind.WITHDRAWAL else []
    assert lines_behind(1) == held


def test_f1_adjustment_approval(player, cashier, second):
    asked = adjusting.ask(
        user_id=player.pk, amount=500_00, reason="gift", staff=cashier, token=uuid.uuid4()
    )
    tabs = clients(second, THREADS)
    url = reverse("admin:accounts_adjustment_decide", args=[asked.pk])
    answers = at_once(lambda n: tabs[n % THREADS].post(url, {"decision": "yes"}), TIMES, THREADS)
    assert statuses(answers) == {303: 1, 409: TIMES - 1}
    assert lines_behind(0) == [("adjustment", 500_00)]
    assert Adjustment.objects.get().state == "booked"


def test_f2_withdrawals_with_money_for_some(player, ask, second):
    """Of 100 withdrawals of 100 roubles 40 are covered; what is left is nothing, never less."""
    asked, covered = (100, 40) if FULL_COUNTS else (25, 10)
    services.confirm(number=ask(RequestKind.DEPOSIT, covered * 100_00).pk, staff=second)
    tabs = clients(player, FEWER)

    def post(number: int):
        fields = {"amount": "100", "details": "some bank", "token": str(uuid.uuid4())}
        return tabs[number % FEWER].post(f"{CASHIER}withdrawal/", fields)

    assert statuses(at_once(post, asked, FEWER)) == {303: covered, 422: asked - covered}
    assert ledger.balance(player.pk, Currency.RUR) == 0
    assert lines_behind(1) == [("withdrawal", -100_00)] * covered
    assert CashierRequest.objects.filter(kind=RequestKind.WITHDRAWAL).count() == covered
