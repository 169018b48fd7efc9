"""Charts as the template draws them: bars in whole units of an SVG, without any style."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

WIDTH: Final = 960
HEIGHT: Final = 240
_LEFT: Final = 90
_TOP: Final = 16
_BOTTOM: Final = 30
_MOST_LABELS: Final = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar; ``kind`` is the class that colours it, ``amount`` hundredths."""

    x: int
    y: int
    width: int
    height: int
    kind: str
    day: date
    amount: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A line across with its amount, hundredths."""

    y: int
    amount: int


@dataclass(frozen=True, slots=True)
class Label:
    """A day under the bars."""

    x: int
    day: date


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of days."""

    bars: Sequence[Bar]
    marks: Sequence[Mark]
    labels: Sequence[Label]
    left: int = _LEFT
    width: int = WIDTH
    height: int = HEIGHT


def chart(shown: Sequence[date], series: Sequence[tuple[str, Sequence[int]]]) -> Chart:
    """Draw bars side by side for every day; those below zero hang from the line of zero.

    Args:
        series: the class of the bars, and an amount for each day.
    """
    amounts = [amount for _kind, of in series for amount in of]
    top, bottom = max([*amounts, 0]), min([*amounts, 0])
    if top == bottom:
        top = 1
    room = HEIGHT - _TOP - _BOTTOM

    def at(amount: int) -> int:
        return _TOP + (top - amount) * room // (top - bottom)

    slot = max((WIDTH - _LEFT) // max(len(shown), 1), 2)
    each = max((slot * 4 // 5) // len(series), 1)
    bars = []
    for which, (kind, of) in enumerate(series):
        for number, amount in enumerate(of):
            if amount:
                y = min(at(amount), at(0))
                bars.append(
                    Bar(
                        x=_LEFT + number * slot + slot // 10 + which * each,
                        y=y,
                        width=each,
                        height=max(abs(at(amount) - at(0)), 1),
                        kind=f"{kind} is-minus" if amount < 0 else kind,
                        day=shown[number],
                        amount=amount,
                    )
                )
    every = -(-len(shown) // _MOST_LABELS) or 1
    return Chart(
        bars=bars,
        marks=[Mark(at(amount), amount) for amount in sorted({top, 0, bottom})],
        labels=[
            Label(_LEFT + number * slot + slot // 2, day)
            for number, day in enumerate(shown)
            if number % every == 0
        ],
    )
