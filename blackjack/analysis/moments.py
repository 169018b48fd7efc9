"""The mean square of what a split box brings under a table, its hands together.

Split hands face one dealer, so their results hang together: the mean of a product needs both
hands' cards at once. Under a table a hand's end depends on its own cards alone; so the ends of a
single hand are listed once, with the number of orders in which its cards come, and every two of
them are laid together.

A hand's result is told as "the stake is lost, and what it gets back comes back": bust hands, of
which there are most, get nothing back and need not be listed, and the stake is known from the
second card.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import perm, prod
from operator import add, mul, sub
from typing import Final, NamedTuple, TypeAlias

from blackjack.analysis.against import RESULTS, Against
from blackjack.analysis.dealer import BLACKJACK, ENDS
from blackjack.analysis.holdings import NONE, holdings
from blackjack.analysis.play import Policy
from blackjack.analysis.splits import PAIR, Split
from blackjack.analysis.stock import ONE, counts_of
from blackjack.engine.hands import TWENTY_ONE
from blackjack.engine.state import Action

_LOWEST: Final = min(RESULTS[False])
_STAKED: Final = 0
"""Stands for the points where the stake is laid."""
_TAIL: Final = 3e-4
"""Of so much weight in a column the dealer's totals are continued; see ``Products.mean``."""
_CARDS: Final = 300
"""In so large a shoe. Third differences grow with the third power as shoes get smaller."""


class Part(NamedTuple):
    """A part of a hand's result: its stake, or what these points get back for it."""

    points: int
    stake: int


_Parts: TypeAlias = Mapping[tuple[int, Part], int]
"""(Key of the cards drawn, part) -> the orders in which they are drawn."""
_Pairs: TypeAlias = Mapping[int, Sequence[float]]
"""Key of the cards drawn to both hands -> summed products, by the dealer's end."""


@dataclass(slots=True)
class Products:
    """Mean products of the results of different hands of split boxes, under one up card.

    What every two ends bring is gathered by the cards that are left then, over all pairs: many
    boxes leave the same cards to the dealer.
    """

    against: Against
    by_left: dict[int, list[float]] = field(default_factory=dict, repr=False)

    def add(self, split: Split, policy: Policy, chance: float) -> None:
        """Take in the split of a pair that comes with this chance."""
        number = holdings().of
        begin, pair = number(split.rank), number(split.rank, split.rank)
        others = [after for rank, after in enumerate(holdings().after[begin]) if rank != split.rank]
        single = _parts(split, policy, others, holdings().keys[begin])
        stuck = _parts(split, policy, [pair], holdings().keys[pair])
        weights = split.weights
        for by_out, one, two in (
            (weights.both, single, single),
            (weights.mixed, single, stuck),
            (weights.both_stuck, stuck, stuck),
        ):
            pairs = _pairs(one, two, peeks=self.against.peeks) if by_out else {}
            for out, weight in by_out.items():
                self._add(self.against.less(split.rank, out), chance * weight, pairs)

    def _add(self, against: Against, weight: float, pairs: _Pairs) -> None:
        for key, results in pairs.items():
            drawn = counts_of(key)
            ways = prod(map(perm, against.counts, drawn))
            if ways:
                factor = weight * ways / perm(against.size, sum(drawn))
                left = against.stock - key
                weighted = [factor * result for result in results]
                known = self.by_left.get(left)
                self.by_left[left] = list(map(add, known, weighted)) if known else weighted

    def mean(self) -> float:
        """Return the sum of the products, each times its chance.

        The dealer's totals are computed for the cards left to him, exactly, beginning with those
        that weigh most. For the last ``_TAIL`` of the weight, most cases, they are continued from
        the whole stock: see ``_continued``.
        """
        sizes = {left: max(map(abs, results)) for left, results in self.by_left.items()}
        most = _TAIL * min(1.0, self.against.size / _CARDS) ** 3
        tail = 0.0
        mean = 0.0
        rest: dict[int, list[float]] = {}
        for left in sorted(sizes, key=sizes.__getitem__):
            tail += sizes[left]
            if tail < most:
                rest[left] = self.by_left[left]
            else:
                totals = self.against.tree.totals(left)
                mean += sum(map(mul, totals, self.by_left[left]))
        return mean + self._continued(rest)

    def _continued(self, rest: Mapping[int, Sequence[float]]) -> float:
        """Return the part of the mean in which the totals follow from a few missing cards.

        First and second differences, as a parabola in the number of each rank missing. Over ten
        cards missing from 300 the third differences are millionths.
        """
        stock, found = self.against.stock, self.against.totals
        counts = self.against.counts
        ranks = [rank for rank, count in enumerate(counts) if count > PAIR]
        begin = found(stock)
        one = {rank: list(map(sub, found(stock - ONE[rank]), begin)) for rank in ranks}
        whole = _zeros()
        by_rank: defaultdict[int, list[float]] = defaultdict(_zeros)
        by_two: defaultdict[tuple[int, int], list[float]] = defaultdict(_zeros)
        for left, results in rest.items():
            _add_times(whole, 1.0, results)
            missing = [(rank, n) for rank, n in enumerate(counts_of(stock - left)) if n]
            for at, (rank, number) in enumerate(missing):
                _add_times(by_rank[rank], number, results)
                _add_times(by_two[rank, rank], number * (number - 1) / 2, results)
                for other, more in missing[at + 1 :]:
                    _add_times(by_two[rank, other], number * more, results)
        mean: float = sum(map(mul, begin, whole))
        for rank, summed in by_rank.items():
            mean += sum(map(mul, one[rank], summed))
        for (rank, other), summed in by_two.items():
            if not any(summed):
                continue
            both = map(sub, found(stock - ONE[rank] - ONE[other]), begin)
            second = map(sub, both, map(add, one[rank], one[other]))
            mean += sum(map(mul, second, summed))
        return mean


