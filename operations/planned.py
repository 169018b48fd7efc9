"""What is planned, beside what has run: a task that never ran leaves no row to be looked at."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from celery.schedules import maybe_schedule
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Min

from casino.celery import app
from operations.models import TaskRun

LATE: Final = timedelta(hours=1)
"""So long after it was due a task must have come to an end well, or at least have begun."""


@cache
def schedules() -> Mapping[str, Any]:
    """When each planned task is due, by its name."""
    return MappingProxyType(
        {
            entry["task"]: maybe_schedule(entry["schedule"], app=app)
            for entry in app.conf.beat_schedule.values()
        }
    )


def runs() -> Sequence[TaskRun]:
    """The last run of every task, by name; of a planned one that never ran an unstored row."""
    found = {run.name: run for run in TaskRun.objects.all()}
    never = {name: TaskRun(name=name) for name in schedules() if name not in found}
    return [run for _, run in sorted({**found, **never}.items())]


def is_unwell(run: TaskRun) -> bool:
    """Whether staff should look: it failed, or is late."""
    return bool(run.failures) or is_late(run)


def is_late(run: TaskRun) -> bool:
    """Whether a planned task did not go well when it last was due. A run that goes on has time.

    One that never ran has time until it is due for the first time since the house was set up.
    """
    schedule = schedules().get(run.name)
    if schedule is None:
        return False
    due: timedelta = schedule.remaining_estimate(_last_sign(run) or _set_up_at())
    return due < -LATE


def _last_sign(run: TaskRun) -> datetime | None:
    goes_on = run.ran and run.ended_at is None
    signs = [run.succeeded_at, run.began_at if goes_on else None]
    return max((at for at in signs if at is not None), default=None)


@cache
def _set_up_at() -> datetime:
    """When the first tables were made."""
    applied: datetime = MigrationRecorder.Migration.objects.aggregate(at=Min("applied"))["at"]
    return applied


def unwell() -> int:
    """How many tasks staff should look at."""
    return sum(map(is_unwell, runs()))
