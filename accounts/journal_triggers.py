"""The triggers that make the journal insert-only, for both databases.

The migration installs them. A later migration that rebuilds the journal's table on SQLite drops
them with the old table and must install them again; a test notices. The tests' own clean-up,
which empties every table, lifts them by name and installs them again.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

_SQLITE_INSTALL: Final = (
    """
    CREATE TRIGGER accounts_entry_no_update BEFORE UPDATE ON accounts_entry
    BEGIN SELECT RAISE(ABORT, 'journal lines are insert-only: UPDATE refused'); END
    """,
    """
    CREATE TRIGGER accounts_entry_no_delete BEFORE DELETE ON accounts_entry
    BEGIN SELECT RAISE(ABORT, 'journal lines are insert-only: DELETE refused'); END
    """,
    # INSERT OR REPLACE removes the line in its way without asking the trigger above.
    """
    CREATE TRIGGER accounts_entry_no_replace BEFORE INSERT ON accounts_entry
    WHEN EXISTS (
        SELECT 1 FROM accounts_entry
        WHERE id = NEW.id OR cause = NEW.cause
           OR (wallet_id = NEW.wallet_id AND number = NEW.number)
    )
    BEGIN SELECT RAISE(ABORT, 'journal lines are insert-only: the line exists'); END
    """,
)
_SQLITE_LIFT: Final = (
    "DROP TRIGGER IF EXISTS accounts_entry_no_update",
    "DROP TRIGGER IF EXISTS accounts_entry_no_delete",
    "DROP TRIGGER IF EXISTS accounts_entry_no_replace",
)

_POSTGRESQL_INSTALL: Final = (
    """
    CREATE OR REPLACE FUNCTION accounts_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'journal lines are insert-only: % refused', TG_OP
            USING ERRCODE = 'restrict_violation';
    END
    $$
    """,
    """
    CREATE TRIGGER accounts_entry_no_update BEFORE UPDATE ON accounts_entry
    FOR EACH ROW EXECUTE FUNCTION accounts_entry_refuse()
    """,
    """
    CREATE TRIGGER accounts_entry_no_delete BEFORE DELETE ON accounts_entry
    FOR EACH ROW EXECUTE FUNCTION accounts_entry_refuse()
    """,
    """
    CREATE TRIGGER accounts_entry_no_truncate BEFORE TRUNCATE ON accounts_entry
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_entry_refuse()
    """,
)
_POSTGRESQL_LIFT: Final = (
    "DROP TRIGGER IF EXISTS accounts_entry_no_update ON accounts_entry",
    "DROP TRIGGER IF EXISTS accounts_entry_no_delete ON accounts_entry",
    "DROP TRIGGER IF EXISTS accounts_entry_no_truncate ON accounts_entry",
)

_INSTALL: Final = {"sqlite": _SQLITE_INSTALL, "postgresql": _POSTGRESQL_INSTALL}
_LIFT: Final = {"sqlite": _SQLITE_LIFT, "postgresql": _POSTGRESQL_LIFT}


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse every change of a journal line. Doing it twice is harmless."""
    lift(connection)
    _run(connection, _INSTALL[connection.vendor])


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let journal lines be removed again. For the tests' clean-up and undone migrations only."""
    _run(connection, _LIFT[connection.vendor])


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
