"""F7: a worker killed in the middle, a task delivered twice, two beats, days without a worker.

Each round is settled once, whatever the workers do; the books agree after every fault.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import Currency, Entry, User
from accounts.verification import verify_journal
from blackjack import services, tasks
from blackjack.engine.rules import Variant
from blackjack.exceptions import RoundExpired, StaleTable
from blackjack.models import BingoSession, Round, Settlement, Shoe
from blackjack.verification import verify_rounds
from casino.celery import app
from fairplay.models import Commitment
from tests.blackjack.bingo.rounds import ROUND
from tests.blackjack.expiry.conftest import TEN_DAYS
from tests.tables import FULL_COUNTS, NATURAL, WON, Seat, at_once, give

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ROOT = Path(__file__).resolve().parent.parent.parent.parent
THREADS = 4


def evening(players: Sequence[User]) -> None:
    """Open rounds in all games, bingo running, a game to be deleted, a shoe never played."""
    for player in players:
        give(player, 100)
        seat = Seat(player)
        seat.play(NATURAL)
        seat.play(WON)
        seat.at(Variant.SIX_DECK).play(WON)
        seat.at(Variant.CLASSIC).play("0S 9H 0D 8C")
        bingo = seat.at(Variant.BINGO)
        bingo.plant(" ".join(ROUND[total] for total in (17, 18)))
        bingo.deal(10, bingo={1: 5})
        bingo.act("stand")
        bingo.deal(10)
        seat.at(Variant.CLASSIC, Currency.FUN.value).open()


def require_settled_once(players: int) -> None:
    """What ten days have ended is ended and booked once, and nothing expired is left."""
    assert not Round.objects.filter(ended_at__isnull=True).exists()
    assert not BingoSession.objects.filter(ended_at__isnull=True).exists()
    assert Round.objects.count() == 3 * players  # of shoes that ended a moment ago
    # What is signed for the next round, a shoe never played, and two that can be checked now.
    assert Shoe.objects.count() == Commitment.objects.count() == 7 * players
    assert Settlement.objects.count() == 5 * players
    paid = Counter(Entry.objects.filter(kind="payout").values_list("wallet_id", flat=True))
    # The natural, and of the four games each: they all win, and the bingo's first round.
    assert set(paid.values()) == {6}
    verify_journal()
    verify_rounds()


@pytest.fixture
def people(db) -> list[User]:
    return [User.objects.create_user(f"Player_{number}") for number in range(2)]


def run_worker(now: datetime, killed_at: int = 0) -> subprocess.CompletedProcess[str]:
    name = str(connection.settings_dict["NAME"])
    worker = [sys.executable, "-m", "tests.blackjack.expiry.worker"]
    return subprocess.run(
        [*worker, name, now.isoformat(), str(killed_at)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_f7_worker_killed_in_the_middle(people, clock):
    """With SIGKILL before one of its statements: the quick sample takes a few of them."""
    evening(people)
    clock.shift(TEN_DAYS)
    now = timezone.now()
    for number in range(1, 400) if FULL_COUNTS else (25, 47):
        done = run_worker(now, number)
        if done.returncode == 0:
            break
        assert done.returncode == -9, done.stderr
        verify_journal()
        verify_rounds()
    done = run_worker(now)
    assert done.returncode == 0, done.stderr
    require_settled_once(2)


def test_f7_task_delivered_twice_and_two_beats(people, clock):
    evening(people)
    clock.shift(TEN_DAYS)
    at_once(lambda _: tasks.expire.run(), times=THREADS * 2, threads=THREADS)
    tasks.expire()
    require_settled_once(2)


def test_f7_worker_away_for_days(people, clock):
    evening(people)
    clock.shift(TEN_DAYS + timedelta(days=5))
    tasks.expire()
    require_settled_once(2)
    tasks.expire()
    require_settled_once(2)


def press(seat: Seat, version: int, number: int) -> str:
    if number:
        tasks.expire.run()
        return "house"
    try:
        seat.act("stand", version=version)
    except (RoundExpired, StaleTable):
        return "refused"
    return "player"


@pytest.mark.parametrize("seconds", [-1, 0], ids=["the last second", "the end"])
def test_f7_player_clicks_while_the_house_settles(player, clock, seconds):
    """Of both exactly one counts. In the last second only the player's own may."""
    seat = Seat(player)
    for _ in range(5):
        seat.play("7D 2S 3H 4C 5S 6D")
        clock.shift(TEN_DAYS + timedelta(seconds=seconds))

        answers = at_once(partial(press, seat, seat.version), times=2, threads=2)
        tasks.expire()
        paid = Settlement.objects.filter(player=player)
        assert ("player" in answers) is (paid.count() == 0) is (seconds == -1)
        paid.delete()
        clock.shift(TEN_DAYS)
        tasks.expire()
    lines = Counter(kind for kind, _ in seat.lines)
    assert lines["bet"] == 5
    assert not Round.objects.exists()
    verify_journal()
    verify_rounds()


def test_f8_clock_one_hour_forward_and_back(people, clock):
    """Lines stay in the order of their numbers, nothing is settled twice, the books agree."""
    seat = Seat(people[0])
    give(people[0], 100)
    seat.play(WON)
    clock.shift(timedelta(hours=1))
    seat.at(Variant.SIX_DECK).play(WON)
    clock.shift(timedelta(hours=-1))
    seat.act("stand")
    clock.shift(TEN_DAYS - timedelta(minutes=30))
    assert services.expire().rounds_deleted == 0
    clock.shift(timedelta(hours=1))  # half an hour too early by the right time of the second one
    swept = services.expire()
    assert (swept.tables, swept.rounds_deleted) == (0, 1)
    clock.shift(timedelta(hours=-1))
    assert services.expire().tables == 0
    verify_rounds()
    clock.shift(timedelta(hours=2))
    assert services.expire().tables == 1
    clock.shift(timedelta(hours=-1))
    numbers = [entry.number for entry in seat.entries]
    assert numbers == sorted(numbers) == list(range(numbers[0], numbers[0] + 4))
    verify_journal()
    verify_rounds()


def test_the_task_runs_by_itself_and_old_orders_are_dropped():
    (entry,) = (
        entry
        for entry in app.conf.beat_schedule.values()
        if entry["task"] == "blackjack.tasks.expire"
    )
    assert entry["options"]["expires"] < 60


def test_the_task_is_told_no_secret(people, clock):
    """It takes nothing: what is due it finds in the database."""
    evening(people[:1])
    with time_machine.travel(timezone.now() + TEN_DAYS, tick=False):
        assert tasks.expire.run() == 3
