"""Background work about commitments. A task may be lost, late or run twice: it only reads."""

from typing import Final

from casino.celery import app
from fairplay import keys

_MISSING: Final = "some signed shoes can't be opened: put the former key back (docs/keys.md)"


class KeyMissing(Exception):
    """Rounds on signed shoes wait for a key that is not among ``FAIRPLAY_KEYS``."""


@app.task(throws=(KeyMissing,))
def check_keys() -> bool:
    """Look whether the keys open the oldest and the newest shoes; else the run has failed.

    Raises:
        KeyMissing: one can't be opened; the log says how many can't.
    """
    if not keys.tell_staff():
        raise KeyMissing(_MISSING)
    return True
