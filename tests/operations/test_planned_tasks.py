"""Every planned task finds its work in the database: it takes nothing, and may run twice."""

import pytest
import time_machine
from django.utils import timezone

from casino.celery import app
from operations.models import TaskRun
from tests.tables import NATURAL, WON, Seat, everything

app.loader.import_default_modules()
PLANNED = sorted({entry["task"] for entry in app.conf.beat_schedule.values()})
NIGHTLY = {
    "blackjack.tasks.verify_ledger",
    "blackjack.tasks.report_shuffle",
    "accounts.tasks.sum_up_reports",
}

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def house(player, monkeypatch) -> Seat:
    """A house in which something has been played, some of it long ago."""
    monkeypatch.setattr("blackjack.tasks.NIGHTLY", 1000)
    seat = Seat(player)
    seat.play(NATURAL)
    seat.play(WON)
    return seat


def test_what_is_due_every_night_is_planned() -> None:
    assert set(PLANNED) >= NIGHTLY


@pytest.mark.parametrize("name", PLANNED)
def test_a_planned_task_takes_nothing_runs_twice_and_is_written_down(house: Seat, name) -> None:
    (entry,) = (one for one in app.conf.beat_schedule.values() if one["task"] == name)
    assert not entry.get("args")
    assert not entry.get("kwargs")
    # The clock stands: when something was looked at last is not what the look has found.
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(2):
            before = everything()
            assert app.tasks[name].apply().successful()
            run = TaskRun.objects.get(name=name)
            assert (run.succeeded, run.failures) == (True, 0)
            assert run.ended_at == run.succeeded_at
    assert everything() == before, "the second run found nothing to do"
