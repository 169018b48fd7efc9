"""Guests who came no more: after 10 days without a visit they are made anonymous.

The account stays, because its journal does; nothing is left of it that tells who it was.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import ending, logins, registry
from accounts.models import PlayerSession, User
from accounts.outbox import posting
from accounts.sessions import GUEST_AGE

_AWAY: Final = timedelta(seconds=GUEST_AGE)
_BATCH: Final = 100


def forget_guests(*, now: datetime | None = None) -> int:
    """Make guests without a visit for 10 days anonymous, and return how many that were.

    Guests with an unfinished round, or bingo running, are left alone until the house has ended
    it. It may run twice, also at once, and be stopped anywhere: each guest is one transaction of
    its own.
    """
    now = now or timezone.now()
    return sum(_forget(number, now) for number in _gone(now))


def _gone(now: datetime) -> Iterator[int]:
    """Yield guests who may be forgotten, a batch at a time."""
    last = 0
    while batch := list(
        _away(now).filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:_BATCH]
    ):
        games = registry.games()
        playing = games.with_open_rounds(batch) | games.with_bingo_running(batch)
        yield from (number for number in batch if number not in playing)
        last = batch[-1]


def _away(now: datetime) -> QuerySet[User]:
    """Select guests whose last session is over, and who began none for as long."""
    since = now - _AWAY
    visits = PlayerSession.objects.filter(user_id=OuterRef("pk"), expire_date__gt=now)
    return User.objects.filter(
        Q(last_login__isnull=True) | Q(last_login__lte=since),
        ~Exists(visits),
        is_guest=True,
        forgotten_at__isnull=True,
        date_joined__lte=since,
    )


def _forget(number: int, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().filter(pk=number, forgotten_at=None).first()
        # He may have come back, registered, or been forgotten by another worker meanwhile.
        if user is None or not _away(now).filter(pk=number).exists():
            return False
        user.username = logins.for_guest()
        user.email = ""
        user.is_active = False
        user.forgotten_at = now
        user.save(update_fields=["username", "email", "is_active", "forgotten_at"])
        ending.end(number)
        posting.forget(number)
        registry.games().player_gone(number)
    return True
