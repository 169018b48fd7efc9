"""`verify_requests` finds what somebody altered behind the casino's back, and names it."""

import uuid

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import journal_triggers, ledger
from accounts.adjusting import services as adjusting
from accounts.cashier import services
from accounts.ledger import Kind, Posting
from accounts.models import (
    Adjustment,
    AdjustmentState,
    CashierRequest,
    Currency,
    RequestKind,
    RequestState,
)
from accounts.requests_verification import verify_requests
from accounts.verification import Difference, verify_journal

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(player, cashier, second) -> dict[str, int]:
    """One of everything, by its name: the number of its request."""

    def ask(kind: RequestKind, amount: int = 200_00) -> int:
        return services.ask(player=player, kind=kind, amount=amount, token=uuid.uuid4()).pk

    def adjust() -> int:
        return adjusting.ask(
            user_id=player.pk, amount=50_00, reason="gift", staff=cashier, token=uuid.uuid4()
        ).pk

    numbers = {"confirmed deposit": ask(RequestKind.DEPOSIT)}
    services.confirm(number=numbers["confirmed deposit"], staff=second)
    more = ask(RequestKind.DEPOSIT, 1_000_00)
    services.confirm(number=more, staff=second)
    for name in ("asked", "refused"):
        numbers[f"{name} deposit"] = ask(RequestKind.DEPOSIT)
    for name in ("asked", "confirmed"):
        numbers[f"{name} withdrawal"] = ask(RequestKind.WITHDRAWAL)
    for name in ("asked", "booked", "refused"):
        numbers[f"{name} adjustment"] = adjust()
    services.refuse(number=numbers["refused deposit"], staff=second, answer="no")
    services.confirm(number=numbers["confirmed withdrawal"], staff=second)
    adjusting.approve(number=numbers["booked adjustment"], staff=second)
    adjusting.refuse(number=numbers["refused adjustment"], staff=second, answer="no")
    numbers["cancelled withdrawal"] = ask(RequestKind.WITHDRAWAL)
    services.cancel(number=numbers["cancelled withdrawal"], player=player)
    return numbers


def told() -> str:
    with pytest.raises(Difference) as difference:
        verify_requests()
    return str(difference.value)


def alter(sql: str, *values: int | str) -> None:
    journal_triggers.lift(connection)
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            assert cursor.rowcount == 1
    finally:
        journal_triggers.install(connection)


def test_honest_books_agree(done):
    verify_journal()
    totals = verify_requests()
    assert (totals.requests, totals.adjustments, totals.lines) == (7, 3, 7)


def test_house_without_requests_agrees(db):
    assert verify_requests().lines == 0


def test_a_confirmed_deposit_without_its_line_is_named(done):
    cause = f"accounts.deposit/{done['asked deposit']}"
    CashierRequest.objects.filter(pk=done["asked deposit"]).update(
        state=RequestState.CANCELLED, decided_at=timezone.now()
    )
    verify_requests()
    row = CashierRequest.objects.get(pk=done["confirmed deposit"])
    CashierRequest.objects.filter(pk=done["asked deposit"]).update(
        state=RequestState.CONFIRMED, decided_by=row.decided_by
    )
    assert told() == f"{cause}: no such line; its request gives deposit 20000"


@pytest.mark.parametrize(
    ("name", "state", "ending"),
    [
        ("confirmed withdrawal", RequestState.CANCELLED, "/returned: no such line"),
        ("cancelled withdrawal", RequestState.CONFIRMED, "/returned: its request gives no such"),
        ("confirmed deposit", RequestState.CANCELLED, ": its request gives no such line"),
    ],
)
def test_a_changed_state_is_named(done, second, name, state, ending):
    decided_by = second if state == RequestState.CONFIRMED else None
    CashierRequest.objects.filter(pk=done[name]).update(state=state, decided_by=decided_by)
    assert f"accounts.{name.split()[1]}/{done[name]}{ending}" in told()


def test_a_changed_amount_is_named(done):
    CashierRequest.objects.filter(pk=done["asked withdrawal"]).update(amount=1)
    assert f"accounts.withdrawal/{done['asked withdrawal']}: booked as withdrawal -20000" in told()
    CashierRequest.objects.filter(pk=done["asked withdrawal"]).update(amount=200_00)
    Adjustment.objects.filter(pk=done["booked adjustment"]).update(amount=1, before=0, after=1)
    assert f"accounts.adjustment/{done['booked adjustment']}: booked as adjustment 5000" in told()


def test_a_changed_balance_of_an_adjustment_is_named(done):
    Adjustment.objects.filter(pk=done["booked adjustment"]).update(before=0, after=50_00)
    assert "the balance after it is" in told()


def test_an_adjustment_booked_without_its_line_is_named(done):
    Adjustment.objects.filter(pk=done["asked adjustment"]).update(
        state=AdjustmentState.BOOKED_BY_ONE, before=0, after=50_00
    )
    assert f"accounts.adjustment/{done['asked adjustment']}: no such line" in told()


def test_a_request_in_demo_money_is_named(done, player):
    with transaction.atomic():
        demo = ledger.lock(player.pk, Currency.FUN)
    CashierRequest.objects.filter(pk=done["asked deposit"]).update(wallet=demo)
    assert "a request of FUN" in told()


@pytest.mark.parametrize(
    "cause",
    [
        "accounts.adjustment/999",
        "accounts.deposit/999",
        "accounts.adjustment/0001",
        "something/1",
    ],
)
def test_a_line_without_its_request_is_named(done, player, cause):
    with transaction.atomic():
        wallet = ledger.lock(player.pk, Currency.RUR)
        ledger.post(wallet, [Posting(Kind.ADJUSTMENT, 1, cause)])
    verify_journal()
    assert told() == f"{cause}: no request has caused this line"


def test_a_line_that_changed_its_cause_is_named(done):
    alter(
        "UPDATE accounts_entry SET cause = %s WHERE cause = %s",
        "accounts.withdrawal/999",
        f"accounts.withdrawal/{done['confirmed withdrawal']}",
    )
    assert f"accounts.withdrawal/{done['confirmed withdrawal']}: no such line" in told()
