"""Closing games and opening them again; who may be dealt to is asked with the limits."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.models import Currency, GameSwitch, User
from accounts.registry import games
from accounts.switches.models import ANY
from casino.live import announce_to_all


class NoSuchGame(LookupError):
    """There is no such game or currency."""


class AlreadyThere(Exception):
    """The switch stands as it should stand: somebody was there before."""


@dataclass(frozen=True, slots=True)
class Switch:
    """What a switch closes: a game or all (blank), in one currency or both (blank)."""

    variant: str = ANY
    currency: str = ANY

    @property
    def subject(self) -> str:
        """How the audit names it."""
        return f"accounts.gameswitch/{self.variant or '*'}/{self.currency or '*'}"


def close(*, switch: Switch, reason: str, staff: User) -> None:
    """Close at once: no new round, no new shoe's bet; running bingo sessions are paid and ended.

    A round that is open may be finished. Source: rules.md section 8.

    Raises:
        AlreadyThere: it is closed.
        NoSuchGame: there is nothing like it.
        PermissionDenied: ``staff`` may not.
        ValueError: no reason.
    """
    _require(switch, reason, staff)
    try:
        with transaction.atomic(durable=True):
            GameSwitch.objects.create(
                variant=switch.variant,
                currency=switch.currency,
                reason=reason.strip(),
                staff=staff,
                closed_at=timezone.now(),
            )
            _record(Deed.GAME_CLOSED, switch, reason, staff, closed=True)
            _end_sessions(switch)
            announce_to_all()
    except IntegrityError:
        raise AlreadyThere from None


def reopen(*, switch: Switch, reason: str, staff: User) -> None:
    """Let the game be played again.

    Raises:
        AlreadyThere: it is open.
        NoSuchGame, PermissionDenied, ValueError: as for :func:`close`.
    """
    _require(switch, reason, staff)
    with transaction.atomic(durable=True):
        gone, _ = GameSwitch.objects.filter(
            variant=switch.variant, currency=switch.currency
        ).delete()
        if not gone:
            raise AlreadyThere
        _record(Deed.GAME_OPENED, switch, reason, staff, closed=False)
        announce_to_all()


def sweep() -> int:
    """End the bingo sessions that a deal under way has opened while its game was being closed.

    Returns how many games are closed. May run at any time, and twice.
    """
    closed = list(GameSwitch.objects.all())
    for one in closed:
        _end_sessions(Switch(one.variant, one.currency))
    return len(closed)


def _end_sessions(switch: Switch) -> None:
    games().game_closed(variant=switch.variant or None, currency=switch.currency or None)


def _require(switch: Switch, reason: str, staff: User) -> None:
    if not staff.has_perm("accounts.change_gameswitch"):
        raise PermissionDenied
    if switch.variant not in {ANY, *games().variants()}:
        raise NoSuchGame(switch.variant)
    if switch.currency not in {ANY, *Currency.values}:
        raise NoSuchGame(switch.currency)
    if not reason.strip():
        raise ValueError("A switch needs a reason.")


def _record(deed: Deed, switch: Switch, reason: str, staff: User, *, closed: bool) -> None:
    recording.done(
        deed,
        staff=staff,
        subject=switch.subject,
        before={"closed": not closed},
        after={"closed": closed},
        reason=reason.strip(),
    )
