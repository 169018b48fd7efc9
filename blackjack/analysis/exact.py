"""The exact analysis of a game from a fresh shoe, put together from its up cards.

One box, initial bet 1, no insurance; the results are the player's. Plain data come out, which
``results`` keeps as JSON and ``published`` reads.
"""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any, Final

from blackjack.analysis import allowed, bingo, splits, table
from blackjack.analysis.against import NET, Against
from blackjack.analysis.dealer import BLACKJACK, ENDS, Totals
from blackjack.analysis.holdings import holdings
from blackjack.analysis.moments import Products
from blackjack.analysis.play import Best, Play
from blackjack.analysis.stock import ACE, CARDS, RANKS, TEN, fresh
from blackjack.analysis.table import Column, Counted
from blackjack.analysis.visits import TOTALS, Total, Worth
from blackjack.engine import settle
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


def analyse(rules: Rules, counts: tuple[int, ...] | None = None) -> dict[str, Any]:
    """Analyse a game.

    Args:
        counts: another shoe than the game's, by rank.
    """
    counts = fresh(rules) if counts is None else counts
    cards = sum(counts)
    ups = [UpCard(rules, counts, up) for up in range(len(RANKS)) if counts[up]]
    chances = [counts[one.up] / cards for one in ups]
    mean = sum(chance * one.table for chance, one in zip(chances, ups, strict=True))
    square = sum(chance * one.square for chance, one in zip(chances, ups, strict=True))
    dealer = [
        sum(chance * one.dealer[end] for chance, one in zip(chances, ups, strict=True))
        for end in range(len(ENDS))
    ]
    result: dict[str, Any] = {
        "variant": str(rules.variant),
        "ev_composition": sum(
            chance * one.composition for chance, one in zip(chances, ups, strict=True)
        ),
        "ev_table": mean,
        "sd_table": sqrt(square - mean**2),
        "natural": 2 * counts[ACE] * counts[TEN] / (cards * (cards - 1)),
        "insurance": {RANKS[ACE]: _insurance(counts)},
        "table": _rows(ups, lambda one: one.codes),
        "by_up_card": {
            RANKS[one.up]: {
                "chance": chance,
                "ev_composition": one.composition,
                "ev_table": one.table,
                "dealer": dict(zip(ENDS, one.dealer, strict=True)),
            }
            for chance, one in zip(chances, ups, strict=True)
        },
        "dealer": dict(zip(ENDS, dealer, strict=True)),
        "values": _rows(ups, lambda one: one.values),
        "hands": [
            {**hand, "deal": hand["deal"] * chance}
            for chance, one in zip(chances, ups, strict=True)
            for hand in one.hands
        ],
    }
    if rules.kept_shoe:
        result["removal"] = {
            label: sum(
                (counts[one.up] - (rank == one.up)) / (cards - 1) * one.removal[rank] for one in ups
            )
            - mean
            for rank, label in enumerate(RANKS)
            if counts[rank] > 1
        }
    if rules.bingo:
        result["bingo"] = bingo.best(dealer).as_data()
    return result


def _insurance(counts: tuple[int, ...]) -> float:
    """Return the mean net result per unit of insurance when nothing but the ace is known."""
    return float(settle.INSURANCE_RETURNS * counts[TEN] / (sum(counts) - 1) - 1)


def _rows(
    ups: list["UpCard"], of: Callable[["UpCard"], Mapping[tuple[str, str], Any]]
) -> dict[str, dict[str, dict[str, Any]]]:
    """Turn columns {(kind, label): entry} into {kind: {label: {up card: entry}}}."""
    rows: dict[str, dict[str, dict[str, Any]]] = {}
    for one in ups:
        for (kind, label), entry in of(one).items():
            rows.setdefault(kind, {}).setdefault(label, {})[RANKS[one.up]] = entry
    return rows


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

    def __init__(self, rules: Rules, counts: tuple[int, ...], up: int) -> None:
        self.up = up
        self._against = against = Against.dealt(rules, counts, up)
        self.dealer: Totals = against.totals(against.stock)
        best = Best(against)
        column, counted = table.best(against)
        self.composition, self.hands = self._composition(best)
        self.table = counted.value + settled(against)
        self.square = self._square(column)
        self.removal = [
            against.counts[rank] and table_mean(against.less(rank, 1), column)
            for rank in range(len(RANKS))
            if rules.kept_shoe
        ]
        self.codes = _codes(rules, column)
        self.values = self._values(column, counted)

    def _composition(self, best: Best) -> tuple[float, list[dict[str, Any]]]:
        """Play every two cards for the best; return the mean, and a row for each."""
        against, rows = self._against, []
        mean = settled(against)
        for low, high, holding, chance in against.two_cards():
            going_on = against.mass(against.stock - against.table.keys[holding])
            blackjack = _after(against, holding)[BLACKJACK]
            may = allowed.first(against.rules, against.table.cards[holding], CARDS[self.up])
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
                    "up": RANKS[self.up],
                    "deal": chance,
                    "dealer_blackjack": blackjack,
                    "best": LETTERS[chosen],
                    **{str(action): value / going_on for action, value in worth.items()},
                }
            )
        return mean, rows

    def _square(self, column: Column) -> float:
        against, products = self._against, Products(self._against)
        play = Play(against, column, power=2)
        square = settled(against, 2)
        for low, high, holding, chance in against.two_cards():
            may = allowed.first(against.rules, against.table.cards[holding], CARDS[self.up])
            if table.action(column, against, low, high) is Action.SPLIT:
                split = splits.Split(against, low, column.split[low])
                square += chance * split.value(column, power=2)
                products.add(split, column, chance)
            elif against.table.points[holding] != TWENTY_ONE:
                square += chance * play.first(holding, may)
        return square + products.mean()

    def _values(
        self, column: Column, counted: Counted
    ) -> dict[tuple[str, str], dict[str, dict[str, float]]]:
        """Return what each action is worth, in the mean over the hands of a class."""
        against = self._against
        play = Play(against, column)
        first: dict[tuple[str, str], Worth] = {}
        for low, high, holding, chance in against.two_cards():
            if against.table.points[holding] == TWENTY_ONE:
                continue
            going_on = against.mass(against.stock - against.table.keys[holding])
            may = allowed.first(against.rules, against.table.cards[holding], CARDS[self.up])
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
