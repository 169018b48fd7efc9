"""The tables that `make bench` prints."""

import statistics
from collections.abc import Sequence
from typing import Any


def title(text: str, *columns: str) -> None:
    """Begin a table: what it is of, and its columns."""
    print(f"\n{text:48}" + "".join(f"{column:>10}" for column in columns), flush=True)


def row(name: str, *values: object) -> None:
    """Print a line; floats without decimals, texts as they are."""
    texts = (f"{value:.0f}" if isinstance(value, float) else str(value) for value in values)
    print(f"  {name:46}" + "".join(f"{text:>10}" for text in texts), flush=True)


def percentile(times: Sequence[float], share: int) -> float:
    """Within which so many of a hundred lie."""
    return statistics.quantiles(times, n=100)[share - 1]


def median(slices: Sequence[dict[str, Any]], name: str, of: str) -> float:
    """The middle value of the slices of a kind; not a number where there is none."""
    values: list[float] = [one[of] for one in slices if one["name"] == name]
    return statistics.median(values) if values else float("nan")


def times(slices: Sequence[dict[str, Any]], name: str) -> list[float]:
    """Milliseconds of all requests of a kind."""
    return [one for of in slices if of["name"] == name for one in of["times"]]


def ratios(slices: Sequence[dict[str, Any]], game: str = "") -> list[float]:
    """Each slice of a game's actions against the mean of the floors before and after it."""
    return [
        2 * now["rate"] / (before["rate"] + after["rate"])
        for before, now, after in zip(slices, slices[1:], slices[2:], strict=False)
        if now["name"] == "act" and game in ("", now["game"])
    ]
