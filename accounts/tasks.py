"""Background work about accounts. A task may be lost, late or run twice.

A worker finds here those that stand in modules of their own, too.
"""

import logging

from accounts import forgetting
from accounts.outbox.tasks import send_mails
from accounts.reporting.summing import sum_up
from accounts.reset import answer_asked
from accounts.sessions import SessionStore
from accounts.switches.services import sweep
from casino.celery import app
from casino.transactions import unhurried

__all__ = [
    "answer_asked",
    "clear_sessions",
    "forget_guests",
    "send_mails",
    "sum_up_reports",
    "sweep_closed_games",
]

logger = logging.getLogger(__name__)


@app.task
def forget_guests() -> int:
    """Make guests who came no more anonymous."""
    forgotten = forgetting.forget_guests()
    if forgotten:
        logger.info("%s guests were made anonymous.", forgotten)
    return forgotten


@app.task
def sweep_closed_games() -> int:
    """End bingo sessions that a deal under way has opened in a game that was being closed."""
    return sweep()


@app.task
def sum_up_reports() -> int:
    """Sum up the days that are over for the reports; how many were left to do."""
    return sum_up()


@app.task
def clear_sessions() -> None:
    """Remove the rows of sessions that are over."""
    with unhurried():  # after a day of many players it is one long statement
        SessionStore.clear_expired()
