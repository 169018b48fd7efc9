"""The outbox's background work, each minute and as soon as there is something to send."""

from accounts.outbox import sending
from casino.celery import app


@app.task
def send_mails() -> int:
    """Send the mails that are due; how many were sent."""
    return sending.send_due()
