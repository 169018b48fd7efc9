"""Every hand that a player can hold, as counts of ranks: the graph on which values are computed.

A hand's order never matters to what it is worth, so "8 3 5" and "3 8 5" are one holding.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from blackjack.analysis.stock import CARDS, ONE, RANKS
from blackjack.engine import hands
from blackjack.engine.cards import Card

NONE: Final = -1
"""Stands for a holding of more than 21: it is bust, whatever it holds."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of one card or more up to 21 points; every list has one entry for each.

    Attributes:
        keys: the cards, as a key of ``stock``.
        cards: the cards as the engine knows them.
        points: the total.
        soft: whether an ace counts 11 in it.
        after: for each rank the holding after drawing it, or ``NONE``; it always comes later.
        index: key -> number of the holding.
    """

    keys: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    soft: tuple[bool, ...]
    after: tuple[tuple[int, ...], ...]
    index: dict[int, int]

    def of(self, *ranks: int) -> int:
        """Return the number of the holding of these ranks."""
        return self.index[sum(ONE[rank] for rank in ranks)]


@cache
def holdings() -> Holdings:
    """Return all holdings, fewer cards first."""
    keys: list[int] = []
    cards: list[tuple[Card, ...]] = []
    index: dict[int, int] = {}

    def add(key: int, held: tuple[Card, ...]) -> None:
        index[key] = len(keys)
        keys.append(key)
        cards.append(held)

    for rank in range(len(RANKS)):
        add(ONE[rank], (CARDS[rank],))
    after = []
    number = 0
    while number < len(keys):
        children = []
        for rank in range(len(RANKS)):
            key, held = keys[number] + ONE[rank], (*cards[number], CARDS[rank])
            if key not in index and hands.value(held).points <= hands.TWENTY_ONE:
                add(key, held)
            children.append(index.get(key, NONE))
        after.append(tuple(children))
        number += 1
    values = [hands.value(held) for held in cards]
    return Holdings(
        keys=tuple(keys),
        cards=tuple(cards),
        points=tuple(value.points for value in values),
        soft=tuple(value.soft for value in values),
        after=tuple(after),
        index=index,
    )
