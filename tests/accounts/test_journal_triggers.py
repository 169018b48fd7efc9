"""The journal is insert-only: for the models, and for anyone with raw SQL."""

import pytest
from django.db import DatabaseError, connection, transaction

from accounts import journal_triggers
from accounts.models import Entry, InsertOnly

# Committed, because PostgreSQL truncates no table that the transaction itself has written.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def line(player, book) -> Entry:
    book(player, 10_000, -1_000)
    return Entry.objects.get(number=2)


def run(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def everything() -> list[tuple[object, ...]]:
    return list(Entry.objects.order_by("pk").values_list())


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounts_entry SET amount = 5 WHERE number = 2",
        "UPDATE accounts_entry SET note = 'harmless'",
        "DELETE FROM accounts_entry WHERE number = 2",
        "DELETE FROM accounts_entry",
        pytest.param(
            "TRUNCATE accounts_entry",
            marks=pytest.mark.postgresql,
        ),
        pytest.param(
            "TRUNCATE accounts_user CASCADE",
            marks=pytest.mark.postgresql,
        ),
        pytest.param(
            "INSERT OR REPLACE INTO accounts_entry SELECT id, number, kind, counter_account, "
            "-500, balance_after, cause, game, tier, note, at, wallet_id FROM accounts_entry",
            marks=pytest.mark.sqlite,
        ),
    ],
)
def test_raw_sql_changes_no_line(sql):
    before = everything()
    with pytest.raises(DatabaseError, match="insert-only"):
        run(sql)
    assert everything() == before


def test_model_changes_no_line(line):
    line.note = "other"
    for change in (
        line.save,
        line.delete,
        Entry.objects.all().delete,
        lambda: Entry.objects.update(note="other"),
        lambda: Entry.objects.bulk_update([line], ["note"]),
        lambda: Entry.objects.filter(number=2).update(amount=1),
    ):
        with pytest.raises(InsertOnly):
            change()
    line.refresh_from_db()
    assert line.note == ""


def test_cleanup_lifts_the_triggers_by_name_and_puts_them_back(line):
    journal_triggers.lift(connection)
    run("DELETE FROM accounts_entry WHERE number = 2")
    journal_triggers.install(connection)
    journal_triggers.install(connection)
    with pytest.raises(DatabaseError, match="insert-only"):
        run("DELETE FROM accounts_entry")
