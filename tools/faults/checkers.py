"""Five thousand random transcripts, and two thousand falsified ones, checked by both tellings.

What a player's browser says of a game must be what Python says of it: every card, payout and
session, or the same error, step and likely cause (``tests.transcripts.two_tellings``).
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tools.faults.figures import Failed, Figure

RANDOM: Final = 5_000
FALSIFIED: Final = 2_000
_PROCESSES: Final = 2
_PIECE: Final = 250


def agreed() -> Sequence[Figure]:
    """Compare both tellings of every transcript.

    Raises:
        Failed: they differ; the transcript and the place are named.
    """
    pieces = [(first, _PIECE) for first in range(0, RANDOM, _PIECE)]
    with ProcessPoolExecutor(_PROCESSES) as pool:
        others = pool.submit(_falsified)
        for done, found in enumerate(pool.map(_random, *zip(*pieces, strict=True)), start=1):
            _require_none(found)
            print(f"  {done * _PIECE} of {RANDOM} random transcripts", flush=True)
        _require_none(others.result())
    what = "transcripts told by Python and JavaScript, differences"
    return [
        Figure(f"random {what}", f"{RANDOM:,}, 0"),
        Figure(f"falsified {what}", f"{FALSIFIED:,}, 0"),
    ]


def _random(first: int, count: int) -> list[str]:
    from tests.transcripts.two_tellings import (  # noqa: PLC0415 - the tests, when asked for
        differences,
        random_shoes,
    )

    return list(differences(random_shoes(count, first)))


def _falsified() -> list[str]:
    from tests.transcripts.two_tellings import differences, falsified  # noqa: PLC0415

    return list(differences(falsified(FALSIFIED)))


def _require_none(found: Sequence[str]) -> None:
    if found:
        raise Failed(found[0])
