"""What a split is worth, re-splits as far as the rules allow (rules.md section 6).

A box with a pair of x is split, and so is every further pair of x while it may have more hands.
Which second cards come decides how many hands there will be, and nothing else does: so the worth
of a split is a sum over "this many of the second cards are x". "The other hands' second cards are
not x" is taken in by inclusion and exclusion, which leaves single hands played from a stock that
lacks a known number of x: all hands are alike, for no play looks at another hand.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb

from blackjack.analysis import allowed
from blackjack.analysis.against import Against
from blackjack.analysis.play import Play, Policy
from blackjack.analysis.stock import ACE, CARDS
from blackjack.engine.rules import Rules
from blackjack.engine.state import Action

PAIR = 2
"""Cards x in the hand that is split."""


@dataclass(frozen=True, slots=True)
class Weights:
    """With which weight single hands, and pairs of hands, count: by cards x known to be out.

    Attributes:
        single: hands whose second card is not x, given that many cards x are out.
        stuck: hands x x that may not be split any more.
        both, mixed, both_stuck: the same for ordered pairs of different hands of a box.
    """

    single: Mapping[int, float]
    stuck: Mapping[int, float]
    both: Mapping[int, float]
    mixed: Mapping[int, float]
    both_stuck: Mapping[int, float]


def most_hands(rules: Rules, rank: int) -> int:
    """Return how many hands a box can have after pairs of this rank."""
    once = rank == ACE and not rules.resplit_aces
    return min(rules.max_hands, PAIR) if once else rules.max_hands


def weights(hands: int, left_of_rank: int, left: int) -> Weights:
    """Return the weights for a box of up to ``hands`` hands.

    Args:
        left_of_rank: cards x in the stock from which the second cards come.
        left: cards in that stock.
    """
    single: defaultdict[int, float] = defaultdict(float)
    stuck: defaultdict[int, float] = defaultdict(float)
    both: defaultdict[int, float] = defaultdict(float)
    mixed: defaultdict[int, float] = defaultdict(float)
    both_stuck: defaultdict[int, float] = defaultdict(float)

    def spread(into: defaultdict[int, float], weight: float, drawn: int, others: int) -> None:
        """Add "``drawn`` cards are x and ``others`` are not" as certain cards x alone."""
        if not weight:
            return
        for more in range(others + 1):
            chance = _all_of_rank(left_of_rank, left, drawn + more)
            if chance:
                into[PAIR + drawn + more] += (-1) ** more * comb(others, more) * weight * chance

    for drawn, others, stuck_hands, ways in _endings(hands):
        spread(single, ways * others, drawn, others - 1)
        spread(stuck, ways * stuck_hands, drawn, others)
        spread(both, ways * others * (others - 1), drawn, others - 2)
        spread(mixed, ways * 2 * others * stuck_hands, drawn, others - 1)
        spread(both_stuck, ways * stuck_hands * (stuck_hands - 1), drawn, others)
    return Weights(single, stuck, both, mixed, both_stuck)


def _endings(hands: int) -> list[tuple[int, int, int, int]]:
    """Return (second cards x, hands with another second card, hands x x, orders) of each ending.

    With fewer hands than the most, every x was split and every hand got another card in the end:
    of the orders of k x and k + 2 others those in which the others are never ahead by two before.
    """
    endings = []
    for splits in range(hands - PAIR):
        draws = 2 * splits + 2
        endings.append((splits, splits + PAIR, 0, comb(draws, splits) * 2 // draws))
    draws = 2 * hands - 2
    for drawn in range(hands - PAIR, draws + 1):
        earlier = sum(
            ways * comb(draws - 2 * splits - 2, drawn - splits)
            for splits, _, _, ways in endings[: hands - PAIR]
            if drawn >= splits
        )
        ways = comb(draws, drawn) - earlier
        endings.append((drawn, draws - drawn, drawn - (hands - PAIR), ways))
    return endings


def _all_of_rank(left_of_rank: int, left: int, draws: int) -> float:
    """Return the chance that so many draws are all of one rank."""
    chance = 1.0
    for drawn in range(draws):
        if left_of_rank <= drawn:
            return 0.0
        chance *= (left_of_rank - drawn) / (left - drawn)
    return chance


@dataclass(slots=True)
class Split:
    """The split of a pair under one up card.

    ``against`` is the stock before any card of the box is taken.
    """

    against: Against
    rank: int
    hands: int
    weights: Weights = field(init=False)
    _stocks: dict[int, Against] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.weights = weights(
            self.hands, self.against.counts[self.rank] - PAIR, self.against.size - PAIR
        )

    def value(self, policy: Policy, power: int = 1) -> float:
        """Return the mean of the hands' results together; for ``power`` 2 of their squares' sum."""
        return sum(
            [
                weight * self._single(self.play(policy, out, power))
                for out, weight in self.weights.single.items()
            ]
        ) + sum(
            [
                weight * self._stuck(self.play(policy, out, power, held=PAIR))
                for out, weight in self.weights.stuck.items()
            ]
        )

    def play(self, policy: Policy, out: int, power: int = 1, *, held: int = 1) -> Play:
        """Return the play of a hand that holds ``held`` of the ``out`` cards x that are out."""
        known = out - held
        if known not in self._stocks:
            self._stocks[known] = self.against.less(self.rank, known)
        return Play(self._stocks[known], policy, power)

    def allowed(self, holding: int) -> frozenset[Action]:
        """Return what a split hand of this holding may do, splitting apart."""
        against = self.against
        first = CARDS[self.rank]
        # The card that was split comes first: an ace that is drawn to another card changes nothing.
        others = list(against.table.cards[holding])
        others.remove(first)
        return allowed.after_split(
            against.rules, (first, *others), CARDS[against.up], max(self.hands, PAIR)
        ) - {Action.SPLIT}

    def starts(self, play: Play) -> list[tuple[int, float]]:
        """Return (holding, chance) of the second cards that are not x."""
        begin = play.against.table.of(self.rank)
        return [
            (after, chance)
            for rank, chance, after in play.against.draws(begin)
            if rank != self.rank
        ]

    def _single(self, play: Play) -> float:
        return sum(
            [
                chance * play.first(holding, self.allowed(holding))
                for holding, chance in self.starts(play)
            ]
        )

    def _stuck(self, play: Play) -> float:
        holding = play.against.table.of(self.rank, self.rank)
        return play.first(holding, self.allowed(holding))


def best(against: Against, rank: int, policy: Policy) -> tuple[float, int]:
    """Return what a split is worth, and to how many hands at most it is best split.

    Pairs that are drawn are split again as long as the rules allow, or never where that is
    worth more.
    """
    most = most_hands(against.rules, rank)
    found = [(Split(against, rank, hands).value(policy), hands) for hands in sorted({PAIR, most})]
    return max(found)
