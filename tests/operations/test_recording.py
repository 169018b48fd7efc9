"""What the background work did is written down, for every task alike."""

import re

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from accounts.models import Wallet
from accounts.tasks import clear_sessions
from blackjack.tasks import verify_ledger
from casino.celery import app
from casino.roles import Role
from fairplay.tasks import check_keys
from operations import planned, recording
from operations.models import Heartbeat, TaskRun
from operations.tasks import heartbeat
from tests.blackjack.conftest import lose_the_key
from tests.office import browser, member
from tests.pages import read
from tests.tables import NATURAL

__all__ = ["lose_the_key"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


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


def test_books_that_differ_are_a_failed_run(seat, caplog):
    seat.play(NATURAL)
    verify_ledger.apply()
    Wallet.objects.update(balance=1)
    verify_ledger.apply()
    run = TaskRun.objects.get(name="blackjack.tasks.verify_ledger")
    assert (run.succeeded, run.failures) == (False, 1)
    assert re.fullmatch(r"Difference: wallet \d+ \(RUR\): it holds 1, its lines .*", run.result)
    assert run.succeeded_at < run.began_at, "the alarm by age counts from when they agreed"
    assert [one.levelname for one in caplog.records if "books differ" in one.message] == ["ERROR"]


def test_a_missing_key_is_a_failed_run(seat, lose_the_key):
    seat.open()
    check_keys.apply()
    back = lose_the_key()
    check_keys.apply()
    run = TaskRun.objects.get(name="fairplay.tasks.check_keys")
    assert (run.succeeded, run.failures) == (False, 1)
    assert run.result.startswith("KeyMissing: ")
    back()
    check_keys.apply()
    run.refresh_from_db()
    assert (run.succeeded, run.failures, run.result) == (True, 0, "True")


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


def test_staff_see_the_last_run_of_every_task_and_what_never_ran():
    tab = browser(member(Role.SUPPORT))
    verify_ledger.apply()
    recording.beat(Heartbeat.Part.BEAT)
    address = reverse("admin:operations_taskrun_changelist")
    rows = read(tab.get(address)).one(id="result_list").one("tbody").all("tr")
    assert {row.one("th").text for row in rows} == set(planned.schedules())
    began = {row.one("th").text: row.all("td")[1].text for row in rows}
    assert [name for name, at in began.items() if at != "never"] == [verify_ledger.name]
    led = [row.one("th").text for row in rows if row.one("th").all("a")]
    assert led == [verify_ledger.name], "what never ran has no page of its own"
    ended = tab.get(address, {"succeeded__exact": "1"})
    assert [run.name for run in ended.context["cl"].result_list] == [verify_ledger.name]
    beats = tab.get(reverse("admin:operations_heartbeat_changelist"))
    assert [beat.part for beat in beats.context["cl"].result_list] == ["beat"]
