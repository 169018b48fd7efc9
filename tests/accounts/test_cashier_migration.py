"""Adjustments from the days of one person survive the migration that asks a second one."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts import journal_triggers
from accounts.models import Adjustment
from accounts.requests_verification import verify_requests
from accounts.verification import verify_journal

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("accounts", "0001_players_and_money")]
AFTER = [("accounts", "0005_cashier")]


@pytest.fixture
def before():
    """The models of before; afterwards the newest tables stand again."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    MigrationExecutor(connection).migrate(newest)
    journal_triggers.install(connection)


def test_rows_stay_and_are_marked_as_booked_by_one(before):
    user = before.get_model("accounts", "User").objects.create(username="old_staff")
    wallet = before.get_model("accounts", "Wallet").objects.create(
        user=user, currency="RUR", balance=700, last_number=1
    )
    old = before.get_model("accounts", "Adjustment").objects.create(
        wallet=wallet,
        amount=700,
        reason="gift",
        staff=user,
        before=0,
        after=700,
        token=uuid.uuid4(),
        created_at=timezone.now(),
    )
    before.get_model("accounts", "Entry").objects.create(
        wallet=wallet,
        number=1,
        kind="adjustment",
        counter_account="adjustment",
        amount=700,
        balance_after=700,
        cause=f"accounts.adjustment/{old.pk}",
        at=timezone.now(),
    )
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate(newest)
    row = Adjustment.objects.get()
    assert (row.pk, row.amount, row.before, row.after) == (old.pk, 700, 0, 700)
    assert (row.reason, row.staff_id, row.token) == ("gift", user.pk, old.token)
    assert (row.state, row.decided_by, row.answer) == ("booked_by_one", None, "")
    verify_journal()
    verify_requests()
    # The triggers of the journal came through as well.
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_entry SET amount = 1")
    fresh = Adjustment(
        wallet_id=row.wallet_id,
        amount=1,
        reason="x",
        staff_id=user.pk,
        token=uuid.uuid4(),
        created_at=timezone.now(),
    )
    fresh.save()
    assert fresh.state == "asked"
