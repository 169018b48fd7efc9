"""What the background work did is written down, for every task alike."""

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from accounts.tasks import clear_sessions
from blackjack.tasks import verify_ledger
from casino.celery import app
from casino.roles import Role
from operations import recording
from operations.models import Heartbeat, TaskRun
from operations.tasks import heartbeat
from tests.office import browser, member

pytestmark = pytest.mark.django_db


@app.task(name="tests.operations.failing")
def failing() -> None:
    raise ValueError("dealt 2S 3S 4S 5S 6S\nand more")


@pytest.fixture(scope="module", autouse=True)
def _forget_the_task():
    yield
    app.tasks.pop(failing.name, None)


def test_a_run_is_written_down_with_its_result():
    verify_ledger.apply()
    run = TaskRun.objects.get(name="blackjack.tasks.verify_ledger")
    assert (run.succeeded, run.result, run.failures) == (True, "True", 0)
    assert run.began_at <= run.ended_at == run.succeeded_at


def test_a_task_has_one_row_however_often_it_runs():
    for _ in range(3):
        clear_sessions.apply()
    assert TaskRun.objects.filter(name="accounts.tasks.clear_sessions").count() == 1


def test_a_failure_is_counted_until_it_goes_well_again():
    for _ in range(2):
        failing.apply()
    run = TaskRun.objects.get(name=failing.name)
    assert (run.succeeded, run.failures, run.succeeded_at) == (False, 2, None)
    assert run.result == "ValueError: dealt [cards] "
    recording._ended(sender=failing, state="SUCCESS")
    run.refresh_from_db()
    assert (run.succeeded, run.failures) == (True, 0)


def test_the_heartbeat_is_the_workers():
    heartbeat.apply()
    assert Heartbeat.objects.get().part == Heartbeat.Part.WORKER


def test_publishing_the_heartbeat_is_the_schedulers():
    recording._scheduler_lives()
    assert Heartbeat.objects.get().part == Heartbeat.Part.BEAT


def test_a_task_runs_though_its_run_cannot_be_written_down(caplog):
    def away(execute, sql, *arguments):
        if "operations_" in sql:
            raise OperationalError("away")
        return execute(sql, *arguments)

    with connection.execute_wrapper(away):
        assert verify_ledger.apply().get() is True
    assert [record.name for record in caplog.records].count("operations.recording") == 2


def test_staff_see_the_last_run_of_every_task():
    tab = browser(member(Role.SUPPORT))
    verify_ledger.apply()
    recording.beat(Heartbeat.Part.BEAT)
    tasks = tab.get(reverse("admin:operations_taskrun_changelist"))
    assert [run.result for run in tasks.context["cl"].result_list] == ["True"]
    beats = tab.get(reverse("admin:operations_heartbeat_changelist"))
    assert [beat.part for beat in beats.context["cl"].result_list] == ["beat"]
