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
from tools.bench import check, engine, site, swaps, visit

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
    }
    if not set(parts) <= set(known):
        print(f"The parts are: {', '.join(known)}.")
        return 2
    products.build()
    for name in parts or known:
        known[name]()
    return 0


def _engine() -> None:
    _title("Engine: random legal play on one core", "rounds/s", "slowest", "fastest", "actions")
    for figure in engine.random_play():
        lowest, highest = min(figure.runs), max(figure.runs)
        _row(figure.name, figure.median, lowest, highest, f"{figure.decisions:.1f}")
    _title("Engine: what a request does with a stored round", "µs")
    for figure in engine.stored_replay():
        _row(figure.name, 1e6 / figure.median)


def _queries() -> None:
    with tempfile.TemporaryDirectory(prefix="casino-bench-") as directory:
        environment = {**os.environ, "CASINO_VAR_DIR": directory, "DATABASE_URL": ""}
        counted = json.loads(site.run(environment, "-m", "tools.bench.count"))
    _title("Statements, session and player included", "all", "writes")
    for name, count, writes in counted:
        _row(name, count, writes)


def _requests() -> None:
    _title("Requests per second", "floor", "action", "deal")
    tables = [("SQLite", _slices(""))]
    found = programs.postgres()
    if found is None:
        print("  PostgreSQL: initdb is not on this machine (Debian: apt install postgresql)")
    else:
        with private_postgres.running(found) as address:
            tables.append(("PostgreSQL", _slices(address)))
    for name, slices in tables:
        _row(name, *(_median(slices, kind, "rate") for kind in ("floor", "act", "deal")))
    _title("Action against the floor beside it", "median", "lower q.", "upper q.", "pairs")
    for name, slices in tables:
        for game in ("", *sorted({one["game"] for one in slices})):
            ratios = _ratios(slices, game)
            lower, _, upper = statistics.quantiles(ratios, n=4)
            middle = f"{statistics.median(ratios):.2f}"
            _row(f"{name} {game}", middle, f"{lower:.2f}", f"{upper:.2f}", len(ratios))
    _title("The server's processor time, ms per request", "floor", "action", "ratio")
    for name, slices in tables:
        for game in ("", *sorted({one["game"] for one in slices})):
            own = [one for one in slices if game in ("", one["game"])]
            floor, action = (_median(own, kind, "processor") for kind in ("floor", "act"))
            ratio = f"{floor / action:.2f}" if action else ""
            _row(f"{name} {game}", f"{floor:.1f}", f"{action:.1f}", ratio)


def _check() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  Checks in the browser: chromium is not on this machine")
        return
    _title("Checking 312 cards and 40 rounds in Chromium, ms", "median", "slowest")
    runs = check.runs(chromium)
    for name, taken in (
        ("dealt again and compared", [run.check for run in runs]),
        ("and shown", [run.shown for run in runs]),
    ):
        _row(name, f"{statistics.median(taken):.1f}", f"{max(taken):.1f}")


def _expiry() -> None:
    _title(f"Table requests while {EXPIRED:,} expired rounds are deleted", "p50", "p95", "requests")
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
        _row(f"{name}, {what}, ms", _percentile(times, 50), _percentile(times, 95), len(times))
    without = _percentile([*before["times"], *after["times"]], 95)
    ratio = _percentile(during["times"], 95) / without
    _row(f"{name}, p95 meanwhile : p95 without", "", f"{ratio:.2f}")
    _row(f"{name}, rounds deleted per second", "", EXPIRED / during["seconds"])


def _percentile(times: list[float], share: int) -> float:
    return statistics.quantiles(times, n=100)[share - 1]


def _swaps() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  Swaps in the browser: chromium is not on this machine")
        return
    _title("Longest task of a swap, five boxes, ms", "median", "slowest", "proc.", "slowest")
    for speed in ("off", "normal"):
        found = swaps.swaps(chromium, speed)
        for name in ("deal", "act", "end"):
            clock = [swap.clock for swap in found if swap.name == name]
            processor = [swap.processor for swap in found if swap.name == name]
            if clock:
                figures = (statistics.median(clock), max(clock))
                _row(f"{name}, motion {speed}", *figures, statistics.median(processor),
                     max(processor))  # fmt: skip


def _visit() -> None:
    chromium = programs.chromium()
    if chromium is None:
        print("  A first visit in the browser: chromium is not on this machine")
        return
    _title("First visit to a table of five boxes", "median", "largest")
    found = visit.visits(chromium)
    for kind in sorted({kind for one in found for kind in one.kinds}):
        sizes = [one.kinds.get(kind, 0) / 1_000 for one in found]
        _row(f"{kind}, kB", f"{statistics.median(sizes):.1f}", f"{max(sizes):.1f}")
    for name, values in (
        ("all before card faces, kB", [one.total / 1_000 for one in found]),
        ("files", [one.requests for one in found]),
        ("largest contentful paint, ms", [one.painted for one in found]),
        ("an answer to an action, kB", [size / 1_000 for one in found for size in one.answers]),
    ):
        _row(name, f"{statistics.median(values):.1f}", f"{max(values):.1f}")


def _slices(database: str) -> list[dict[str, Any]]:
    with site.running(PLAYERS, database) as here:
        return here.load(connections=CONNECTIONS, requests=REQUESTS, pairs=PAIRS, seed=1)


def _ratios(slices: list[dict[str, Any]], game: str) -> list[float]:
    """Each slice of a game's actions against the mean of the floors before and after it."""
    return [
        2 * now["rate"] / (before["rate"] + after["rate"])
        for before, now, after in zip(slices, slices[1:], slices[2:], strict=False)
        if now["name"] == "act" and game in ("", now["game"])
    ]


def _median(slices: list[dict[str, Any]], name: str, of: str) -> float:
    values: list[float] = [one[of] for one in slices if one["name"] == name]
    return statistics.median(values)


def _title(text: str, *columns: str) -> None:
    print(f"\n{text:48}" + "".join(f"{column:>10}" for column in columns), flush=True)


def _row(name: str, *values: object) -> None:
    texts = (f"{value:.0f}" if isinstance(value, float) else str(value) for value in values)
    print(f"  {name:46}" + "".join(f"{text:>10}" for text in texts), flush=True)


def _stop(number: int, frame: FrameType | None) -> None:
    """Let a termination signal unwind, so that servers and directories are removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
