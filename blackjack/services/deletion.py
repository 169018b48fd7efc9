"""Games that are no longer kept, deleted for good: in small batches, with pauses for the players.

Source: rules.md section 9. What is deleted is over and revealed; nobody writes to it any more, so
no wallet and no table is locked. Money lines are never deleted.
"""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q

from blackjack.keeping import KEPT
from blackjack.models import BingoSession, Round, Shoe
from fairplay import services as fairplay

_SHOES: Final = 100
"""Looked at for one batch; a kept shoe has some twenty rounds, a fresh one has one."""
_ROUNDS: Final = 200
"""Deleted by one batch at most, unless a single shoe has more."""
_SHARE: Final = 0.15
"""Of the time that deleting may take: requests come first, however many rounds have expired."""
_LEAST_PAUSE: Final = 0.02


def delete_expired(*, now: datetime, until: float) -> int:
    """Delete the shoes that are kept no longer, with rounds, strings and bingo sessions.

    It goes by the index of what expires, the oldest first; each batch is a transaction of its own,
    and a pause follows. It may run twice at once and be stopped anywhere.

    Args:
        until: of ``time.monotonic()``: no batch begins later. The next run goes on.

    Returns:
        How many rounds were deleted.
    """
    deleted = 0
    last: tuple[datetime, int] | None = None
    while time.monotonic() < until:
        began = time.monotonic()
        with transaction.atomic(durable=True):
            batch = _next_batch(now, last)
            if not batch:
                break
            deleted += _delete([shoe for shoe, _, _ in batch])
        last = batch[-1][1], batch[-1][0].pk
        took = time.monotonic() - began
        time.sleep(max(_LEAST_PAUSE, took * (1 - _SHARE) / _SHARE))
    _delete_undone_sessions(now)
    return deleted


def expired_shoes(now: datetime, after: tuple[datetime, int] | None = None) -> Sequence[Shoe]:
    """Return some shoes that are kept no longer, from the index.

    One whose string is not revealed has been damaged: it is left for staff.

    Args:
        after: ``kept_until`` and key of the last one seen.
    """
    found = Shoe.objects.filter(
        ended_at__isnull=False, kept_until__lte=now, commitment__revealed_at__isnull=False
    )
    if after is not None:
        later = Q(kept_until__gt=after[0]) | Q(kept_until=after[0], pk__gt=after[1])
        found = found.filter(later, kept_until__gte=after[0])
    # A second worker passes by what the first one holds. SQLite has one writer anyway.
    found = found.select_for_update(skip_locked=True, of=("self",))
    return list(found.order_by("kept_until", "pk")[:_SHOES])


def _next_batch(
    now: datetime, last: tuple[datetime, int] | None
) -> list[tuple[Shoe, datetime, int]]:
    """Return the next shoes with the end of their time and how many rounds they have."""
    shoes = expired_shoes(now, last)
    counted = Round.objects.filter(shoe__in=shoes).values("shoe_id").annotate(rounds=Count("pk"))
    rounds = {row["shoe_id"]: row["rounds"] for row in counted}
    batch: list[tuple[Shoe, datetime, int]] = []
    total = 0
    for shoe in shoes:
        total += rounds.get(shoe.pk, 0)
        if batch and total > _ROUNDS:
            break
        assert shoe.kept_until is not None  # noqa: S101 - tells the type checker
        batch.append((shoe, shoe.kept_until, rounds.get(shoe.pk, 0)))
    return batch


def _delete(shoes: Sequence[Shoe]) -> int:
    numbers = [shoe.pk for shoe in shoes]
    BingoSession.objects.filter(shoe__in=numbers).delete()
    rounds, _ = Round.objects.filter(shoe__in=numbers).delete()
    Shoe.objects.filter(pk__in=numbers).delete()
    fairplay.forget([shoe.commitment_id for shoe in shoes])
    return rounds


def _delete_undone_sessions(now: datetime) -> None:
    """Delete sessions that ended within the round that they were laid with, after that round.

    The house gave their stake back; no shoe tells of them.
    """
    kept = Round.objects.filter(table=OuterRef("table"), dealt_at=OuterRef("opened_at"))
    found = BingoSession.objects.filter(
        ~Exists(kept), ended_at__lte=now - KEPT, ended_at__isnull=False, shoe__isnull=True
    )
    with transaction.atomic(durable=True):
        found.delete()
