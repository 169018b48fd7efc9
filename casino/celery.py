"""Background work: which tasks run when. Each finds its work in the database, and may run twice.

In the embedded shape worker and beat are threads of `manage.py serve`; with ``REDIS_URL`` they
are processes of their own: `celery -A casino worker` and `celery -A casino beat`.
"""

import logging
import os
from typing import Any

from celery import Celery, Task
from celery.schedules import crontab
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "show that scheduler and worker live": {
        "task": "operations.tasks.heartbeat",
        "schedule": 30,
        "options": {"expires": 30},  # of no use late: a worker that was away is not flooded
    },
    "verify the ledger every night": {
        "task": "blackjack.tasks.verify_ledger",
        "schedule": crontab(hour="4", minute="20"),
    },
    "end what is ten days old, and delete what is kept no longer": {
        "task": "blackjack.tasks.expire",
        "schedule": crontab(),
        # After a long silence the runs that were missed are not made up for: one finds it all.
        "options": {"expires": 55},
    },
    "examine the shuffle every night": {
        "task": "blackjack.tasks.report_shuffle",
        "schedule": crontab(hour="3", minute="40"),
    },
    "count the rounds of the day before, and judge the dealer": {
        "task": "blackjack.tasks.count_rounds",
        "schedule": crontab(hour="3", minute="10"),
    },
    "look whether the keys open what is sealed": {
        "task": "fairplay.tasks.check_keys",
        "schedule": crontab(minute="5"),
    },
    "make guests who came no more anonymous": {
        "task": "accounts.tasks.forget_guests",
        "schedule": crontab(minute="35"),
    },
    "end what was opened while its game was being closed": {
        "task": "accounts.tasks.sweep_closed_games",
        "schedule": crontab(),
    },
    "send the mails that wait": {
        "task": "accounts.outbox.tasks.send_mails",
        "schedule": crontab(),
        "options": {"expires": 55},
    },
    "answer those who asked for a link to a new password": {
        "task": "accounts.reset.answer_asked",
        "schedule": crontab(),
        "options": {"expires": 55},
    },
    "sum up the days that are over for the reports": {
        "task": "accounts.tasks.sum_up_reports",
        # Each hour, so that it comes soon after midnight wherever the house's zone has that.
        "schedule": crontab(minute="10"),
    },
    "remove sessions that are over": {
        "task": "accounts.tasks.clear_sessions",
        "schedule": crontab(hour="4", minute="50"),
    },
}


def hand_over(task: Task[Any, Any], *arguments: Any) -> None:
    """Have a task done in the background; where the queue is away the log says so, and no more."""
    try:
        task.apply_async(args=arguments, retry=False)
    except (KombuError, OSError) as error:
        logger.error("%s could not be handed over: %s", task.name, type(error).__name__)
