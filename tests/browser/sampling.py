"""Which combinations the browser's tests go through: a sample, or all of them."""

from collections.abc import Collection
from itertools import cycle, islice, product
from typing import Any

from tests.tables import FULL_COUNTS


def some_of_all(*axes: Collection[Any]) -> list[tuple[Any, ...]]:
    """Combine the axes so that each value of each comes; all combinations in ``make faults``."""
    if FULL_COUNTS:
        return list(product(*axes))
    longest = max(map(len, axes))
    return list(zip(*(islice(cycle(axis), longest) for axis in axes), strict=True))
