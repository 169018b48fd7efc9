"""The shapes side by side: embedded, and servers with one and two web processes.

Each shape is measured against the floor view in the same run. Lock waits are looked for by asking
PostgreSQL, over and over, while players act, each by one request at a time.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tools import private_postgres, private_redis, programs
from tools.bench import site
from tools.bench.printing import median, percentile, ratios, row, times, title

PLAYERS: Final = int(os.environ.get("BENCH_PLAYERS", "80"))
REQUESTS: Final = int(os.environ.get("BENCH_REQUESTS", "120"))
PAIRS: Final = int(os.environ.get("BENCH_PAIRS", "8"))
SOCKETS: Final = int(os.environ.get("BENCH_SOCKETS", "500"))
SECONDS: Final = int(os.environ.get("BENCH_SECONDS", "20"))
CONNECTIONS: Final = 4
_GAMES: Final = "double-deck,classic"
_ANNOUNCEMENTS: Final = 10
_LOCK_WAITS: Final = (
    "SELECT count(*), count(*) FILTER (WHERE wait_event_type = 'Lock') FROM pg_stat_activity "
    "WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a house is made of."""

    name: str
    servers: bool = True
    processes: int = 1


SHAPES: Final = (
    Shape("embedded", servers=False),
    Shape("PostgreSQL, one process"),
    Shape("PostgreSQL, two processes", processes=2),
)


def shapes() -> None:
    """Print rates, times and the processor's time of every shape, and how two processes compare."""
    found = {shape.name: _slices(shape) for shape in SHAPES if _there(shape)}
    title("Actions in each shape", "per s", "p50 ms", "p95 ms", "CPU ms", ": floor")
    for name, slices in found.items():
        taken = times(slices, "act")
        floor, own = median(slices, "floor", "processor"), median(slices, "act", "processor")
        rate = statistics.median(ratios(slices))
        row(f"{name}", median(slices, "act", "rate"), percentile(taken, 50), percentile(taken, 95),
            f"{own:.1f}", f"{rate:.2f}")  # fmt: skip
        row(f"{name}, the floor", median(slices, "floor", "rate"),
            percentile(times(slices, "floor"), 50), percentile(times(slices, "floor"), 95),
            f"{floor:.1f}", f"{floor / own:.2f}" if own else "")  # fmt: skip
    one, two = (found.get(shape.name) for shape in SHAPES[1:])
    if one and two:
        cost = median(two, "act", "processor") / median(one, "act", "processor")
        row("CPU per action, two processes : one", f"{cost:.2f}")
        more = median(two, "act", "rate") / median(one, "act", "rate")
        row("actions per second, two processes : one", f"{more:.2f}")


def locks() -> None:
    """Print how often a statement was found waiting for a lock while different players act."""
    if not _there(SHAPES[-1]):
        return
    with _servers() as (postgres, redis):
        args = {"redis": redis, "processes": 2, "games": _GAMES}
        with site.running(PLAYERS, postgres.address, **args) as here:  # type: ignore[arg-type]
            plan = {"port": here.port, "players": here.players, "seconds": SECONDS, "pause": 0.02}
            crowd = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.crowd"],
                cwd=site.ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            looks = active = waits = 0
            with contextlib.ExitStack() as stack:
                stack.callback(crowd.kill)
                if crowd.stdin is not None:
                    crowd.stdin.write(json.dumps({**plan, "seed": 1}))
                    crowd.stdin.close()
                    crowd.stdin = None
                until = time.monotonic() + SECONDS
                while time.monotonic() < until:
                    seen, waiting = (int(one) for one in postgres.ask(_LOCK_WAITS).split("|"))
                    looks, active, waits = looks + 1, active + seen, waits + waiting
                told = json.loads(crowd.communicate(timeout=SECONDS + 60)[0])
    title("Locks between different players", "answers", "looks", "active", "waiting")
    row(
        f"{PLAYERS} players, {SECONDS} s, two processes", len(told["answers"]), looks, active, waits
    )


def sockets() -> None:
    """Print how long a word to all open pages takes, and that nobody waits for it."""
    title(f"A word to {SOCKETS} open pages, ms", "answered", "p50", "p95", "last")
    for shape in (SHAPES[0], SHAPES[-1]):
        if not _there(shape):
            continue
        with _running(shape) as here:
            told = here.send("tools.bench.sockets", sockets=SOCKETS, rounds=_ANNOUNCEMENTS)
        heard = [one for of in told for one in of["heard"]]
        answered = statistics.median(of["answered"] for of in told)
        row(shape.name, answered, percentile(heard, 50), percentile(heard, 95), max(heard))


def _slices(shape: Shape) -> list[dict[str, Any]]:
    with _running(shape) as here:
        return here.load(connections=CONNECTIONS, requests=REQUESTS, pairs=PAIRS, seed=1)


@contextlib.contextmanager
def _running(shape: Shape) -> Iterator[site.Site]:
    if not shape.servers:
        with site.running(PLAYERS, games=_GAMES) as here:
            yield here
        return
    with _servers() as (postgres, redis):
        args: dict[str, Any] = {"redis": redis, "processes": shape.processes, "games": _GAMES}
        with site.running(PLAYERS, postgres.address, **args) as here:
            yield here


@contextlib.contextmanager
def _servers() -> Iterator[tuple[private_postgres.Server, str]]:
    postgres, redis = programs.postgres(), programs.redis_server()
    if postgres is None or redis is None:
        raise RuntimeError("asked for without its programs")
    with private_postgres.server(postgres) as database, private_redis.running(redis) as counters:
        yield database, counters.address


def _there(shape: Shape) -> bool:
    if not shape.servers or (programs.postgres() and programs.redis_server()):
        return True
    print(f"  {shape.name}: needs PostgreSQL and Redis (Debian: apt install postgresql redis)")
    return False
