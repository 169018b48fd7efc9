"""The best table of play: one action for each total, softness and up card.

A table's column for one up card is improved until no entry can be changed for the better. What an
entry is worth is counted over every hand that comes to it under the table itself: first cards,
hands after draws, and split hands, each from its own stock.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from blackjack.analysis import allowed, splits
from blackjack.analysis.against import Against
from blackjack.analysis.play import Best, Play
from blackjack.analysis.splits import Split
from blackjack.analysis.stock import CARDS
from blackjack.analysis.visits import TOTALS, Total, Visits, Worth
from blackjack.engine.hands import TWENTY_ONE
from blackjack.engine.state import Action

_NOTHING: Final = 1e-13
"""Differences below it are those of the last digits of floats."""
_STEPS: Final = 100
_FIRST: Final = (None, Action.DOUBLE, Action.SURRENDER)


@dataclass(frozen=True, slots=True)
class Column:
    """How to play against one up card. It is a ``play.Policy``.

    Attributes:
        hit: totals on which another card is drawn; on all others the hand stands.
        special: totals on which two cards double or are given up, where they may; where they
            may not they hit or stand.
        split: rank (index) -> to how many hands at most its pairs are split; pairs of other ranks
            are played as their total.
    """

    hit: frozenset[Total]
    special: Mapping[Total, Action]
    split: Mapping[int, int]

    def hits(self, holding: int) -> bool:
        """Tell whether this hand draws another card."""
        return TOTALS[holding] in self.hit

    def first(self, holding: int, allowed: frozenset[Action]) -> Action:
        """Return what two cards do that are not split."""
        total = TOTALS[holding]
        if total.points == TWENTY_ONE:
            return Action.STAND
        special = self.special.get(total)
        if special is not None and special in allowed:
            return special
        return Action.HIT if Action.HIT in allowed and total in self.hit else Action.STAND


@dataclass(frozen=True, slots=True)
class Counted:
    """What a column is worth, and where its worth comes from.

    Attributes:
        value: mean result of a round in which this up card lies and the box has no blackjack,
            times the chance of that; at a peek without the dealer's blackjacks.
        visits: of all hands.
        pairs: rank -> (worth as a total, worth of the split, best number of hands), times the
            chance that play goes on.
    """

    value: float
    visits: Visits
    pairs: Mapping[int, tuple[float, float, int]]


def best(against: Against) -> tuple[Column, Counted]:
    """Return the best column against this up card.

    Raises:
        ArithmeticError: the improving came to no end, which would be an error of this module.
    """
    column = _begun(against)
    counted = count(against, column)
    for _ in range(_STEPS):
        changes = list(_changes(column, counted))
        if not changes:
            return _filled(against, column, counted), counted
        together = column
        for _gain, change in changes:
            together = _changed(together, change)
        after = count(against, together)
        if after.value <= counted.value:
            # Entries that each gain can lose together: then one at a time.
            together = _changed(column, max(changes, key=lambda one: one[0])[1])
            after = count(against, together)
        column, counted = together, after
    raise ArithmeticError("the table does not settle")


def value(against: Against, column: Column) -> float:
    """Return ``Counted.value`` of a column, without counting."""
    play, mean = Play(against, column), 0.0
    for low, high, holding, chance in against.two_cards():
        if against.table.points[holding] == TWENTY_ONE:
            continue
        if action(column, against, low, high) is Action.SPLIT:
            mean += chance * Split(against, low, column.split[low]).value(column)
        else:
            may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
            mean += chance * play.first(holding, may)
    return mean


def _begun(against: Against) -> Column:
    """Return where the improving begins: hit what two cards of a total best hit in the mean.

    Any other beginning leads to the same end; the nearer it is, the fewer hands are computed that
    no good table comes to.
    """
    best, gain = Best(against), dict.fromkeys(TOTALS, 0.0)
    for _low, _high, holding, chance in against.two_cards():
        gained = best.play.hit(holding) - best.play.stand(holding)
        gain[TOTALS[holding]] += chance * gained
    hit = {total for total, gained in gain.items() if gained > 0.0}
    return Column(hit=frozenset(hit), special={}, split={})


def _filled(against: Against, column: Column, counted: Counted) -> Column:
    """Add entries to which the table itself never comes: totals of pairs that are always split.

    They are for a player who can't pay the split.
    """
    play = Play(against, column)
    for rank in column.split:
        holding = against.table.of(rank, rank)
        total = TOTALS[holding]
        if counted.visits.first[total].weight or counted.visits.later[total].weight:
            continue
        may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
        worth = {one: play.of(one, holding) for one in may - {Action.SPLIT}}
        best = max(worth, key=worth.__getitem__)
        hit = worth[Action.HIT] > worth[Action.STAND]
        special = best if best in _FIRST else None
        column = _changed(column, _Entry(total, hit, special))
    return column


def count(against: Against, column: Column) -> Counted:
    """Play all hands by a column."""
    visits, play = Visits(), Play(against, column)
    value, pairs, starts = 0.0, {}, []
    for low, high, holding, chance in against.two_cards():
        if against.table.points[holding] == TWENTY_ONE:
            continue
        may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
        worth = play.first(holding, may)
        if low == high and Action.SPLIT in may:
            split, hands = splits.best(against, low, column)
            pairs[low] = (worth, split, hands)
            if low in column.split:
                parted = Split(against, low, column.split[low])
                value += chance * parted.value(column)
                _count_split(visits, parted, column, chance)
                continue
        value += chance * worth
        starts.append((holding, chance, may))
    visits.count(play, starts)
    return Counted(value, visits, pairs)


def _count_split(visits: Visits, split: Split, column: Column, chance: float) -> None:
    for out, weight in split.weights.single.items():
        play = split.play(column, out)
        visits.count(
            play,
            [
                (holding, chance * weight * drawn, split.allowed(holding))
                for holding, drawn in split.starts(play)
            ],
        )
    stuck = split.against.table.of(split.rank, split.rank)
    for out, weight in split.weights.stuck.items():
        play = split.play(column, out, held=splits.PAIR)
        visits.count(play, [(stuck, chance * weight, split.allowed(stuck))])


@dataclass(frozen=True, slots=True)
class _Entry:
    """A new entry of a total."""

    total: Total
    hit: bool
    special: Action | None


@dataclass(frozen=True, slots=True)
class _Pair:
    """A new entry of a pair; 0 hands: not split."""

    rank: int
    hands: int


def _changes(column: Column, counted: Counted) -> Iterator[tuple[float, _Entry | _Pair]]:
    """Yield (gain, change) for every entry that can be bettered by itself."""
    for total in sorted({*counted.visits.first, *counted.visits.later}):
        special = column.special.get(total)
        now = _worth(counted.visits, total, hit=total in column.hit, special=special)
        options = [
            (_worth(counted.visits, total, hit=hit, special=other) - now, hit, other)
            for hit in (False, True)
            for other in _FIRST
            if other is None or (total, other) in counted.visits.able
        ]
        gain, hit, other = max(options, key=lambda option: option[0])
        if gain > _NOTHING:
            yield gain, _Entry(total, hit, other)
    for rank, (unsplit, split, hands) in counted.pairs.items():
        gain = split - unsplit if rank not in column.split else unsplit - split
        if gain > _NOTHING:
            yield gain, _Pair(rank, 0 if rank in column.split else hands)
        elif rank in column.split and column.split[rank] != hands:
            yield 0.0, _Pair(rank, hands)


def _worth(visits: Visits, total: Total, *, hit: bool, special: Action | None) -> float:
    """Return what all visits of a total are worth if they are played like this."""
    plain = Action.HIT if hit else Action.STAND
    worth = visits.later[total].sums[plain] + visits.first[total].sums[plain]
    if special is not None:
        able: Worth = visits.able[total, special]
        worth += able.sums[special] - able.sums[plain]
    return worth


def _changed(column: Column, change: _Entry | _Pair) -> Column:
    match change:
        case _Pair(rank, hands):
            split = {one: most for one, most in column.split.items() if one != rank}
            return replace(column, split={**split, rank: hands} if hands else split)
        case _Entry(total, hit, special):
            entries = {one: other for one, other in column.special.items() if one != total}
            return replace(
                column,
                hit=column.hit | {total} if hit else column.hit - {total},
                special=entries if special is None else {**entries, total: special},
            )


def action(column: Column, against: Against, low: int, high: int) -> Action:
    """Return what the column does with these first two cards."""
    holding = against.table.of(low, high)
    may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
    if low == high and low in column.split and Action.SPLIT in may:
        return Action.SPLIT
    return column.first(holding, may)
