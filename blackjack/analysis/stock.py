"""The cards that are still to come, as counts by rank: all that chances depend on.

A stock is one integer with eight bits for each rank, so that taking a hand's cards away is one
subtraction and equal stocks are equal keys of a cache.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from blackjack.engine.cards import POINTS, Card, decks
from blackjack.engine.rules import Rules

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Ranks that play differently, in the order of their indices: all ten-point cards are one."""
ACE: Final = 0
TEN: Final = 9
CARDS: Final[tuple[Card, ...]] = tuple(f"{label[-1]}S" for label in RANKS)
"""A card of each rank, for questions to the engine."""

_BITS: Final = 8
_MASK: Final = (1 << _BITS) - 1
_SHIFTS: Final = tuple(range(0, _BITS * len(RANKS), _BITS))
ONE: Final = tuple(1 << shift for shift in _SHIFTS)
"""The key of one card of each rank."""


def rank_of(card: Card) -> int:
    """Return the index of a card's rank in ``RANKS``."""
    return _RANK_OF[POINTS[card]]


_RANK_OF: Final = {POINTS[card]: rank for rank, card in enumerate(CARDS)}


def key_of(counts: Iterable[int]) -> int:
    """Return the key of these counts, one for each rank."""
    return sum(count << shift for count, shift in zip(counts, _SHIFTS, strict=True))


def counts_of(key: int) -> list[int]:
    """Return the counts by rank."""
    return [key >> shift & _MASK for shift in _SHIFTS]


def fresh(rules: Rules) -> tuple[int, ...]:
    """Return the counts of the whole shoe of a game."""
    return counted(decks(rules.decks))


def counted(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the counts of these cards."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[rank_of(card)] += 1
    return tuple(counts)
