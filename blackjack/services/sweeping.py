"""One run of the expiry: what is due is found in the database, and nowhere else.

It may run twice at once, late, be killed in the middle, or not run for a week: what it has done is
done, and what is left the next run finds. A table that can't be settled is passed by.
"""

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import OperationalError
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.ledger import AlreadyPosted
from blackjack.exceptions import BrokenRound
from blackjack.keeping import KEPT
from blackjack.models import BingoSession, Round, Shoe
from blackjack.services.deletion import delete_expired
from blackjack.services.expiry import expire_table
from fairplay.services import SealBroken

logger = logging.getLogger(__name__)

_BATCH: Final = 100
_SHARE: Final = 0.5
"""Of the time that settling may take; the rest is left to requests."""


@dataclass(slots=True)
class Swept:
    """What a run has done."""

    tables: int = 0
    passed_by: int = 0
    rounds_deleted: int = 0


def expire(*, now: datetime | None = None, seconds: float = 45) -> Swept:
    """End what is ten days old, then delete what is kept no longer (rules.md section 9).

    Args:
        seconds: that the run may take; the next one goes on where it stopped.
    """
    now = now or timezone.now()
    until = time.monotonic() + seconds
    swept = Swept()
    for table in _tables_due(now):
        if time.monotonic() >= until:
            return swept
        began = time.monotonic()
        try:
            swept.tables += expire_table(table, now=now)
        except (BrokenRound, SealBroken):
            swept.passed_by += 1  # staff were told where it was found
        except (AlreadyPosted, OperationalError) as error:
            swept.passed_by += 1
            logger.warning("Table %s was not settled: %s", table, type(error).__name__)
        time.sleep((time.monotonic() - began) * (1 - _SHARE) / _SHARE)
    swept.rounds_deleted = delete_expired(now=now, until=until)
    return swept


def due_rounds(now: datetime) -> QuerySet[Round]:
    """Open rounds dealt ten days ago."""
    return Round.objects.filter(ended_at__isnull=True, dealt_at__lte=now - KEPT)


def due_sessions(now: datetime) -> QuerySet[BingoSession]:
    """Running bingo sessions whose last round was dealt ten days ago."""
    return BingoSession.objects.filter(ended_at__isnull=True, last_round_at__lte=now - KEPT)


def due_shoes(now: datetime) -> QuerySet[Shoe]:
    """Open shoes first dealt from ten days ago."""
    return Shoe.objects.filter(
        ended_at__isnull=True, dealt_at__isnull=False, dealt_at__lte=now - KEPT
    )


def _tables_due(now: datetime) -> Iterator[int]:
    """Yield the keys of the tables at which something is ten days old, batch by batch."""
    seen: set[int] = set()
    for due, by in (
        (due_rounds(now), "dealt_at"),
        (due_sessions(now), "last_round_at"),
        (due_shoes(now), "dealt_at"),
    ):
        for table in _walk(due, by):
            if table not in seen:
                seen.add(table)
                yield table


def _walk(due: QuerySet[Any], by: str) -> Iterator[int]:
    """Go along the index of what is due; what is settled meanwhile drops out of it."""
    rows = due.order_by(by, "pk").values_list(by, "pk", "table_id")
    batch = list(rows[:_BATCH])
    while batch:
        yield from (table for _, _, table in batch)
        at, number, _ = batch[-1]
        later = Q(**{f"{by}__gt": at}) | Q(**{by: at, "pk__gt": number})
        batch = list(rows.filter(later, **{f"{by}__gte": at})[:_BATCH])
