"""The shuffle of the tables over the full count of decks, and three broken ones by the same test.

A fair shuffle fails once in a hundred reports. It may then be examined once more; failing both
times by chance would take ten thousand runs.
"""

import random
from collections.abc import Sequence
from typing import Final

from tools.faults.figures import Failed, Figure

DECKS: Final = 100_000


def judged() -> Sequence[Figure]:
    """Examine all four.

    Raises:
        Failed: the casino's shuffle fails twice, or a broken one passes.
    """
    from blackjack.engine.cards import DECK  # noqa: PLC0415 - the casino, when asked for
    from blackjack.shuffling import shuffled  # noqa: PLC0415
    from fairplay.statistics import Report, examine  # noqa: PLC0415
    from tests.fairplay.shuffles import BROKEN  # noqa: PLC0415

    def say(report: Report) -> str:
        return " ".join(f"{figure.statistic:,.1f}" for figure in report.figures)

    what = "place by card, neighbours, first cards"
    report = examine(shuffled, DECK, DECKS)
    if not report.passed:
        print(f"  failed once: {say(report)}", flush=True)
        report = examine(shuffled, DECK, DECKS)
    if not report.passed:
        raise Failed(f"the casino's shuffle failed twice, last with {say(report)}")
    print(f"  the casino's shuffle passes: {say(report)}", flush=True)
    figures = [
        Figure("decks of each shuffle", f"{DECKS:,}"),
        Figure(f"the casino's passes; {what}", say(report)),
    ]
    for name, broken in BROKEN.items():
        dice = random.Random(name)  # noqa: S311 - a broken shuffle needs no better one
        found = examine(broken(dice), DECK, DECKS)
        if found.passed:
            raise Failed(f"{name} passes, with {say(found)}")
        print(f"  {name} fails: {say(found)}", flush=True)
        figures.append(Figure(f"{name} fails; {what}", say(found)))
    return figures
