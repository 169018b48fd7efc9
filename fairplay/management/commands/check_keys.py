"""`manage.py check_keys`: do the configured keys open every sealed string?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from fairplay import keys
from fairplay.management.commands.reseal import closed


class Command(BaseCommand):
    """Open every sealed string and say how many could be. Shows none, changes nothing."""

    help = "Opens every unrevealed string by FAIRPLAY_KEYS and compares its signatures."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Say what was found, and leave with status 1 if a string can't be opened."""
        seen = keys.look()
        if seen.closed:
            self.stderr.write(closed(seen))
            sys.exit(1)
        self.stdout.write(f"All {seen.sealed} sealed strings open; {seen.older} by an older key.")
        if seen.older:
            self.stdout.write("`manage.py reseal` seals them under the first key.")
