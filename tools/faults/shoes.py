"""Ten thousand random legal shoes of each game, replayed and told a second time.

Stakes and payouts, every card and every bingo session must be what ``tests.engine.oracle`` and
``oracle_kept`` say, which share no code with the product (``tests.transcripts.random_shoes``).
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tools.faults.figures import Failed, Figure

SHOES: Final = 10_000
_PROCESSES: Final = 2
_PIECE: Final = 500


def replayed() -> Sequence[Figure]:
    """Compare the shoes of every game.

    Raises:
        Failed: one replays to something else; it is named by its game and number.
    """
    from tests.transcripts.random_shoes import GAMES  # noqa: PLC0415 - the tests, when asked for

    figures = []
    with ProcessPoolExecutor(_PROCESSES) as pool:
        for game in GAMES:
            rounds = staked = returned = done = 0
            pieces = [(game, first) for first in range(0, SHOES, _PIECE)]
            try:
                for counted in pool.map(_piece, *zip(*pieces, strict=True)):
                    rounds, staked, returned = (
                        old + new
                        for old, new in zip((rounds, staked, returned), counted, strict=True)
                    )
                    done += _PIECE
                    print(f"  {game}: {done} of {SHOES} shoes", flush=True)
            except AssertionError as difference:
                pool.shutdown(cancel_futures=True)
                raise Failed(str(difference)) from None
            what = f"{game}: shoes replayed, errors, differences of a stake or payout"
            figures.append(Figure(what, f"{done:,}, 0, 0"))
            figures.append(Figure(f"{game}: rounds in them", f"{rounds:,}"))
            share = f"{staked / 100:,.0f} and {returned / 100:,.0f}"
            figures.append(Figure(f"{game}: units staked and returned, by both tellings", share))
    return figures


def _piece(game: str, first: int) -> tuple[int, int, int]:
    """Compare some shoes; count their rounds, and the hundredths staked and returned."""
    from tests.transcripts.random_shoes import expected, require_same  # noqa: PLC0415

    rounds = staked = returned = 0
    for number in range(first, first + _PIECE):
        told = expected(require_same(game, number))["rounds"]
        rounds += len(told)
        staked += sum(one["staked"] for one in told)
        returned += sum(one["returned"] for one in told)
    return rounds, staked, returned
