"""The bingo bet as a question of when to leave (rules.md section 8).

The dealer always plays out his hand in this game, whatever the boxes hold, so the cells that
light are his totals alone: rounds from a fresh shoe are independent of each other and of how the
boxes play. Only two things of a session count: which cells are lit, and how many rounds it took,
as long as the jackpot is still to be had.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

from blackjack.analysis.dealer import BLACKJACK, ENDS
from blackjack.engine import bingo
from blackjack.engine.bingo import CELLS, JACKPOT_ROUNDS, Ended, Session
from blackjack.engine.hands import TWENTY_ONE

_LATE: Final = JACKPOT_ROUNDS + 1
"""Stands for every number of rounds after which no jackpot is left."""
_STAKE: Final = 100


@dataclass(frozen=True, slots=True)
class State:
    """A session between rounds.

    Attributes:
        value: mean return per unit of the stake with the best decisions from here, stake
            included.
        leaving: what leaving now returns.
        leave: whether leaving is best.
    """

    value: float
    leaving: float
    leave: bool


@dataclass(frozen=True, slots=True)
class Leaving:
    """The best decisions.

    Attributes:
        value: mean return per unit of the stake from the bet on.
        states: (lit cells, whether the jackpot is still to be had) -> the session there.
    """

    value: float
    states: Mapping[tuple[frozenset[int], bool], State]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "return": self.value,
            "states": [
                {
                    "lit": sorted(lit),
                    "jackpot_open": jackpot,
                    "value": state.value,
                    "leaving": state.leaving,
                    "leave": state.leave,
                }
                for (lit, jackpot), state in self.states.items()
            ],
        }


def jackpot_open(lit: frozenset[int], rounds: int) -> bool:
    """Tell whether all cells can still be lit in the rounds that the jackpot allows."""
    return rounds + len(CELLS) - len(lit) <= JACKPOT_ROUNDS


def best(dealer: Sequence[float]) -> Leaving:
    """Return the best decisions when each round's dealer ends as ``dealer`` says.

    Args:
        dealer: chances in the order of ``dealer.ENDS``.
    """
    chances = {int(end): chance for end, chance in zip(ENDS, dealer, strict=False) if end.isdigit()}
    chances[TWENTY_ONE] += dealer[BLACKJACK]  # a blackjack lights 21

    @cache
    def state(lit: frozenset[int], rounds: int) -> State:
        leaving = bingo.left(Session(_STAKE, lit, rounds)).returned / _STAKE
        staying = stay(lit, rounds)
        return State(max(leaving, staying), leaving, leaving > staying)

    def stay(lit: frozenset[int], rounds: int) -> float:
        now = 0.0
        again = 0.0
        for cell, chance in chances.items():
            if cell in lit and not jackpot_open(lit, rounds):
                again += chance  # the same state once more: nothing but waiting
            else:
                now += chance * after(lit, rounds, cell)
        # Where nothing else can ever light, waiting brings nothing, for ever.
        return now / (1.0 - again) if again < 1.0 else 0.0

    def after(lit: frozenset[int], rounds: int, cell: int) -> float:
        counted = bingo.after_round(Session(_STAKE, lit, rounds), cell)
        if isinstance(counted, Ended):
            return counted.returned / _STAKE
        return state(counted.lit, min(counted.rounds, _LATE)).value

    states = {}
    for number in range(1, len(CELLS)):
        for cells in combinations(CELLS, number):
            lit = frozenset(cells)
            states[lit, True] = state(lit, number)
            states[lit, False] = state(lit, _LATE)
    return Leaving(stay(frozenset(), 0), states)
