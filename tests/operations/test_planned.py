"""A planned task that failed, is late or never ran is seen: by staff, and in the figures."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib import admin
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Min
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from blackjack.tasks import verify_ledger
from casino import staff_index
from casino.roles import Role
from operations import planned
from operations.models import TaskRun
from tests.office import browser, member
from tests.operations.test_metrics import TOKEN, figures, value
from tests.pages import read

pytestmark = pytest.mark.django_db

NIGHT = datetime(2026, 3, 5, 4, 20, tzinfo=UTC)
"""When the books are verified, as planned."""
SUCCESS = "casino_task_success_timestamp_seconds"


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def night():
    with time_machine.travel(NIGHT, tick=False) as clock:
        yield clock


def ran(name: str = verify_ledger.name, **changed) -> TaskRun:
    """A task that went well a moment ago, but for what is changed."""
    now = timezone.now()
    facts = {"began_at": now, "ended_at": now, "succeeded": True, "succeeded_at": now, **changed}
    run, _ = TaskRun.objects.update_or_create(name=name, defaults=facts)
    return run


def all_ran() -> None:
    for name in planned.schedules():
        ran(name)


def test_what_never_ran_is_late_once_it_was_due_since_the_house_was_set_up():
    set_up = MigrationRecorder.Migration.objects.aggregate(at=Min("applied"))["at"]
    with time_machine.travel(set_up + planned.LATE, tick=False) as clock:
        assert not any(run.ran for run in planned.runs())
        assert planned.unwell() == 0
        clock.shift(timedelta(minutes=1, seconds=1))
        assert planned.unwell() >= 1, "what is due every minute"
        clock.shift(timedelta(days=1))
        assert planned.unwell() == len(planned.schedules())


@pytest.fixture
def years_later():
    with time_machine.travel(NIGHT.replace(year=2036), tick=False) as clock:
        yield clock


@override_settings(METRICS_TOKEN=TOKEN)
def test_each_planned_task_is_a_figure_from_the_first_day(client, years_later):
    ran("some.other.task", failures=2)
    text = figures(client).content.decode()
    name = verify_ledger.name
    assert f'{SUCCESS}{{task="{name}"}} 0.0' in text.splitlines()
    assert value(text, "casino_task_late", task=name) == 1
    ran()
    text = figures(client).content.decode()
    assert value(text, SUCCESS, task=name) == timezone.now().timestamp()
    assert f'casino_task_late{{task="{name}"}} 0.0' in text.splitlines()
    assert value(text, "casino_task_failures", task="some.other.task") == 2
    assert 'casino_task_late{task="some.other.task"} 0.0' in text.splitlines()


def test_a_nightly_task_is_late_an_hour_after_the_next_night(night):
    run = ran()
    night.move_to(NIGHT + timedelta(days=1) + planned.LATE)
    assert not planned.is_late(run)
    night.shift(timedelta(seconds=1))
    assert planned.is_late(run)


def test_a_frequent_task_is_late_after_an_hour(night):
    run = ran("operations.tasks.heartbeat")
    night.shift(planned.LATE + timedelta(seconds=30))
    assert not planned.is_late(run)
    night.shift(timedelta(seconds=1))
    assert planned.is_late(run)


def test_a_run_that_goes_on_has_until_the_next_one(night):
    before = NIGHT - timedelta(days=1)
    run = ran(succeeded=None, ended_at=None, succeeded_at=before)
    night.shift(timedelta(hours=23))
    assert not planned.is_late(run)
    night.shift(timedelta(hours=2, seconds=1))
    assert planned.is_late(run)


def test_the_first_page_says_how_many_tasks_are_unwell():
    tab = browser(member(Role.SUPPORT))
    address = reverse("admin:operations_taskrun_changelist")

    def told() -> str:
        (card,) = (
            one
            for one in read(tab.get(reverse("admin:index"))).one(id="ways").all("section")
            if one.one("h2").one("a")["href"] == address
        )
        return card.one("p").text

    all_ran()
    assert told() == "What the house does by itself, such as the nightly check of the books."
    ran(succeeded=False, failures=1)
    TaskRun.objects.filter(name="accounts.tasks.clear_sessions").update(succeeded_at=NIGHT)
    assert told() == "Tasks that failed or did not run in time: 2. Look at them now."


def test_every_list_stands_on_the_first_page():
    named = [page for _title, pages in staff_index._groups() for page in pages]
    registered = {
        f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry
    }
    assert set(named) == registered
    assert len(named) == len(set(named))
