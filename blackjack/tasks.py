"""Background work of the tables. A task may be lost, late or run twice."""

import logging

from accounts.requests_verification import verify_requests
from accounts.verification import Difference, verify_journal
from blackjack import services
from blackjack.verification import verify_rounds
from casino.celery import app

logger = logging.getLogger(__name__)


@app.task
def verify_ledger() -> bool:
    """Replay all money lines, requests and rounds; tell staff by the log if they differ."""
    try:
        journal = verify_journal()
        played = verify_rounds()
        requests = verify_requests()
    except Difference as difference:
        logger.error("The books differ: %s", difference)
        return False
    logger.info(
        "The books agree: %s wallets, %s lines, %s rounds, %s requests, %s adjustments.",
        journal.wallets,
        journal.entries,
        played.rounds,
        requests.requests,
        requests.adjustments,
    )
    return True


@app.task
def expire(seconds: float = 45) -> int:
    """End what is ten days old and delete what is kept no longer; how many rounds were deleted.

    Args:
        seconds: that it may take; what is left the next run finds.
    """
    swept = services.expire(seconds=seconds)
    if swept.tables or swept.passed_by or swept.rounds_deleted:
        logger.info(
            "Ten days: %s tables settled, %s passed by, %s rounds deleted.",
            swept.tables,
            swept.passed_by,
            swept.rounds_deleted,
        )
    return swept.rounds_deleted
