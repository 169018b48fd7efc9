"""The four games analysed anew: what comes out must be what is kept, entry by entry."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

from blackjack.analysis import exact, results
from blackjack.engine.rules import Variant, rules_of
from tools.faults import report
from tools.faults.figures import Failed, Figure

CLOSE: Final = 1e-12
"""Two runs on different machines may differ in the last digits of floats."""
_PROCESSES: Final = 2


def recomputed() -> Sequence[Figure]:
    """Analyse every game from its rules.

    Raises:
        Failed: something differs from the kept results; its place is named.
    """
    figures = []
    with ProcessPoolExecutor(_PROCESSES) as pool:
        for variant in Variant:
            began = time.monotonic()
            fresh = exact.analyse(rules_of(variant), each=pool.map)
            kept = results.read(variant)
            kept.pop("rules")
            for place in _differences(fresh, kept, str(variant)):
                raise Failed(f"{place} is not what is kept")
            print(f"  {variant}: the same", flush=True)
            took = report.duration(time.monotonic() - began)
            figures.append(Figure(f"{variant}: analysed anew, differences from the file", "0"))
            figures.append(Figure(f"{variant}: mean result, table", f"{fresh['ev_table']:.12f}"))
            figures.append(Figure(f"{variant}: time, {_PROCESSES} processes", took))
    return figures


def _differences(fresh: Any, kept: Any, place: str) -> Iterator[str]:
    if isinstance(fresh, dict) and isinstance(kept, dict):
        if set(fresh) != set(kept):
            yield place
            return
        for key in fresh:
            yield from _differences(fresh[key], kept[key], f"{place}.{key}")
    elif isinstance(fresh, list) and isinstance(kept, list):
        if len(fresh) != len(kept):
            yield place
            return
        for number, (one, other) in enumerate(zip(fresh, kept, strict=True)):
            yield from _differences(one, other, f"{place}[{number}]")
    elif isinstance(fresh, float) and isinstance(kept, float):
        if abs(fresh - kept) > CLOSE:
            yield place
    elif fresh != kept:
        yield place
