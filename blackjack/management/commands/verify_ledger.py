"""`manage.py verify_ledger`: do all money lines, balances and rounds agree?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts.reporting.summing import verify_reports
from accounts.requests_verification import verify_requests
from accounts.verification import Difference, verify_journal
from blackjack.verification import verify_rounds


class Command(BaseCommand):
    """Replay the journal, requests, stored rounds and reports; name the first difference."""

    help = "Replay all lines, requests and rounds from zero and compare. Changes nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Verify, print what was read, and leave with status 1 on a difference."""
        try:
            journal = verify_journal()
            played = verify_rounds()
            requests = verify_requests()
            days = verify_reports()
        except Difference as difference:
            self.stderr.write(f"The books differ: {difference}")
            sys.exit(1)
        for currency, held in sorted(journal.balances.items()):
            self.stdout.write(f"{currency}: {held} hundredths in wallets")
        self.stdout.write(
            f"{journal.wallets} wallets, {journal.entries} lines, {played.rounds} rounds with "
            f"{played.lines} lines, {requests.requests} cashier requests, "
            f"{requests.adjustments} adjustments, {days} days of reports: all agree."
        )
