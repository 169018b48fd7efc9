"""F5, F6 and F12: servers fail under a running house, and a crowd sits in it for minutes.

One house for all of them: two web processes, worker, scheduler, PostgreSQL and Redis.
"""

import contextlib
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.crowds import Crowd, Given, gather
from tests.faults.ears import listening
from tests.running_house import House, eventually
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.servers

PLAYERS = 20 if FULL_COUNTS else 6
SECONDS = 60 if FULL_COUNTS else 6
AWAY = 10 if FULL_COUNTS else 1.5
PAUSE = 2.0 if FULL_COUNTS else 0.3
CROWD, MINUTES = (200, 5.0) if FULL_COUNTS else (12, 0.1)
PATIENCE = 3
"""Seconds of the longest wait for the database before a page says so (casino/databases.py)."""


@pytest.fixture(scope="module")
def crowd(house: House) -> Crowd:
    return gather(house, PLAYERS)


@pytest.fixture(autouse=True)
def _well_again(house: House) -> Iterator[None]:
    """Each fault is over before the next: every part works, as at the start."""
    yield
    eventually(lambda: house.ready()["status"] == "ok", seconds=60)
    assert house.ready()["status"] == "ok", house.ready()
    if FULL_COUNTS:  # the heartbeat goes through all of them, every half minute
        over = time.time()
        assert eventually(lambda: last_heartbeat(house) > over, seconds=120)


def last_heartbeat(house: House) -> float:
    """When scheduler, queue and worker last worked together; seconds since 1970."""
    name = 'casino_task_success_timestamp_seconds{task="operations.tasks.heartbeat"}'
    (line,) = (one for one in house.figures().splitlines() if one.startswith(name))
    return float(line.removeprefix(name))


def while_away(answers: list[Given], began: float, over: float) -> list[Given]:
    """Answers that came, or were asked for, while something was away."""
    return [one for one in answers if one.at + one.ms / 1000 >= began and one.at <= over]


def crash(house: House) -> None:
    house.postgres.crash()
    time.sleep(AWAY)
    house.postgres.start()


def restart(house: House) -> None:
    house.postgres.stop()
    time.sleep(AWAY)
    house.postgres.start()


def terminate(house: House) -> None:
    """An administrator ends every session of every process, several times."""
    for _ in range(5):
        house.postgres.end_sessions()
        time.sleep(AWAY / 5)


@pytest.mark.parametrize("fault", [crash, restart, terminate] if FULL_COUNTS else [crash])
def test_f5_database_away_under_load(
    house: House, crowd: Crowd, fault: Callable[[House], None], record_property
) -> None:
    with crowd.playing(seconds=SECONDS, pause=PAUSE):
        time.sleep(SECONDS / 4)
        began = time.time()
        fault(house)
        over = time.time()
    assert crowd.unclean() == []
    assert set(crowd.broken()) <= set(while_away(crowd.answers, began, over))
    after = [one for one in crowd.answers if one.at > over]
    assert len(after) > PLAYERS
    deeds = crowd.require_nothing_lost_and_nothing_twice()
    name = f"{fault.__name__}: answers, of them 503, forms acknowledged, lost or twice"
    record_property(name, f"{len(crowd.answers)}, {len(crowd.broken())}, {deeds}, 0")
    if fault is not terminate:
        back = min(one.at + one.ms / 1000 for one in after) - over
        record_property(f"{fault.__name__}: first answer after it was back", f"{back:.2f} s")


def test_f5_who_hangs_up_takes_no_connection_with_him(house: House, crowd: Crowd) -> None:
    """Far more of them than the pools hold; whoever comes next is served at once."""
    player, port = crowd.players[0], int(house.url.rpartition(":")[2])
    path = f"GET {player['tables'][0]} HTTP/1.1\r\nHost: localhost\r\n"
    for _ in range(60):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(f"{path}Cookie: sessionid={player['session']}\r\n\r\n".encode())
            time.sleep(0.01)
    with crowd.playing(seconds=2, pause=PAUSE):
        pass
    assert crowd.broken() == []
    crowd.require_nothing_lost_and_nothing_twice()


# --- F6 -----------------------------------------------------------------------------------------


def stopped(house: House) -> None:
    house.redis.stop()
    time.sleep(AWAY)
    house.redis.start()


def flushed(house: House) -> None:
    house.redis.flush()
    time.sleep(AWAY)


def frozen(house: House) -> None:
    """It takes connections and never answers."""
    assert house.redis.process is not None
    house.redis.process.send_signal(signal.SIGSTOP)
    time.sleep(max(AWAY, PATIENCE + 1))
    house.redis.process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("fault", [stopped, flushed, frozen] if FULL_COUNTS else [stopped])
def test_f6_redis_away_during_rounds(
    house: House, crowd: Crowd, fault: Callable[[House], None], record_property
) -> None:
    """Before, during and after a round: with so many players there is always one of each."""
    player = crowd.players[0]
    with (
        listening(house.url, player["session"], count=4) as tabs,
        crowd.playing(seconds=SECONDS, pause=PAUSE),
    ):
        time.sleep(SECONDS / 4)
        assert all(tab.changes_since(0) for tab in tabs)
        began = time.time()
        fault(house)
        over = time.time()
        assert eventually(lambda: all(tab.changes_since(over) for tab in tabs), seconds=10)
    assert crowd.broken() == []
    slowest = max(one.ms for one in while_away(crowd.answers, began, over)) / 1000
    assert slowest < PATIENCE
    deeds = crowd.require_nothing_lost_and_nothing_twice()
    back = max(min(tab.changes_since(over)) for tab in tabs)
    name = f"{fault.__name__}: forms acknowledged, broken answers, lost or twice"
    record_property(name, f"{deeds}, 0, 0")
    record_property(f"{fault.__name__}: slowest answer meanwhile", f"{slowest:.2f} s")
    record_property(f"{fault.__name__}: pushes are back in every tab after", f"{back:.2f} s")


# --- F12 ----------------------------------------------------------------------------------------


def memory(house: House) -> int:
    """Bytes that the web processes hold."""
    parent = house.processes["web"].pid
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
            if parent in {int(fields["PPid"]), int(fields["Pid"])} and "VmRSS" in fields:
                total += int(fields["VmRSS"].split()[0]) * 1024
    return total


def test_f12_a_crowd_plays_for_minutes(house: House, record_property) -> None:
    crowd = gather(house, CROWD)
    seconds = 60 * MINUTES
    held = []
    with crowd.playing(seconds=seconds, pause=max(PAUSE, CROWD / 25)):
        for _ in range(4):
            time.sleep(seconds / 4)
            held.append(memory(house))
    assert crowd.broken() == []
    deeds = crowd.require_nothing_lost_and_nothing_twice()
    assert deeds > CROWD
    # The first quarter loads templates and fills caches; after that nothing may pile up.
    grown = held[-1] / held[0] - 1
    assert not FULL_COUNTS or grown < 0.1, held
    record_property("players, minutes", f"{CROWD}, {MINUTES:g}")
    record_property("answers, errors, lost or twice", f"{len(crowd.answers):,}, 0, 0")
    record_property("answers per second", f"{len(crowd.answers) / seconds:.0f}")
    times = f"{crowd.percentile(50):.0f} and {crowd.percentile(95):.0f} ms"
    record_property("p50 and p95 of all answers", times)
    sizes = ", ".join(f"{size / 2**20:.0f}" for size in held)
    record_property("memory of the web processes by quarter, MiB", sizes)
