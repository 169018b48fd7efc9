"""`manage.py verify_ledger`: do all money lines, balances and rounds agree?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts.verification import Difference
from blackjack.verification import verify_books


class Command(BaseCommand):
    """Replay the journal, requests, stored rounds and reports; name the first difference."""

    help = "Replay all lines, requests and rounds from zero and compare. Changes nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Verify, print what was read, and leave with status 1 on a difference."""
        try:
            books = verify_books()
        except Difference as difference:
            self.stderr.write(f"The books differ: {difference}")
            sys.exit(1)
        for currency, held in sorted(books.journal.balances.items()):
            self.stdout.write(f"{currency}: {held} hundredths in wallets")
        self.stdout.write(
            f"{books.journal.wallets} wallets, {books.journal.entries} lines, "
            f"{books.played.rounds} rounds with {books.played.lines} lines, "
            f"{books.requests.requests} cashier requests, "
            f"{books.requests.adjustments} adjustments, {books.days} days of reports: all agree."
        )
