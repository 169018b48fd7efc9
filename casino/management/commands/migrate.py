"""`manage.py migrate`: Django's, whose statements may take as long as the tables are large."""

from typing import Any

from django.core.management.commands import migrate

from casino.transactions import unhurried_session


class Command(migrate.Command):
    """Migrate without a click's limit on statements; for locks it waits no longer than one.

    A migration that waits for a lock makes everybody behind it wait as well.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate."""
        with unhurried_session():
            super().handle(*args, **options)
