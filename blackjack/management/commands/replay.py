"""`manage.py replay`: replay transcripts from a file. No database, no configuration."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, OutputWrapper

from blackjack.transcript import replay_bytes

WRONG = 2
"""Exit status when anything was wrong."""


class Command(BaseCommand):
    """Print the result of each transcript as JSON; exit with 2 when any is wrong."""

    help = "Replay a transcript, or one per line with --lines, and print the result as JSON."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file's name and whether it holds one transcript per line."""
        parser.add_argument("file", help="the transcript; - for standard input")
        parser.add_argument("--lines", action="store_true", help="one transcript per line")

    def handle(self, *_args: Any, file: str, lines: bool, **_options: Any) -> None:
        """Replay, print, and leave with status 2 if anything was wrong."""
        try:
            # Standard input by its number: where it is closed, that is an error like any other.
            with open(0 if file == "-" else file, "rb", closefd=file != "-") as opened:
                good = _replay_all(opened, self.stdout, lines=lines)
        except OSError as error:
            message = f"{file} can't be read: {error.strerror}"
            result = {"ok": False, "error": {"at": "", "code": "bad_json", "message": message}}
            self.stdout.write(json.dumps(result))
            good = False
        if not good:
            sys.exit(WRONG)


def _replay_all(source: BinaryIO, out: OutputWrapper, *, lines: bool) -> bool:
    if not lines:
        result = replay_bytes(source.read())
        out.write(json.dumps(result, indent=2))
        return bool(result["ok"])
    good = True
    for line in source:
        result = replay_bytes(line)
        good = good and result["ok"]
        out.write(json.dumps(result))
    return good
