"""Background work about commitments. A task may be lost, late or run twice: it only reads."""

from casino.celery import app
from fairplay import keys


@app.task
def check_keys() -> bool:
    """Tell staff by the log when a key is missing: rounds would wait for it."""
    return keys.tell_staff()
