"""Background work: one picture for what only reads, and time for long statements."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import environ
import pytest
import time_machine
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models.signals import pre_migrate
from django.utils import timezone

from accounts.models import ReportDay, Wallet
from accounts.tasks import clear_sessions, sum_up_reports
from accounts.verification import walking
from blackjack.tasks import count_rounds, verify_ledger
from casino import databases
from casino.transactions import one_snapshot, unhurried, unhurried_session
from tests.blackjack.conftest import player, seat
from tests.tables import WON

__all__ = ["player", "seat"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

PATIENT = {
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": "3s",
}
HURRIED = {**PATIENT, "statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}


def limits() -> dict[str, str]:
    with connection.cursor() as cursor:
        found = {}
        for name in PATIENT:
            cursor.execute(f"SHOW {name}")
            found[name] = cursor.fetchone()[0]
    return found


@contextmanager
def looking_at(words: str) -> Iterator[list[dict[str, str]]]:
    """The limits under which the statements with these words run."""
    found: list[dict[str, str]] = []

    def look(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        if words in str(sql):
            found.append(limits())
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def test_nobody_writes_within_a_picture(player) -> None:
    with pytest.raises(DatabaseError), one_snapshot():
        Wallet.objects.update(balance=0)
    assert Wallet.objects.filter(balance__gt=0).exists()
    assert Wallet.objects.update(balance=0), "and behind it everything goes on"


@pytest.mark.parametrize("begin", [one_snapshot, unhurried])
def test_a_transaction_that_is_open_has_another_picture_and_limits(begin) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError), begin():
        pass
    with begin():
        assert connection.in_atomic_block


@pytest.mark.postgresql
@pytest.mark.parametrize("begin", [one_snapshot, unhurried, unhurried_session])
def test_a_click_has_its_limits_and_long_work_has_only_that_of_locks(begin) -> None:
    assert limits() == HURRIED
    with begin():
        assert limits() == PATIENT
    assert limits() == HURRIED
    with pytest.raises(ZeroDivisionError), begin():
        raise ZeroDivisionError
    assert limits() == HURRIED


@pytest.mark.postgresql
def test_migrations_have_time(db) -> None:
    found = []

    def look(**_more: Any) -> None:
        found.append(limits())

    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look)
    assert found
    assert all(one == PATIENT for one in found)
    assert limits() == HURRIED


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("task", "words"),
    [
        (clear_sessions, 'DELETE FROM "accounts_playersession"'),
        (sum_up_reports, "SUM("),
        (verify_ledger, 'FROM "accounts_entry"'),
        (verify_ledger, 'FROM "blackjack_round"'),
        (count_rounds, 'FROM "blackjack_round"'),
    ],
)
def test_long_statements_of_tasks_have_time(seat, task, words) -> None:
    seat.play(WON)
    days_later = time_machine.travel(timezone.now() + timedelta(days=2), tick=False)
    with days_later, looking_at(words) as found:
        task()
    assert found
    assert all(one == PATIENT for one in found)
    assert limits() == HURRIED
    assert task is not sum_up_reports or ReportDay.objects.exists()


def configured(monkeypatch: pytest.MonkeyPatch, pooler: str | None) -> dict[str, Any]:
    monkeypatch.setenv("DATABASE_URL", "postgresql://casino@127.0.0.1/casino")
    monkeypatch.delenv("DATABASE_POOLER", raising=False)
    if pooler is not None:
        monkeypatch.setenv("DATABASE_POOLER", pooler)
    return databases.postgresql(environ.Env())["default"]


@pytest.mark.parametrize(("pooler", "without"), [(None, False), ("", False), ("transaction", True)])
def test_a_pooler_between_transactions_is_asked_for_no_cursor(monkeypatch, pooler, without) -> None:
    assert configured(monkeypatch, pooler)["DISABLE_SERVER_SIDE_CURSORS"] is without


@pytest.mark.parametrize("pooler", ["session", "statement", "Transaction", "1"])
def test_another_mode_of_a_pooler_is_refused(monkeypatch, pooler) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_POOLER"):
        configured(monkeypatch, pooler)


@pytest.fixture
def pooled() -> Iterator[None]:
    known = connection.settings_dict
    connection.settings_dict = {**known, "DISABLE_SERVER_SIDE_CURSORS": True}
    yield
    connection.settings_dict = known


@pytest.mark.postgresql
def test_behind_a_pooler_a_picture_is_still_read_in_pieces(pooled, player) -> None:
    """Within one transaction it keeps to one server."""
    count = "SELECT count(*) FROM pg_cursors WHERE NOT is_holdable"
    with one_snapshot(), walking(Wallet.objects.order_by("pk")) as walk:
        next(walk)
        with connection.cursor() as cursor:
            cursor.execute(count)
            assert cursor.fetchone() == (1,)
    assert connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.postgresql
def test_behind_a_pooler_no_session_is_changed(pooled) -> None:
    """The next client would inherit it."""
    with unhurried_session():
        assert limits() == HURRIED
