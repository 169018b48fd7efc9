"""The counts against the exact chances: shares with their bands, and one judgement of the dealer.

Pure but for reading the sums. Chances are floats; no amount of money is computed here.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import NormalDist
from typing import Any, Final

from django.db.models import Max, Min, QuerySet, Sum

from blackjack.analysis import published
from blackjack.analysis.published import Published
from blackjack.engine.rules import Variant
from blackjack.site_figures.models import ENDS, DailyFigures
from fairplay.statistics import chi_square_tail

BAND: Final = 0.99
"""Of the shares and the return as they are shown, each by itself."""
_WIDE: Final = NormalDist().inv_cdf((1 + BAND) / 2)
ALARM: Final = 0.001
"""How often fair dealing may be taken for foul in one night and game.

The counts grow, so the nights are far from independent: over years it is some ten looks.
"""
RECENT: Final = timedelta(days=7)
"""Judged by itself beside all days: a new fault does not drown in years without one."""
_LOOKS: Final = 4
"""Dealer's ends and blackjacks, over all days and the recent ones; each gets its share."""
_LEAST_EXPECTED: Final = 10
"""Times that the rarest end must be expected before anything is judged."""
_SUMS: Final = (
    "rounds",
    "boxes",
    "net",
    "net_squares",
    "net_boxes",
    "boxes_squares",
    "naturals",
    *(f"dealer_{end}" for end in ENDS),
)


@dataclass(frozen=True, slots=True)
class Share:
    """How often something came, and should.

    Attributes:
        name: one of ``ENDS``, or ``"natural"``.
        seen: times; ``of`` so many.
        exact: the chance from a fresh shoe.
        low, high: between which the share lies in 99 of 100 cases.
    """

    name: str
    seen: int
    of: int
    exact: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """How often it came, as a share."""
        return self.seen / self.of

    @property
    def inside(self) -> bool:
        """Whether it lies in its band."""
        return self.low <= self.share <= self.high


@dataclass(frozen=True, slots=True)
class Figures:
    """What a game came to, over all days that are counted.

    Attributes:
        first, last: days.
        returned: of each first bet, in the mean; ``low`` and ``high`` are its 99 % band.
        dealer: his ends. ``naturals``: blackjacks of boxes.
    """

    rounds: int
    boxes: int
    first: date
    last: date
    returned: float
    low: float
    high: float
    dealer: tuple[Share, ...]
    naturals: Share


def figures(variant: Variant) -> Figures | None:
    """Return the site's own figures of a game; ``None`` before its first round is counted."""
    sums = _sums(DailyFigures.objects.filter(variant=variant))
    if not sums["rounds"]:
        return None
    book = published.load(variant)
    boxes, net = sums["boxes"], sums["net"]
    mean = net / boxes
    spread = sums["net_squares"] - 2 * mean * sums["net_boxes"] + mean**2 * sums["boxes_squares"]
    wide = _WIDE * math.sqrt(max(spread, 0.0)) / boxes
    return Figures(
        rounds=sums["rounds"],
        boxes=boxes,
        first=sums["first"],
        last=sums["last"],
        returned=1 + mean / 2,
        low=1 + (mean - wide) / 2,
        high=1 + (mean + wide) / 2,
        dealer=tuple(_dealer(book, sums)),
        naturals=_share("natural", sums["naturals"], boxes, book.natural),
    )


def chance(variant: Variant, *, today: date) -> tuple[int, float | None]:
    """Judge the dealer of a game.

    Returns:
        The rounds that were counted, and how often fair dealing is as far off or further: the
        smallest of what is asked, times how much is asked. ``None`` with too few rounds.
    """
    every = DailyFigures.objects.filter(variant=variant)
    book = published.load(variant)
    found, total = [], 0
    for rows in (every, every.filter(day__gte=today - RECENT)):
        sums = _sums(rows)
        total = max(total, sums["rounds"])
        found += list(_chances(book, sums))
    return total, min(1.0, _LOOKS * min(found)) if found else None


def _chances(book: Published, sums: Mapping[str, Any]) -> Iterable[float]:
    """Yield the chances of the dealer's ends, all together, and of the boxes' blackjacks."""
    if not sums["rounds"]:
        return
    ends = list(_dealer(book, sums))
    if min(end.exact * end.of for end in ends) < _LEAST_EXPECTED:
        return
    statistic = sum((end.seen - end.of * end.exact) ** 2 / (end.of * end.exact) for end in ends)
    yield chi_square_tail(statistic, len(ends) - 1)
    off = sums["naturals"] - sums["boxes"] * book.natural
    spread = math.sqrt(sums["boxes"] * book.natural * (1 - book.natural))
    yield math.erfc(abs(off) / spread / math.sqrt(2))


def _dealer(book: Published, sums: Mapping[str, Any]) -> Iterable[Share]:
    ends = book.dealer_overall
    exact = {str(total): one for total, one in ends.totals.items()}
    exact |= {"bust": ends.bust, "blackjack": ends.blackjack}
    for end in ENDS:
        yield _share(end, sums[f"dealer_{end}"], sums["rounds"], exact[end])


def _share(name: str, seen: int, of: int, exact: float) -> Share:
    wide = _WIDE * math.sqrt(exact * (1 - exact) / of)
    return Share(name, seen, of, exact, max(0.0, exact - wide), min(1.0, exact + wide))


def _sums(rows: "QuerySet[DailyFigures]") -> Mapping[str, Any]:
    found = rows.order_by().aggregate(
        first=Min("day"), last=Max("day"), **{name: Sum(name, default=0) for name in _SUMS}
    )
    # PostgreSQL sums whole numbers up to decimals.
    return found | {name: int(found[name]) for name in _SUMS}
