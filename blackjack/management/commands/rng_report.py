"""`manage.py rng_report`: is the shuffle of the tables fair? Counted over many decks."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from blackjack.engine.cards import DECK
from blackjack.shuffling import shuffled
from blackjack.tasks import NIGHTLY
from fairplay import shuffle_reports
from fairplay.statistics import FEWEST_DECKS, LEVEL, Question, Report, bounds, examine

_NAMES: Final = {
    Question.POSITIONS: "every card in every place, chi-square",
    Question.NEIGHBOURS: "every card beside every other, chi-square",
    Question.FIRST_CARDS: "first cards of decks in a row, correlation",
}
_STEPS: Final = 10


class Command(BaseCommand):
    """Shuffle decks by the code that shuffles played shoes, judge, and publish the report."""

    help = "Examines the shuffle over many decks, judges at 99 % and publishes the report."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the number of decks, and whether the report is printed as JSON."""
        parser.add_argument("--decks", type=_decks, default=NIGHTLY, help="100000 unless named")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *_args: Any, decks: int, **options: Any) -> None:
        """Examine, print, publish, and leave with status 1 if the judgement is against it."""
        report = examine(shuffled, DECK, decks, self._progress(decks))
        shuffle_reports.publish(report, now=timezone.now())
        self.stdout.write(json.dumps(_plain(report), indent=2) if options["json"] else _say(report))
        if not report.passed:
            sys.exit(1)

    def _progress(self, decks: int) -> Any:
        """Say on standard error each tenth of the way."""
        said = 0

        def say(done: int) -> None:
            nonlocal said
            if done * _STEPS // decks > said:
                said = done * _STEPS // decks
                self.stderr.write(f"{done:,} of {decks:,} decks")
                self.stderr.flush()

        return say


def _decks(text: str) -> int:
    if not (text.isascii() and text.isdigit() and FEWEST_DECKS <= int(text) <= 10**8):
        raise ArgumentTypeError(f"a whole number of at least {FEWEST_DECKS} decks")
    return int(text)


def _plain(report: Report) -> dict[str, Any]:
    return {
        "decks": report.decks,
        "passed": report.passed,
        "figures": [
            {
                "question": figure.question.value,
                "statistic": figure.statistic,
                "freedom": figure.freedom,
                "chance": figure.chance,
                "passed": figure.passed,
            }
            for figure in report.figures
        ],
    }


def _say(report: Report) -> str:
    lines = [f"{report.decks:,} decks of 52"]
    for figure in report.figures:
        low, high = bounds(figure.freedom)
        lines.append(
            f"{_NAMES[figure.question]:46}{figure.statistic:10.2f}, passes from {low:.2f} to "
            f"{high:.2f}, chance {figure.chance:.4f}: {'pass' if figure.passed else 'FAIL'}"
        )
    verdict = "within what chance allows" if report.passed else "NOT what a fair shuffle gives"
    lines.append(f"Together, at {1 - LEVEL:.0%}: {verdict}.")
    return "\n".join(lines)
