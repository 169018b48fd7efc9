"""What an action costs in a house with few rounds, and in one with a million and their journal.

The rows are copies made by the database itself, of players of their own and of those who are
measured; the same load runs before and after, each slice of actions beside slices of the floor.
Then the plans of every statement of an action are shown: which index each takes.
"""

import os
import statistics
import time
from typing import Any, Final

from tools import private_postgres, programs
from tools.bench import site
from tools.bench.printing import median, percentile, ratios, row, times, title

ROUNDS: Final = int(os.environ.get("BENCH_ROUNDS", "1000000"))
LINES: Final = int(os.environ.get("BENCH_LINES", "10000000"))
FEW: Final = 1_000
PLAYERS: Final = 80
PAIRS: Final = int(os.environ.get("BENCH_PAIRS", "8"))
REQUESTS: Final = int(os.environ.get("BENCH_REQUESTS", "120"))
_LOADING: Final = 3600.0
"""Seconds that filling the database may take."""


def growth() -> None:
    """Print what an action costs before and after, and the plans."""
    found = programs.postgres()
    _measure("SQLite", "")
    if found is None:
        print("  PostgreSQL: initdb is not on this machine (Debian: apt install postgresql)")
        return
    with private_postgres.running(found) as address:
        _measure("PostgreSQL", address)


def _measure(name: str, database: str) -> None:
    with site.running(PLAYERS, database, games="double-deck,classic") as here:
        title(f"Actions as {name} fills", "p50 ms", "p95 ms", "CPU ms", ": floor")
        few = _stage(here, FEW, 10 * FEW)
        began = time.monotonic()
        many = _stage(here, ROUNDS, LINES)
        print(f"  filled in {time.monotonic() - began:.0f} s, the load included")
        for what, of in (("p50", _p50), ("CPU", _cpu), ("floor : action", _slowness)):
            row(f"{ROUNDS:,} rounds : {FEW:,} rounds, {what}", f"{of(many) / of(few):.2f}")
        print(site.run(here.environment, "-m", "tools.bench.plans", longest=_LOADING))


def _stage(here: site.Site, rounds: int, lines: int) -> list[dict[str, Any]]:
    """Fill up to so many rows, and measure."""
    site.run(
        here.environment,
        *("-m", "tools.bench.filling", str(rounds), str(lines)),
        longest=_LOADING,
    )
    slices = here.load(connections=4, requests=REQUESTS, pairs=PAIRS, seed=rounds)
    taken = times(slices, "act")
    row(f"{rounds:,} rounds, {lines:,} lines", percentile(taken, 50), percentile(taken, 95),
        f"{_cpu(slices):.1f}", f"{statistics.median(ratios(slices)):.2f}")  # fmt: skip
    return slices


def _p50(slices: list[dict[str, Any]]) -> float:
    return percentile(times(slices, "act"), 50)


def _cpu(slices: list[dict[str, Any]]) -> float:
    return median(slices, "act", "processor")


def _slowness(slices: list[dict[str, Any]]) -> float:
    """How many floors an action is as long as: the machine's other work falls on both."""
    return 1 / statistics.median(ratios(slices))
