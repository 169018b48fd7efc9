"""Writing down what the background work does: by Celery's signals, for every task alike.

Nothing that a task does depends on it: a database that is away loses a line, not a run.
"""

import logging
from typing import Any, Final

from celery import signals
from django.db import Error, transaction
from django.db.models import F
from django.utils import timezone

from casino.masking import masked
from operations.models import Heartbeat, TaskRun

logger = logging.getLogger(__name__)

HEARTBEAT: Final = "operations.tasks.heartbeat"
_LONGEST: Final = 200


def connect() -> None:
    """Listen. Connected more than once, each signal is still heard once."""
    signals.task_prerun.connect(_began, dispatch_uid="operations.began")
    signals.task_postrun.connect(_ended, dispatch_uid="operations.ended")
    signals.before_task_publish.connect(
        _scheduler_lives, sender=HEARTBEAT, dispatch_uid="operations.published"
    )
    signals.beat_init.connect(_scheduler_lives, dispatch_uid="operations.beat_init")
    signals.worker_ready.connect(_worker_lives, dispatch_uid="operations.worker_ready")


def beat(part: Heartbeat.Part) -> None:
    """Say that this part of the background work lives."""
    Heartbeat.objects.update_or_create(part=part, defaults={"at": timezone.now()})


def _scheduler_lives(**more: Any) -> None:
    """It starts, or publishes the heartbeat, which nobody else does."""
    _quietly(beat, Heartbeat.Part.BEAT)


def _worker_lives(**more: Any) -> None:
    """It starts; from then on it shows it by doing the heartbeat."""
    _quietly(beat, Heartbeat.Part.WORKER)


def _began(sender: Any = None, **more: Any) -> None:
    _quietly(_write_beginning, sender.name)


def _ended(sender: Any = None, retval: Any = None, state: str | None = None, **more: Any) -> None:
    _quietly(_write_end, sender.name, state == "SUCCESS", _in_short(retval))


def _write_beginning(name: str) -> None:
    TaskRun.objects.update_or_create(
        name=name,
        defaults={"began_at": timezone.now(), "ended_at": None, "succeeded": None, "result": ""},
    )


def _write_end(name: str, succeeded: bool, result: str) -> None:
    now = timezone.now()
    changes: dict[str, Any] = {"ended_at": now, "succeeded": succeeded, "result": result}
    if succeeded:
        changes |= {"succeeded_at": now, "failures": 0}
    else:
        changes["failures"] = F("failures") + 1
    TaskRun.objects.filter(name=name).update(**changes)


def _in_short(value: Any) -> str:
    """What a task gave back, or its exception; without secrets, and no longer than a line."""
    if value is None:
        return ""
    text = f"{type(value).__name__}: {value}" if isinstance(value, BaseException) else str(value)
    return masked(text.partition("\n")[0])[:_LONGEST]


def _quietly(write: Any, *arguments: Any) -> None:
    try:
        with transaction.atomic():
            write(*arguments)
    except Error as error:
        logger.warning("A task's run was not written down: %s", str(error).partition("\n")[0])
