"""The dealer's final totals without replacement, exactly (rules.md section 5, "Dealer").

All hands with which the dealer can end are listed once for each up card, as counts by rank with
the number of orders in which they come. The chance of such a hand is a product over its ranks;
hands that begin alike share the beginning of their product, level by level of a tree.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
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


_Way: TypeAlias = tuple[tuple[int, int], ...]
"""A hand as (rank, count), (rank, count) … from the highest rank down: most hands hold few high
cards, so such ways part late."""


@dataclass(frozen=True, slots=True)
class _Level:
    """Nodes of the tree with equally many different ranks."""

    parents: "itemgetter[tuple[float, ...]]"
    factors: "itemgetter[tuple[float, ...]]"


@dataclass(frozen=True, slots=True)
class Tree:
    """All final hands of the dealer over one up card.

    Attributes:
        levels: the tree's nodes.
        products: takes the products of the final hands, end after end, from those of all nodes.
        orders: in how many orders each final hand comes.
        drawn: takes for each final hand what belongs to its number of cards.
        begins: where the hands of each end begin, and where the last ones end.
        most: the most cards of one rank in a hand.
        longest: the most cards that the dealer draws.
    """

    levels: tuple[_Level, ...]
    products: "itemgetter[tuple[float, ...]]"
    orders: tuple[float, ...]
    drawn: "itemgetter[tuple[float, ...]]"
    begins: tuple[int, ...]
    most: int
    longest: int

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
        parts = [1.0]
        for drawn in range(self.longest):
            # A hand of more cards than there are has a product of 0 in any case.
            parts.append(parts[-1] / max(left - drawn, 1))
        above: tuple[float, ...] = (1.0, 1.0)
        nodes = list(above)
        for level in self.levels:
            above = tuple(map(mul, level.parents(above), level.factors(factors)))
            nodes += above
        hands_in_order = map(mul, self.products(nodes), self.orders)
        chances = list(map(mul, hands_in_order, self.drawn(parts)))
        return tuple([sum(chances[begin:end]) for begin, end in pairwise(self.begins)])


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
    levels: list[dict[_Way, int]] = [{(): 0}]
    way_of: dict[tuple[int, ...], _Way] = {}
    for counts in final:
        way: _Way = ()
        for rank in range(len(RANKS) - 1, -1, -1):
            if counts[rank]:
                way = (*way, (rank, counts[rank]))
                if len(levels) == len(way):
                    levels.append({})
                levels[len(way)].setdefault(way, len(levels[len(way)]))
        way_of[counts] = way
    # One place more than there are, at the end: a getter of one item gives no tuple.
    starts = [0, *accumulate(len(level) + 1 for level in levels)]
    hands_by_end = sorted(final, key=end_of.__getitem__)
    number_of = Counter(end_of.values())
    places = [
        starts[len(way)] + levels[len(way)][way] for way in map(way_of.__getitem__, hands_by_end)
    ]
    return Tree(
        levels=tuple(
            _Level(
                itemgetter(*(above[way[:-1]] for way in level), 0),
                itemgetter(*(way[-1][0] * most + way[-1][1] - 1 for way in level), 0),
            )
            for above, level in pairwise(levels)
        ),
        products=itemgetter(*places, 0),
        orders=(*(float(final[counts]) for counts in hands_by_end), 0.0),
        drawn=itemgetter(*(sum(counts) for counts in hands_by_end), 0),
        begins=tuple(accumulate((number_of[end] for end in range(len(ENDS))), initial=0)),
        most=most,
        longest=max(sum(counts) for counts in final),
    )
