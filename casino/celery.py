"""Background work: which tasks run when. Each finds its work in the database, and may run twice.

In the embedded shape worker and beat are threads of `manage.py serve`; with ``REDIS_URL`` they
are processes of their own: `celery -A casino worker` and `celery -A casino beat`.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
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
    "make guests who came no more anonymous": {
        "task": "accounts.tasks.forget_guests",
        "schedule": crontab(minute="35"),
    },
    "end what was opened while its game was being closed": {
        "task": "accounts.tasks.sweep_closed_games",
        "schedule": crontab(),
    },
    "remove sessions that are over": {
        "task": "accounts.tasks.clear_sessions",
        "schedule": crontab(hour="4", minute="50"),
    },
}
