"""Breaks and self-exclusion: no new round, demo play included, and no way back before the end.

Demo play is stopped as well: who wants to stop is not to be kept at the table. Rounds that are
open may be finished; withdrawals, history and FairPlay stay open. The stop belongs to the
account, so a guest who registers takes it with him.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Currency, User
from accounts.protection.exceptions import PlayStopped, StaleProtection, StopNotLonger
from accounts.protection.models import PlayStop, StopKind
from accounts.protection.periods import months_later
from accounts.registry import games
from casino.live import announce


class Length(StrEnum):
    """How long a player may stop for."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    HALF_YEAR = "half-year"
    YEAR = "year"
    FOR_GOOD = "for-good"

    @property
    def kind(self) -> StopKind:
        """A break is short; from half a year on it is self-exclusion."""
        exclusion = self in {Length.HALF_YEAR, Length.YEAR, Length.FOR_GOOD}
        return StopKind.EXCLUSION if exclusion else StopKind.BREAK


_HOURS: Final[Mapping[Length, int]] = {Length.HOUR: 1, Length.DAY: 24, Length.WEEK: 7 * 24}
_MONTHS: Final[Mapping[Length, int]] = {Length.MONTH: 1, Length.HALF_YEAR: 6, Length.YEAR: 12}


@dataclass(frozen=True, slots=True)
class Stop:
    """A break or self-exclusion; ``until`` is ``None`` for good."""

    kind: StopKind
    until: datetime | None

    def holds(self, now: datetime) -> bool:
        """Whether it is not over yet."""
        return self.until is None or self.until > now


def end_of(length: Length, now: datetime) -> datetime | None:
    """When a stop of this length would end; ``None`` for never."""
    if length in _HOURS:
        return now + timedelta(hours=_HOURS[length])
    if length in _MONTHS:
        return months_later(now, _MONTHS[length], timezone.get_default_timezone())
    return None


def current(user_id: int, now: datetime) -> Stop | None:
    """The stop that holds now: each one outlasts those before it, so the last."""
    row = PlayStop.objects.filter(user_id=user_id).order_by("-number").first()
    stop = None if row is None else Stop(StopKind(row.kind), row.until)
    return stop if stop is not None and stop.holds(now) else None


def last_number(user_id: int) -> int:
    """The number of the player's last stop; 0 before the first. A form carries it."""
    rows = PlayStop.objects.filter(user_id=user_id).order_by("-number")
    return rows.values_list("number", flat=True).first() or 0


def history(user_id: int) -> Sequence[PlayStop]:
    """All the player's stops, the newest first."""
    return list(PlayStop.objects.filter(user_id=user_id).order_by("-number"))


def require_none(user_id: int, now: datetime) -> None:
    """Let pass who neither takes a break nor has excluded himself.

    Raises:
        PlayStopped: he does, or has.
    """
    stop = current(user_id, now)
    if stop is not None:
        raise PlayStopped(stop.kind, stop.until)


def begin(*, player: User, length: Length, number: int, now: datetime) -> Stop:
    """Stop the player's play at once, in every tab.

    His wallets are locked first: a deal that is under way is finished before or refused after.
    Self-exclusion ends what the games keep running between rounds, in the same transaction.

    Args:
        number: of the last stop that the form knew.

    Raises:
        StaleProtection: another stop has begun since.
        StopNotLonger: one runs that lasts as long or longer.
    """
    # Late clicks end here, before they queue for the locks.
    if last_number(player.pk) != number:
        raise StaleProtection
    with transaction.atomic(durable=True):
        return _begin(player, length, number, now)


def _begin(player: User, length: Length, number: int, now: datetime) -> Stop:
    for currency in [Currency.FUN] if player.is_guest else [Currency.FUN, Currency.RUR]:
        ledger.lock(player.pk, currency)
    if last_number(player.pk) != number:
        raise StaleProtection
    running, until = current(player.pk, now), end_of(length, now)
    if running is not None and not _outlasts(until, running.until):
        raise StopNotLonger
    kind = length.kind
    if running is not None and running.kind is StopKind.EXCLUSION:
        kind = StopKind.EXCLUSION
    try:
        with transaction.atomic():
            PlayStop.objects.create(
                user=player, number=number + 1, kind=kind.value, began_at=now, until=until
            )
    except IntegrityError:
        raise StaleProtection from None
    if kind is StopKind.EXCLUSION:
        games().playing_stopped(player.pk)
    announce(player.pk)
    return Stop(kind, until)


def _outlasts(until: datetime | None, other: datetime | None) -> bool:
    if other is None:
        return False
    return until is None or until > other
