"""The exact analysis of a game from a fresh shoe, put together from its up cards.

One box, initial bet 1, no insurance; the results are the player's. Plain data come out, which
``results`` keeps as JSON and ``published`` reads.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import sqrt
from typing import Any

from blackjack.analysis import bingo, upcard
from blackjack.analysis.dealer import ENDS
from blackjack.analysis.stock import ACE, RANKS, TEN, fresh
from blackjack.analysis.upcard import UpCard
from blackjack.engine import settle
from blackjack.engine.rules import Rules


def analyse(
    rules: Rules,
    counts: tuple[int, ...] | None = None,
    *,
    each: Callable[[Callable[[int], UpCard], Iterable[int]], Iterable[UpCard]] = map,
) -> dict[str, Any]:
    """Analyse a game.

    Args:
        counts: another shoe than the game's, by rank.
        each: how the up cards are gone through; a pool's ``map`` shares them out.
    """
    counts = fresh(rules) if counts is None else counts
    cards = sum(counts)
    ranks = [rank for rank, count in enumerate(counts) if count]
    ups = list(each(partial(upcard.analyse, rules, counts), ranks))
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
    ups: list[UpCard], of: Callable[[UpCard], Mapping[tuple[str, str], Any]]
) -> dict[str, dict[str, dict[str, Any]]]:
    """Turn columns {(kind, label): entry} into {kind: {label: {up card: entry}}}."""
    rows: dict[str, dict[str, dict[str, Any]]] = {}
    for one in ups:
        for (kind, label), entry in of(one).items():
            rows.setdefault(kind, {}).setdefault(label, {})[RANKS[one.up]] = entry
    return rows
