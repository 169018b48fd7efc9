"""The triggers that make the journal and the audit insert-only, for both databases."""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.insert_only import Triggers

JOURNAL: Final = Triggers(
    "accounts_entry",
    "journal lines",
    "id = NEW.id OR cause = NEW.cause OR (wallet_id = NEW.wallet_id AND number = NEW.number)",
)
AUDIT: Final = Triggers("accounts_staffaction", "lines of the audit", "id = NEW.id")

ALL: Final = (JOURNAL, AUDIT)


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse every change of a journal line. Doing it twice is harmless."""
    JOURNAL.install(connection)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Let journal lines be removed again. For the tests' clean-up and undone migrations only."""
    JOURNAL.lift(connection)
