"""The background work's own sign of life."""

from casino.celery import app
from operations import recording
from operations.models import Heartbeat


@app.task
def heartbeat() -> None:
    """Say that a worker takes tasks. Scheduled often; run late or twice, it says the same."""
    recording.beat(Heartbeat.Part.WORKER)
