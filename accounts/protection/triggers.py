"""The triggers that make the histories of limits and of stops insert-only, on both databases."""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.insert_only import Triggers

ALL: Final = (
    Triggers(
        "accounts_limitchange",
        "lines of limits",
        "id = NEW.id OR (user_id = NEW.user_id AND measure = NEW.measure"
        " AND period = NEW.period AND number = NEW.number)",
    ),
    Triggers(
        "accounts_playstop",
        "lines of stops",
        "id = NEW.id OR (user_id = NEW.user_id AND number = NEW.number)",
    ),
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse every change of a line. Doing it twice is harmless."""
    for table in ALL:
        table.install(connection)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let lines be removed again. For the tests' clean-up and undone migrations only."""
    for table in ALL:
        table.lift(connection)
