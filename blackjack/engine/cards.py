"""Cards as two-character codes, and what they count (rules.md section 1)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = str
"""Rank and suit, such as ``"0H"`` for the ten of hearts."""

RANKS: Final = "234567890JQKA"
SUITS: Final = "SCDH"
DECK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

ACE_POINTS: Final = 11
_RANK_POINTS: Final = {
    **{digit: int(digit) for digit in "23456789"},
    **dict.fromkeys("0JQK", 10),
    "A": ACE_POINTS,
}
POINTS: Final[dict[Card, int]] = {card: _RANK_POINTS[card[0]] for card in DECK}
"""What each card counts; an ace is 11 here, ``hands.value`` makes it 1 where it must be."""


def decks(number: int) -> tuple[Card, ...]:
    """Return the cards of ``number`` whole decks in a fixed order, for a shuffle to start from."""
    return DECK * number


def is_whole_decks(cards: Iterable[Card], number: int) -> bool:
    """Tell whether ``cards``, in any order, are exactly ``number`` decks of 52."""
    counted = Counter(cards)
    return len(counted) == len(DECK) and all(counted[card] == number for card in DECK)
