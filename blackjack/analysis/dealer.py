"""The dealer's final totals without replacement, exactly (rules.md section 5, "Dealer").

All hands with which the dealer can end are listed once for each up card, as counts by rank with
the number of orders in which they come. The chance of such a hand is a product over its ranks;
hands that begin alike share the beginning of their product, level by level of a tree.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import itemgetter, mul
from typing import Final, TypeAlias

from blackjack.analysis.stock import CARDS, RANKS, counts_of
from blackjack.engine import hands
from blackjack.engine.cards import Card
from blackjack.engine.round import DEALER_STANDS_ON, must_draw
from blackjack.engine.rules import Rules

Totals: TypeAlias = tuple[float, ...]
"""Chances of the dealer's ends, in the order of ``ENDS``."""

ENDS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")
"""21 is one of three cards or more."""
BUST: Final = 5
BLACKJACK: Final = 6


@dataclass(frozen=True, slots=True)
class _Level:
    """Nodes of the tree with equally many different ranks."""

    parents: "itemgetter[tuple[float, ...]]"
    factors: "itemgetter[tuple[float, ...]]"


@dataclass(frozen=True, slots=True)
class _Ends:
    """Hands of one end with equally many cards: where their products lie, and their orders."""

    end: int
    drawn: int
    level: int
    products: "itemgetter[tuple[float, ...]]"
    orders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """All final hands of the dealer over one up card."""

    levels: tuple[_Level, ...]
    ends: tuple[_Ends, ...]
    most: int
    """The most cards of one rank in a hand."""
    longest: int
    """The most cards that the dealer draws."""

    def totals(self, stock: int) -> Totals:
        """Return the chances of the ends when the dealer's further cards come from ``stock``."""
        factors = []
        left = 0
        for count in counts_of(stock):
            left += count
            product = 1.0
            for taken in range(self.most):
                product *= count - taken
                factors.append(product)
        ways = [1.0]
        for drawn in range(self.longest):
            # A hand of more cards than there are has a product of 0 in any case.
            ways.append(ways[-1] * max(left - drawn, 1))
        products: list[tuple[float, ...]] = [(1.0, 1.0)]
        for level in self.levels:
            products.append(tuple(map(mul, level.parents(products[-1]), level.factors(factors))))
        chances = [0.0] * len(ENDS)
        for ends in self.ends:
            found = sum(map(mul, ends.products(products[ends.level]), ends.orders))
            chances[ends.end] += found / ways[ends.drawn]
        return tuple(chances)


@cache
def tree(rules: Rules, up: int) -> Tree:
    """Return the tree of the dealer's hands over an up card of this rank."""
    final: defaultdict[tuple[int, ...], int] = defaultdict(int)
    end_of: dict[tuple[int, ...], int] = {}
    drawn = [0] * len(RANKS)

    def draw(cards: tuple[Card, ...]) -> None:
        for rank, card in enumerate(CARDS):
            drawn[rank] += 1
            now = (*cards, card)
            if must_draw(rules, now):
                draw(now)
            else:
                final[tuple(drawn)] += 1
                end_of[tuple(drawn)] = _end(now)
            drawn[rank] -= 1

    draw((CARDS[up],))
    return _grown(final, end_of)


def _end(cards: Sequence[Card]) -> int:
    points = hands.value(cards).points
    if points > hands.TWENTY_ONE:
        return BUST
    return BLACKJACK if hands.is_blackjack(cards) else points - DEALER_STANDS_ON


def _grown(final: dict[tuple[int, ...], int], end_of: dict[tuple[int, ...], int]) -> Tree:
    most = max(max(counts) for counts in final)
    # A hand is the way (rank, count), (rank, count) … from the highest rank down: most hands
    # hold few high cards, so such ways part late.
    levels: list[dict[tuple[tuple[int, int], ...], int]] = [{(): 0}]
    ends: defaultdict[tuple[int, int, int], list[tuple[int, int]]] = defaultdict(list)
    for counts, orders in final.items():
        way: tuple[tuple[int, int], ...] = ()
        for rank in range(len(RANKS) - 1, -1, -1):
            if counts[rank]:
                way = (*way, (rank, counts[rank]))
                if len(levels) == len(way):
                    levels.append({})
                levels[len(way)].setdefault(way, len(levels[len(way)]))
        place = levels[len(way)][way]
        ends[end_of[counts], sum(counts), len(way)].append((place, orders))
    return Tree(
        levels=tuple(
            _Level(
                # One place more than there are: a getter of one item gives no tuple.
                itemgetter(*(above[way[:-1]] for way in level), 0),
                itemgetter(*(way[-1][0] * most + way[-1][1] - 1 for way in level), 0),
            )
            for above, level in pairwise(levels)
        ),
        ends=tuple(
            _Ends(
                end,
                drawn,
                level,
                itemgetter(*(place for place, _ in places), 0),
                (*(orders for _, orders in places), 0),
            )
            for (end, drawn, level), places in ends.items()
        ),
        most=most,
        longest=max(sum(counts) for counts in final),
    )
