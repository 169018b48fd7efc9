"""Rounds from a small shoe, card by card in the order in which the table deals them.

It shares no code with the analysis and none with the engine: cards are numbers (the ace is 1),
every order of the cards is gone through, and the hole card is drawn first and looked at.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache


def points(cards):
    total = sum(cards)
    soft = 1 in cards and total <= 11
    return (total + 10, True) if soft else (total, False)


def draws(shoe):
    """Yield (card, chance, shoe after) of the next card; a shoe is a tuple of (card, number)."""
    left = sum(number for _, number in shoe)
    assert left, "the shoe is too small for this test"
    for card, number in shoe:
        if number:
            yield card, number / left, without(shoe, card)


def without(shoe, *cards):
    counts = dict(shoe)
    for card in cards:
        counts[card] -= 1
    return tuple(sorted(counts.items()))


@dataclass(frozen=True)
class House:
    """The rules that matter here."""

    hits_soft_17: bool
    peeks: bool
    most_hands: int
    aces_again: bool
    double: Callable = field(compare=False, default=lambda cards, split: False)
    """(two cards, whether they come from a split) -> whether they may be doubled."""


def dealer_ends(house, held, shoe):
    """Return {end: chance}; an end is a total, 22 for a bust, "bj" for a blackjack."""
    total, soft = points(held)
    if total < 17 or (total == 17 and soft and house.hits_soft_17):
        ends = defaultdict(float)
        for card, chance, after in draws(shoe):
            for end, part in dealer_ends(house, tuple(sorted((*held, card))), after).items():
                ends[end] += chance * part
        return ends
    return {"bj" if len(held) == 2 and total == 21 else min(total, 22): 1.0}


dealer_ends = cache(dealer_ends)


def net(cards, stake, end):
    """Return what a finished hand brings; a dealer's blackjack takes doubles and splits, too."""
    mine = points(cards)[0]
    if mine > 21 or end == "bj":
        return -stake
    if end == 22 or mine > end:
        return stake
    return 0 if mine == end else -stake


class Box:
    """One box against one up card.

    ``decide(cards, may_double, may_hit)`` says hit, stand or double; ``power`` 2 gives squares of
    the box's whole result. Where the house peeks, the value is that of the rounds without a
    dealer's blackjack, and their chance is divided out.
    """

    def __init__(self, house, up, shoe, decide, *, power=1):
        self.house, self.up, self.shoe, self.decide, self.power = house, up, shoe, decide, power
        self._played = cache(self._play)

    def value(self, hands, *, split=False):
        """Return the mean over the hole card; ``hands`` are (cards, stake, done)."""
        if not self.house.peeks or self.up not in {1, 10}:
            return self._played(hands, 0, self.shoe, None, split)
        bad = 10 if self.up == 1 else 1
        mean = mass = 0.0
        for hole, chance, after in draws(self.shoe):
            if hole != bad:
                mass += chance
                mean += chance * self._played(hands, 0, after, hole, split)
        return mean / mass

    def split(self, card):
        """Return the value of splitting a pair of this card, which the shoe lacks already."""
        return self.value((((card,), 1, False), ((card,), 1, False)), split=True)

    def _play(self, hands, at, shoe, hole, split):
        if at == len(hands):
            return self._settle(hands, shoe, hole)
        fresh = next((index for index, hand in enumerate(hands) if len(hand[0]) == 1), None)
        if fresh is not None:  # both hands of a split get their second card at once
            return sum(
                chance * self._played(self._dealt(hands, fresh, card), at, after, hole, split)
                for card, chance, after in draws(shoe)
            )
        cards, stake, done = hands[at]
        if done or points(cards)[0] >= 21:
            return self._played(hands, at + 1, shoe, hole, split)
        aces = split and cards[0] == 1 and len(cards) == 2
        if split and len(cards) == 2 and cards[0] == cards[1]:
            again = self.house.aces_again or not aces
            if len(hands) < self.house.most_hands and again:
                two = (((cards[0],), 1, False), ((cards[0],), 1, False))
                return self._played((*hands[:at], *two, *hands[at + 1 :]), at, shoe, hole, split)
        if aces:
            return self._played(hands, at + 1, shoe, hole, split)
        may_double = len(cards) == 2 and self.house.double(cards, split)
        action = self.decide(cards, may_double)
        if action == "stand":
            return self._played(hands, at + 1, shoe, hole, split)
        double = action == "double"
        return sum(
            chance
            * self._played(
                (*hands[:at], ((*cards, card), stake * (1 + double), double), *hands[at + 1 :]),
                at,
                after,
                hole,
                split,
            )
            for card, chance, after in draws(shoe)
        )

    @staticmethod
    def _dealt(hands, index, card):
        cards, stake, done = hands[index]
        return (*hands[:index], ((*cards, card), stake, done), *hands[index + 1 :])

    def _settle(self, hands, shoe, hole):
        held = (self.up,) if hole is None else tuple(sorted((self.up, hole)))
        return sum(
            chance * sum(net(cards, stake, end) for cards, stake, _ in hands) ** self.power
            for end, chance in dealer_ends(self.house, held, shoe).items()
        )


def drawn(box, cards, action):
    """Return the value of hitting or doubling ``cards`` first, and going on as the box decides."""

    def first(now, may_double):
        return action if now == cards else box.decide(now, may_double)

    return Box(box.house, box.up, box.shoe, first).value(((cards, 1, False),))


def own_best(house, up, shoe):
    """Return what decides hit or stand for the best, by trying both on every hand."""

    @cache
    def hits(cards):
        box = Box(house, up, without(shoe, up, *cards), decide)
        return drawn(box, cards, "hit") > box.value(((cards, 1, True),))

    def decide(cards, _may_double):
        return "hit" if hits(tuple(sorted(cards))) else "stand"

    return decide
