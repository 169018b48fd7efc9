"""Every planned task finds its work in the database: it takes nothing, and may run twice."""

import pytest
import time_machine
from django.utils import timezone

from accounts import notices, reset
from accounts.models import LinkAsked, Mail, MailState
from accounts.notices import Notice
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
    """A house in which something has been played, some of it long ago, and mail waits."""
    monkeypatch.setattr("blackjack.tasks.NIGHTLY", 1000)
    seat = Seat(player)
    seat.play(NATURAL)
    seat.play(WON)
    player.email = "player@x.example"
    player.save()
    notices.tell(player, Notice.PASSWORD)
    reset.ask(email=player.email, site="https://casino.example", language="en")
    return seat


def test_what_is_due_every_night_is_planned() -> None:
    assert set(PLANNED) >= NIGHTLY


@pytest.mark.parametrize("name", PLANNED)
def test_a_planned_task_takes_nothing_runs_twice_and_is_written_down(house: Seat, name) -> None:
    (entry,) = (one for one in app.conf.beat_schedule.values() if one["task"] == name)
    assert not entry.get("args")
    assert not entry.get("kwargs")
    with time_machine.travel(timezone.now(), tick=False):  # when it looked is written down, too
        for _ in range(2):
            before = everything()
            assert app.tasks[name].apply().successful()
            run = TaskRun.objects.get(name=name)
            assert (run.succeeded, run.failures) == (True, 0)
            assert run.ended_at == run.succeeded_at
    assert everything() == before, "the second run found nothing to do"


def test_what_is_to_be_mailed_is_found_in_the_database(house: Seat) -> None:
    for name in ("accounts.reset.answer_asked", "accounts.outbox.tasks.send_mails"):
        assert name in PLANNED
        assert app.tasks[name].apply().successful()
    assert not LinkAsked.objects.exists()
    assert list(Mail.objects.values_list("state", flat=True)) == [MailState.SENT, MailState.SENT]
