"""What is asked before a new round's bets, and before a deposit. Nothing else asks it.

A round that has begun is never stopped: hits, insurance, doubles and splits pass no check, though
they count as staked.
"""

from datetime import datetime
from typing import Final

from accounts.models import Currency, User
from accounts.protection import limits, reality, snapshot, stops, sums
from accounts.protection.exceptions import AccountInactive, LimitReached, PlayStopped
from accounts.protection.models import Measure
from accounts.protection.sums import Key

_ANY_PLAY: Final = (Measure.TIME,)
_REAL_PLAY: Final = (Measure.TIME, Measure.STAKE, Measure.LOSS)


def require_may_stake(*, player: User, currency: str, amount: int, now: datetime) -> None:
    """Let the bets of a new round pass, or refuse them whole.

    Call it inside the deal's transaction, after the wallet's lock: then no two deals at once pass
    a limit that has room for one. Stakes at risk count as lost.

    Limits of money hold for roubles. Demo money costs nothing and is filled up, so demo play is
    held down by time, breaks and the reality check alone.

    Args:
        amount: all bets of the round together, hundredths of ``currency``.

    Raises:
        AccountInactive: it was blocked or closed while the click waited for the lock.
        PlayStopped: the player takes a break or has excluded himself.
        LimitReached: the bets would pass a limit, or the time is used up.
        RealityCheckDue: he is to be asked first whether he goes on.
    """
    found = snapshot.taken(player.pk, currency, now)
    if not found.active:
        raise AccountInactive(player.pk)
    if found.stop is not None:
        raise PlayStopped(found.stop.kind, found.stop.until)
    measures = _REAL_PLAY if currency == Currency.RUR else _ANY_PLAY
    if found.has_limits:
        _require_room(player, limits.in_force(player.pk, measures), amount, now)
    reality.require_none_due(found, currency, now)


def require_may_deposit(player: User, amount: int, now: datetime, pending: int = 0) -> None:
    """Let a deposit of roubles pass, or refuse it. Call it under the wallet's lock.

    Args:
        amount: hundredths of a rouble.
        pending: of deposits that are asked for and not yet in the journal, this one apart.

    Raises:
        PlayStopped: nothing is paid in during a break or self-exclusion.
        LimitReached: it would pass a limit.
    """
    stops.require_none(player.pk, now)
    found = limits.in_force(player.pk, (Measure.DEPOSIT,))
    _require_room(player, found, amount, now, pending)


def _require_room(
    player: User, found: dict[Key, int], amount: int, now: datetime, pending: int = 0
) -> None:
    """Hold what is used and what is asked against each limit; the tightest is named first.

    What is pending counts as used: of the limit it is not left to be asked for once more.

    Raises:
        LimitReached: there is no room under one of them.
    """
    if not found:
        return
    used = sums.used(player.pk, found, now)
    for (measure, period), limit in sorted(found.items(), key=lambda one: one[1] - used[one[0]]):
        taken = used[measure, period] + pending
        # Time is not asked for by amounts: the round may begin in the last minute.
        full = taken >= limit if measure is Measure.TIME else taken + amount > limit
        if full:
            ends_at = sums.period_of(period, now).end
            raise LimitReached(measure, period, limit, taken, ends_at)
