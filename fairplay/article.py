"""What the public pages on the method show: the worked example, and the shuffle in figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from fairplay import codec, offline
from fairplay.shuffle_reports import Published
from fairplay.statistics import Figure, Question, bounds

_WAY: Final = 60
"""Width of the fair range on a scale of 100; it lies in the middle."""
_FEW: Final = 10


@dataclass(frozen=True, slots=True)
class Tile:
    """A card of the worked example: its number in the signed order, and whether to stress it."""

    number: int
    stressed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The example's ten cards after one of the player's choices."""

    label: str | Promise
    tiles: Sequence[Tile]


@dataclass(frozen=True, slots=True)
class SignedLine:
    """The example of a signed line, in parts; ``cards`` are the first of them."""

    login: str
    date: str
    time: str
    key: str
    cards: Sequence[str]
    count: int
    md5: str
    sha256: str


def _tiles(numbers: Sequence[int], stressed: Sequence[int] = ()) -> tuple[Tile, ...]:
    return tuple(Tile(number, number in stressed) for number in numbers)


WORKED: Final = (
    Row(gettext_lazy("Signed"), _tiles(range(1, 11))),
    Row(gettext_lazy("Cut after card 4"), _tiles((5, 6, 7, 8, 9, 10, 1, 2, 3, 4), (1, 2, 3, 4))),
    Row(
        gettext_lazy("Third and first card moved to the front"),
        _tiles((7, 5, 6, 8, 9, 10, 1, 2, 3, 4), (7, 5)),
    ),
)
"""The example of rules.md 4.6: ten cards, cut 4, moved "3,1"."""


def signed_line() -> SignedLine:
    """Take the example apart that is given out for trying sums on."""
    example = offline.example()
    secret = codec.parse(example.text)
    return SignedLine(
        login=secret.login,
        date=secret.date,
        time=secret.time,
        key=secret.key,
        cards=secret.cards[:_FEW],
        count=len(secret.cards),
        md5=example.md5,
        sha256=example.sha256,
    )


@dataclass(frozen=True, slots=True)
class FigureView:
    """One question to the shuffle, with its answer in words.

    Attributes:
        place: where the measured value lies on a scale of 100, whose fair range is 20 to 80.
    """

    title: str
    asks: str
    measured: str
    low: str
    high: str
    seldom: str
    passed: bool
    place: int


@dataclass(frozen=True, slots=True)
class ReportView:
    """A published report."""

    made_at: datetime
    decks: str
    passed: bool
    figures: Sequence[FigureView]


@dataclass(frozen=True, slots=True)
class ShuffleView:
    """Everything that ``shuffle.html`` needs; without a report ``last`` is ``None``."""

    last: ReportView | None
    earlier: Sequence[ReportView]
    count: int
    within: int


def shuffle_view(published: Sequence[Published]) -> ShuffleView:
    """Show reports, the newest of them in full.

    Args:
        published: the newest first.
    """
    views = [_report(one) for one in published]
    return ShuffleView(
        last=views[0] if views else None,
        earlier=views[1:],
        count=len(views),
        within=sum(view.passed for view in views),
    )


def _report(one: Published) -> ReportView:
    return ReportView(
        made_at=one.made_at,
        decks=_number(one.report.decks),
        passed=one.report.passed,
        figures=[_figure(figure) for figure in one.report.figures],
    )


def _figure(figure: Figure) -> FigureView:
    title, asks = _in_words(figure.question)
    low, high = bounds(figure.freedom)
    decimals = 0 if figure.freedom else 2
    place = 50 + (figure.statistic - (low + high) / 2) * _WAY / (high - low)
    return FigureView(
        title=title,
        asks=asks,
        measured=_number(figure.statistic, decimals),
        low=_number(low, decimals),
        high=_number(high, decimals),
        seldom=_seldom(figure.chance),
        passed=figure.passed,
        place=round(min(98, max(2, place))),
    )


def _in_words(question: Question) -> tuple[str, str]:
    match question:
        case Question.POSITIONS:
            return _("Every card in every place"), _(
                "Each of the 52 cards should come to each of the 52 places equally often. The "
                "figure adds up how far all 2,704 counts are from that (chi-square)."
            )
        case Question.NEIGHBOURS:
            return _("Every card behind every other"), _(
                "Each card should follow each other one equally often, so that what has come says "
                "nothing about what comes next. The figure adds up how far all pairs are from "
                "that (chi-square)."
            )
        case Question.FIRST_CARDS:
            return _("From one deck to the next"), _(
                "The first card of a deck should say nothing about the first card of the next one. "
                "The figure is their correlation, in standard deviations; 0 is none at all."
            )


def _seldom(chance: float) -> str:
    """Say how many of a hundred reports on a fair shuffle would be as far off."""
    share = 100 * chance
    if share < 0.01:
        return _("Of 10,000 fair shuffles fewer than one is as far off.")
    decimals = 0 if share >= _FEW else 2
    return _("Of 100 fair shuffles %(share)s are at least as far off.") % {
        "share": _number(share, decimals)
    }


def _number(value: float, decimals: int = 0) -> str:
    text = number_format(value, decimals, use_l10n=True, force_grouping=True)
    return str(text).replace("-", "−")
