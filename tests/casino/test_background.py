"""Background work: in the embedded shape inside the one process, else in processes of its own."""

from threading import Event

import pytest
from celery.signals import task_success
from django.conf import settings

from blackjack.tasks import verify_ledger
from casino import background
from casino.celery import app

LONGEST = 10.0  # seconds; a task takes some hundredths of one


@pytest.mark.django_db(transaction=True)
def test_a_task_that_is_asked_for_is_done_by_the_process_itself() -> None:
    done = Event()
    results = []

    def finished(result: bool, **_more: object) -> None:
        results.append(result)
        done.set()

    task_success.connect(finished, sender=verify_ledger)
    with background.running():
        verify_ledger.delay()
        assert done.wait(LONGEST)
    assert results == [True]


def test_the_ledger_is_verified_every_night() -> None:
    app.loader.import_default_modules()
    planned = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert "blackjack.tasks.verify_ledger" in planned
    assert planned <= set(app.tasks), "everything planned exists"


def test_nothing_is_installed_for_the_embedded_shape() -> None:
    assert settings.REDIS_URL == ""
    assert app.conf.broker_url.startswith("memory://")
    assert settings.CHANNEL_LAYERS["default"]["BACKEND"] == "casino.channel_layer.OneLoopLayer"
