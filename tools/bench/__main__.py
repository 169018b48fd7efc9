"""Print how fast the casino is: `make bench`, or `python -m tools.bench engine` for one part.

Absolute figures belong to the machine and to whatever else it does; the ratios are what counts.
Everything is made in throw-away directories and removed.
"""

import json
import os
import signal
import statistics
import sys
import tempfile
from types import FrameType
from typing import Any, Final

from tools import private_postgres, products, programs
from tools.bench import check, engine, growth, shapes, site, swaps, visit
from tools.bench.printing import median, percentile, ratios, row, title

PLAYERS: Final = 40
CONNECTIONS: Final = 4
REQUESTS: Final = 120
"""In two slices: long enough to mean something, short enough for the machine to stay the same."""
PAIRS: Final = 8
"""For each game."""
EXPIRED: Final = int(os.environ.get("BENCH_EXPIRED", "100000"))
TIMED: Final = 600
"""Requests that are timed without any deletion, before it and after it."""
WARMING: Final = 100
LONGEST_DELETION: Final = 1200
"""Seconds."""


def main(parts: list[str]) -> int:
    """Run the named parts, or all."""
    signal.signal(signal.SIGTERM, _stop)
    known = {
        "engine": _engine,
        "queries": _queries,
        "requests": _requests,
        "check": _check,
        "expiry": _expiry,
        "swaps": _swaps,
        "visit": _visit,
        "shapes": shapes.shapes,
        "sockets": shapes.sockets,
        "locks": shapes.locks,
        "growth": growth.growth,
    }
    if not set(parts) <= set(known):
        print(f"The parts are: {', '.join(known)}.")
        return 2
    products.build()
    for name in parts or known:
        known[name]()
    return 0


def _engine() -> None:
    title("Engine: random legal play on one core", "rounds/s", "slowest", "fastest", "actions")
    for figure in engine.random_play():
        lowest, highest = min(figure.runs), max(figure.runs)
        row(figure.name, figure.median, lowest, highest, f"{figure.decisions:.1f}")
    title("Engine: what a request does with a stored round", "µs")
    for figure in engine.stored_replay():
        row(figure.name, 1e6 / figure.median)


def _queries() -> None:
    with tempfile.TemporaryDirectory(prefix="casino-bench-") as directory:
        environment = {**os.environ, "CASINO_VAR_DIR": directory, "DATABASE_URL": ""}
        counted = json.loads(site.run(environment, "-m", "tools.bench.count"))
    title("Statements, session and player included", "all", "writes")
    for name, count, writes in counted:
        row(name, count, writes)


def _requests() -> None:
    title("Requests per second", "floor", "action", "deal")
    tables = [("SQLite", _slices(""))]
    found = programs.postgres()
    if found is None:
        print("  PostgreSQL: initdb is not on this machine (Debian: apt install postgresql)")
    else:
        with private_postgres.running(found) as address:
            tables.append(("PostgreSQL", _slices(address)))
    for name, slices in tables:
        row(name, *(median(slices, kind, "rate") for kind in ("floor", "act", "deal")))
    title("Action against the floor beside it", "median", "lower q.", "upper q.", "pairs")
    for name, slices in tables:
        for game in ("", *sorted({one["game"] for one in slices})):
            rates = ratios(slices, game)
            lower, _, upper = statistics.quantiles(rates, n=4)
            middle = f"{statistics.median(rates):.2f}"
            row(f"{name} {game}", middle, f"{lower:.2f}", f"{upper:.2f}", len(rates))
    title("The server's processor time, ms per request", "floor", "action", "ratio")
    for name, slices in tables:
        for game in ("", *sorted({one["game"] for one in slices})):
            own = [one for one in slices if game in ("", one["game"])]
            floor, action = (median(own, kind, "processor") for kind in ("floor", "act"))
            ratio = f"{floor / action:.2f}" if action else ""
            row(f"{name} {game}", f"{floor:.1f}", f"{action:.1f}", ratio)


def _check() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  Checks in the browser: chromium is not on this machine")
        return
    title("Checking 312 cards and 40 rounds in Chromium, ms", "median", "slowest")
    runs = check.runs(chromium)
    for name, taken in (
        ("dealt again and compared", [run.check for run in runs]),
        ("and shown", [run.shown for run in runs]),
    ):
        row(name, f"{statistics.median(taken):.1f}", f"{max(taken):.1f}")


def _expiry() -> None:
    title(f"Table requests while {EXPIRED:,} expired rounds are deleted", "p50", "p95", "requests")
    found = programs.postgres()
    _deleting("SQLite", "")
    if found is None:
        print("  PostgreSQL: initdb is not on this machine (Debian: apt install postgresql)")
        return
    with private_postgres.running(found) as address:
        _deleting("PostgreSQL", address)


def _deleting(name: str, database: str) -> None:
    """Time requests before, while and after the rounds are deleted; print the ratio."""
    load = {"connections": CONNECTIONS, "requests": TIMED, "seed": 1}
    with site.running(PLAYERS // 4, database) as here:
        here.send("tools.bench.expiring", delete=False, **load | {"requests": WARMING})
        before = here.send("tools.bench.expiring", delete=False, **load)
        here.run("-m", "tools.bench.expired", str(EXPIRED))
        during = here.send("tools.bench.expiring", delete=True, seconds=LONGEST_DELETION, **load)
        after = here.send("tools.bench.expiring", delete=False, **load)
    for what, times in (
        ("before", before["times"]),
        ("meanwhile", during["times"]),
        ("after", after["times"]),
    ):
        row(f"{name}, {what}, ms", percentile(times, 50), percentile(times, 95), len(times))
    without = percentile([*before["times"], *after["times"]], 95)
    ratio = percentile(during["times"], 95) / without
    row(f"{name}, p95 meanwhile : p95 without", "", f"{ratio:.2f}")
    row(f"{name}, rounds deleted per second", "", EXPIRED / during["seconds"])


def _swaps() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  Swaps in the browser: chromium is not on this machine")
        return
    title("Longest task of a swap, five boxes, ms", "median", "slowest", "proc.", "slowest")
    for speed in ("off", "normal"):
        found = swaps.swaps(chromium, speed)
        for name in ("deal", "act", "end"):
            clock = [swap.clock for swap in found if swap.name == name]
            processor = [swap.processor for swap in found if swap.name == name]
            if clock:
                figures = (statistics.median(clock), max(clock))
                row(f"{name}, motion {speed}", *figures, statistics.median(processor),
                     max(processor))  # fmt: skip


def _visit() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  A first visit in the browser: chromium is not on this machine")
        return
    title("First visit to a table of five boxes", "median", "largest")
    found = visit.visits(chromium)
    for kind in sorted({kind for one in found for kind in one.kinds}):
        sizes = [one.kinds.get(kind, 0) / 1_000 for one in found]
        row(f"{kind}, kB", f"{statistics.median(sizes):.1f}", f"{max(sizes):.1f}")
    for name, values in (
        ("all before card faces, kB", [one.total / 1_000 for one in found]),
        ("files", [one.requests for one in found]),
        ("largest contentful paint, ms", [one.painted for one in found]),
        ("an answer to an action, kB", [size / 1_000 for one in found for size in one.answers]),
    ):
        row(name, f"{statistics.median(values):.1f}", f"{max(values):.1f}")


def _slices(database: str) -> list[dict[str, Any]]:
    with site.running(PLAYERS, database) as here:
        return here.load(connections=CONNECTIONS, requests=REQUESTS, pairs=PAIRS, seed=1)


def _stop(number: int, frame: FrameType | None) -> None:
    """Let a termination signal unwind, so that servers and directories are removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