def _zeros() -> list[float]:
    return [0.0] * len(ENDS)


def _add_times(into: list[float], times: float, results: Sequence[float]) -> None:
    for at, result in enumerate(results):
        into[at] += times * result


def _pairs(one: _Parts, two: _Parts, *, peeks: bool) -> _Pairs:
    """Lay every two parts together."""
    results = {part: _results(part, peeks=peeks) for _, part in {*one, *two}}
    by_part: defaultdict[tuple[Part, Part], defaultdict[int, int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for (key, part), ways in one.items():
        for (other_key, other), other_ways in two.items():
            by_part[part, other][key + other_key] += ways * other_ways
    summed: defaultdict[int, list[float]] = defaultdict(_zeros)
    for (part, other), ways_by_key in by_part.items():
        product = list(map(mul, results[part], results[other]))
        for key, ways in ways_by_key.items():
            into = summed[key]
            for at, result in enumerate(product):
                into[at] += ways * result
    return summed


def _results(part: Part, *, peeks: bool) -> list[float]:
    """Return what this part brings, by the dealer's end."""
    if part.points == _STAKED:
        results = [-float(part.stake)] * len(ENDS)
    else:
        results = [part.stake * (1.0 + net) for net in RESULTS[peeks][part.points]]
    if peeks:
        results[BLACKJACK] = 0.0  # the pair would not have been split
    return results


def _parts(split: Split, policy: Policy, starts: Iterable[int], held: int) -> _Parts:
    """List the parts of the result of a hand that begins as one of ``starts``.

    Args:
        held: key of the cards that were there before the draws are counted.
    """
    table = holdings()
    parts: defaultdict[tuple[int, Part], int] = defaultdict(int)
    coming: defaultdict[int, int] = defaultdict(int)

    def stood(holding: int, ways: int, *, stake: int = 1) -> None:
        points = max(table.points[holding], _LOWEST)
        parts[table.keys[holding] - held, Part(points, stake)] += ways

    for holding in starts:
        action = policy.first(holding, split.allowed(holding))
        stake = 2 if action is Action.DOUBLE else 1
        parts[table.keys[holding] - held, Part(_STAKED, stake)] += 1
        for after in table.after[holding] if action in {Action.HIT, Action.DOUBLE} else ():
            if after != NONE and action is Action.DOUBLE:
                stood(after, 1, stake=stake)
            elif after != NONE:
                coming[after] += 1
        if action is Action.STAND:
            stood(holding, 1)
    # A holding comes after all from which it is reached, so one pass meets every hand.
    for holding in range(len(table.keys)):
        ways = coming.get(holding, 0)
        if ways and table.points[holding] < TWENTY_ONE and policy.hits(holding):
            for after in table.after[holding]:
                if after != NONE:
                    coming[after] += ways
        elif ways:
            stood(holding, ways)
    return parts
