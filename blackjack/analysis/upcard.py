"""The exact analysis of the rounds in which one up card lies.

One box, initial bet 1, no insurance; the results are the player's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from blackjack.analysis import allowed, splits, table
from blackjack.analysis.against import NET, Against
from blackjack.analysis.dealer import BLACKJACK, Totals
from blackjack.analysis.holdings import holdings
from blackjack.analysis.moments import Products
from blackjack.analysis.play import Best, Play
from blackjack.analysis.stock import CARDS, RANKS
from blackjack.analysis.table import Column, Counted
from blackjack.analysis.visits import TOTALS, Total, Worth
from blackjack.engine.hands import TWENTY_ONE
from blackjack.engine.rules import Rules
from blackjack.engine.state import Action, Outcome

LETTERS: Final = {
    Action.STAND: "S",
    Action.HIT: "H",
    Action.DOUBLE: "D",
    Action.SPLIT: "P",
    Action.SURRENDER: "R",
}
SPLIT_ONCE: Final = "1"
"""Follows P where a pair that comes after the split is better not split again."""
ELSE_STAND: Final = "s"
"""Follows D or R where a hand that may not do it stands; others hit."""
HARD: Final = range(4, TWENTY_ONE)
SOFT: Final = range(12, TWENTY_ONE)


def table_mean(against: Against, column: Column) -> float:
    """Return the mean result of a round in which this up card lies, played by a column."""
    return table.value(against, column) + settled(against)


def settled(against: Against, power: int = 1) -> float:
    """Return the part of the mean that no play changes: blackjacks of either side."""
    value = 0.0
    for _low, _high, holding, chance in against.two_cards():
        blackjack = _after(against, holding)[BLACKJACK]
        if against.table.points[holding] == TWENTY_ONE:
            value += chance * (1.0 - blackjack) * NET[Outcome.BLACKJACK] ** power
        elif against.peeks:
            value += chance * blackjack * NET[Outcome.LOSE] ** power
    return value


def _after(against: Against, holding: int) -> Totals:
    return against.totals(against.stock - against.table.keys[holding])


@dataclass(frozen=True, slots=True)
class UpCard:
    """Everything about one up card.

    Attributes:
        composition, table: mean results of a round in which it lies.
        square: mean square of the result under the table.
        dealer: the dealer's ends, nothing else being known.
        removal: for kept shoes, by rank: the table's mean with one card of that rank missing.
        codes: (kind, label) of a hand class -> the table's letters.
        values: (kind, label) -> what each action is worth, first and later.
        hands: every two cards, with what each action is worth with exactly them.
    """

    up: int
    composition: float
    table: float
    square: float
    dealer: Totals
    removal: tuple[float, ...]
    codes: Mapping[tuple[str, str], str]
    values: Mapping[tuple[str, str], Mapping[str, Mapping[str, float]]]
    hands: list[dict[str, Any]]


def analyse(rules: Rules, counts: tuple[int, ...], up: int) -> UpCard:
    """Analyse the rounds of a shoe in which a card of this rank lies."""
    against = Against.dealt(rules, counts, up)
    column, counted = table.best(against)
    composition, rows = _composition(against)
    return UpCard(
        up=up,
        composition=composition,
        table=counted.value + settled(against),
        square=_square(against, column),
        dealer=against.totals(against.stock),
        removal=tuple(
            table_mean(against.less(rank, 1), column) if count else 0.0
            for rank, count in enumerate(against.counts)
            if rules.kept_shoe
        ),
        codes=_codes(rules, column),
        values=_values(against, column, counted),
        hands=rows,
    )


def _composition(against: Against) -> tuple[float, list[dict[str, Any]]]:
    """Play every two cards for the best; return the mean, and a row for each."""
    best, rows = Best(against), []
    mean = settled(against)
    for low, high, holding, chance in against.two_cards():
        going_on = against.mass(against.stock - against.table.keys[holding])
        blackjack = _after(against, holding)[BLACKJACK]
        may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
        worth: dict[Action, float] = {
            action: splits.best(against, low, best)[0]
            if action is Action.SPLIT
            else best.play.of(action, holding)
            for action in LETTERS
            if action in may
        }
        if against.table.points[holding] == TWENTY_ONE:
            worth[Action.STAND] = (1.0 - blackjack) * NET[Outcome.BLACKJACK]
            chosen = Action.STAND
        else:
            chosen = max(worth, key=worth.__getitem__)
            mean += chance * worth[chosen]
        rows.append(
            {
                "cards": [RANKS[low], RANKS[high]],
                "up": RANKS[against.up],
                "deal": chance,
                "dealer_blackjack": blackjack,
                "best": LETTERS[chosen],
                **{str(action): value / going_on for action, value in worth.items()},
            }
        )
    return mean, rows


def _square(against: Against, column: Column) -> float:
    products = Products(against)
    play = Play(against, column, power=2)
    square = settled(against, 2)
    for low, high, holding, chance in against.two_cards():
        may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
        if table.action(column, against, low, high) is Action.SPLIT:
            split = splits.Split(against, low, column.split[low])
            square += chance * split.value(column, power=2)
            products.add(split, column, chance)
        elif against.table.points[holding] != TWENTY_ONE:
            square += chance * play.first(holding, may)
    return square + products.mean()


def _values(
    against: Against, column: Column, counted: Counted
) -> dict[tuple[str, str], dict[str, dict[str, float]]]:
    """Return what each action is worth, in the mean over the hands of a class."""
    play = Play(against, column)
    first: dict[tuple[str, str], Worth] = {}
    for low, high, holding, chance in against.two_cards():
        if against.table.points[holding] == TWENTY_ONE:
            continue
        going_on = against.mass(against.stock - against.table.keys[holding])
        may = allowed.first(against.rules, against.table.cards[holding], CARDS[against.up])
        worth: dict[Action, float] = {
            action: play.of(action, holding)
            for action in LETTERS
            if action in may and action is not Action.SPLIT
        }
        total = TOTALS[holding]
        if low != high or total.points in _ONLY_PAIRS[total.soft]:
            first.setdefault(_kind(total), Worth()).add(chance, going_on, worth)
        if low == high:
            if low in counted.pairs:
                worth[Action.SPLIT] = counted.pairs[low][1]
            first.setdefault(("pair", RANKS[low]), Worth()).add(chance, going_on, worth)
    found = {where: {"first": _means(worth)} for where, worth in first.items()}
    for total, worths in counted.visits.later.items():
        if worths.weight:
            found.setdefault(_kind(total), {})["later"] = _means(worths)
    return found


_ONLY_PAIRS: Final = {False: {4, 20}, True: {12}}
"""Softness -> totals that two cards have only as a pair."""


def _kind(total: Total) -> tuple[str, str]:
    return "soft" if total.soft else "hard", str(total.points)


def _means(worth: Worth) -> dict[str, float]:
    return {str(action): value / worth.weight for action, value in worth.sums.items()}


def _codes(rules: Rules, column: Column) -> dict[tuple[str, str], str]:
    """Write a column as letters, one entry for each hand class."""
    codes = {
        _kind(total): _letters(column, total)
        for total in (
            *(Total(points, soft=False) for points in HARD),
            *(Total(points, soft=True) for points in SOFT),
        )
    }
    for rank, label in enumerate(RANKS):
        total = TOTALS[_pair(rank)]
        codes["pair", label] = codes[_kind(total)]
        if rank in column.split:
            again = column.split[rank] == splits.most_hands(rules, rank)
            codes["pair", label] = LETTERS[Action.SPLIT] + ("" if again else SPLIT_ONCE)
    return codes


def _pair(rank: int) -> int:
    return holdings().of(rank, rank)


def _letters(column: Column, total: Total) -> str:
    plain = LETTERS[Action.HIT if total in column.hit else Action.STAND]
    special = column.special.get(total)
    if special is None:
        return plain
    return LETTERS[special] + (ELSE_STAND if plain == LETTERS[Action.STAND] else "")
