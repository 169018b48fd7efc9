"""`manage.py reseal`: seal open strings under the newest key, so that older ones may go."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from fairplay import keys


class Command(BaseCommand):
    """Seal anew what is not under the first of FAIRPLAY_KEYS. Play may go on meanwhile."""

    help = "Seals every unrevealed string under the first of FAIRPLAY_KEYS. Deletes nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Seal anew, say what was done, and leave with status 1 if a string can't be opened."""
        seen = keys.reseal()
        self.stdout.write(f"{seen.older} of {seen.sealed} sealed strings were sealed anew.")
        if seen.closed:
            self.stderr.write(closed(seen))
            sys.exit(1)
        self.stdout.write("All of them open by the first key.")


def closed(seen: keys.Looked) -> str:
    """Say which strings no key opens, the first of them by number."""
    shown = ", ".join(str(number) for number in seen.closed[:10])
    more = " and more" if len(seen.closed) > 10 else ""
    return (
        f"{len(seen.closed)} of {seen.sealed} sealed strings can't be opened by any of "
        f"FAIRPLAY_KEYS: commitments {shown}{more}. Nothing was changed in them: see docs/keys.md."
    )
