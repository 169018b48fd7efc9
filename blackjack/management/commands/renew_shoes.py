"""`manage.py renew_shoes`: after a restore no shoe is dealt from that somebody may know."""

import sys
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from blackjack.exceptions import StaleTable
from blackjack.services.renewal import renew_shoes


class Command(BaseCommand):
    """Reveal the shoes that a restored dump holds, and sign fresh ones in their place."""

    help = (
        "After a restore, while all games are closed: reveals every shoe that was signed before "
        "the restore and signs the next. Rounds that are open are named, their shoes stay; run it "
        "again with the same moment when they have ended."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the moment of the restore."""
        parser.add_argument(
            "--signed-before",
            metavar="MOMENT",
            help="as in 2026-11-30T12:00+00:00; without it this very moment",
        )

    def handle(self, *_args: Any, signed_before: str | None, **_options: Any) -> None:
        """Renew, say what was done and what stays; status 1 if a shoe can't be opened."""
        now = timezone.now()
        before = _moment(signed_before) or now
        try:
            found = renew_shoes(signed_before=before, now=now)
        except StaleTable:
            raise CommandError(
                "Somebody is playing: close all games first, and run it again."
            ) from None
        self.stdout.write(f"{found.shoes} shoes were revealed, and the next ones signed.")
        if found.open_rounds:
            numbers = ", ".join(map(str, found.open_rounds))
            self.stdout.write(
                f"Rounds that are open, whose shoes stay: {numbers}. When they have ended, run it "
                f"again with --signed-before {before.isoformat()}"
            )
        if found.sealed:
            numbers = ", ".join(map(str, found.sealed))
            self.stderr.write(f"Shoes that no key at hand opens (see docs/keys.md): {numbers}")
            sys.exit(1)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is no moment") from None
    if moment.tzinfo is None:
        raise CommandError("The moment needs its time zone, as in 2026-11-30T12:00+00:00")
    return moment
