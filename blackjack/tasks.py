"""Background work of the tables. A task may be lost, late or run twice, with one effect."""

import logging
from typing import Final

from django.utils import timezone

from accounts.verification import Difference
from blackjack import services
from blackjack.engine.cards import DECK
from blackjack.shuffling import shuffled
from blackjack.site_figures import counting, watching
from blackjack.verification import verify_books
from casino.celery import app
from fairplay import shuffle_reports
from fairplay.statistics import examine

logger = logging.getLogger(__name__)

NIGHTLY: Final = 100_000
"""Decks that are shuffled for the report of a night."""


@app.task(throws=(Difference,))
def verify_ledger() -> bool:
    """Replay all money lines, requests and rounds; a run that finds a difference has failed.

    Raises:
        Difference: the books differ; the log says so as well.
    """
    try:
        books = verify_books()
    except Difference as difference:
        logger.error("The books differ: %s", difference)
        raise
    logger.info(
        "The books agree: %s wallets, %s lines, %s rounds, %s requests, %s adjustments, "
        "%s days of reports.",
        books.journal.wallets,
        books.journal.entries,
        books.played.rounds,
        books.requests.requests,
        books.requests.adjustments,
        books.days,
    )
    return True


@app.task
def expire() -> int:
    """End what is ten days old and delete what is kept no longer; how many rounds were deleted.

    It takes 45 seconds at most: what is left the next run finds.
    """
    swept = services.expire()
    if swept.tables or swept.passed_by or swept.rounds_deleted:
        logger.info(
            "Ten days: %s tables settled, %s passed by, %s rounds deleted.",
            swept.tables,
            swept.passed_by,
            swept.rounds_deleted,
        )
    return swept.rounds_deleted


@app.task
def report_shuffle() -> bool:
    """Examine the shuffle and publish what came out; of several runs in one night the first counts.

    Returns:
        Whether this run made the report.
    """
    night = timezone.localdate()
    if shuffle_reports.is_made(night):
        return False
    report = examine(shuffled, DECK, NIGHTLY)
    return shuffle_reports.publish(report, now=timezone.now(), night=night)


@app.task
def count_rounds() -> int:
    """Count the rounds of the days that are over, and judge the dealer; how many were counted."""
    now = timezone.now()
    counted = counting.count_days(now=now)
    outside = watching.watch(now=now)
    logger.info("Figures: %s rounds counted, %s games out of their band.", counted, len(outside))
    return counted
