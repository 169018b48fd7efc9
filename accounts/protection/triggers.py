"""The triggers that make the histories of limits and of stops insert-only, on both databases.

As the journal's own (``accounts.journal_triggers``): the migration installs them, and only the
tests' clean-up lifts them.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

_SAME: Final[Mapping[str, str]] = {
    "accounts_limitchange": (
        "user_id = NEW.user_id AND measure = NEW.measure AND period = NEW.period"
        " AND number = NEW.number"
    ),
    "accounts_playstop": "user_id = NEW.user_id AND number = NEW.number",
}
"""The tables, and what tells that a line of them exists already."""

_NAMES: Final = ("no_update", "no_delete", "no_replace", "no_truncate")


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse every change of a line. Doing it twice is harmless."""
    lift(connection)
    make = _for_sqlite if connection.vendor == "sqlite" else _for_postgresql
    _run(connection, make())


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let lines be removed again. For the tests' clean-up and undone migrations only."""
    on_table = "" if connection.vendor == "sqlite" else " ON {table}"
    drop = "DROP TRIGGER IF EXISTS {table}_{name}" + on_table
    _run(connection, (drop.format(table=table, name=name) for table in _SAME for name in _NAMES))


def _for_sqlite() -> Iterator[str]:
    for table, same in _SAME.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is insert-only'); END"
        for event in ("UPDATE", "DELETE"):
            name = f"{table}_no_{event.lower()}"
            yield f"CREATE TRIGGER {name} BEFORE {event} ON {table} {refuse}"
        # INSERT OR REPLACE removes the line in its way without asking the triggers above.
        exists = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608
        yield f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {exists} {refuse}"


def _for_postgresql() -> Iterator[str]:
    yield """
    CREATE OR REPLACE FUNCTION accounts_history_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% is insert-only: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation';
    END
    $$
    """
    for table in _SAME:
        for event in ("UPDATE", "DELETE", "TRUNCATE"):
            each = "STATEMENT" if event == "TRUNCATE" else "ROW"
            yield (
                f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION accounts_history_refuse()"
            )


def _run(connection: BaseDatabaseWrapper, statements: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
