"""`manage.py sum_up_reports`: sum up the days that are over, as the task does every hour."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.reporting import summing


class Command(BaseCommand):
    """Sum up the days that are not yet; with ``--again`` all of them anew."""

    help = "Sums up the days that are over for the reports."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether everything is to be made anew."""
        parser.add_argument(
            "--again",
            action="store_true",
            help="Make all of them anew: after CASINO_TIME_ZONE was changed.",
        )

    def handle(self, *_args: Any, again: bool, **_options: Any) -> None:
        """Sum up, and say how many days."""
        if again:
            summing.forget_all()
        self.stdout.write(f"{summing.sum_up()} days were summed up.")
