"""A player's standing with the house, as staff change it: his tier, and whether he is blocked.

Each change has its reason, is one transaction, and stands in the audit; what it does to running
games is ``services.store_player``'s.
"""

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts import services
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotAsSeen
from accounts.models import Tier, User


class OverForGood(Exception):
    """The account was closed by its player, or was a guest's who is forgotten: it stays so."""


class OwnAccount(Exception):
    """Nobody blocks himself."""


def change_tier(*, user_id: int, tier: Tier, seen: str, reason: str, staff: User) -> User:
    """Give the player another tier. A round that is open keeps the tier it was dealt with.

    Args:
        seen: the tier that the page showed.

    Raises:
        NotAsSeen: it is another by now, or already the one that is asked for.
        PermissionDenied: ``staff`` may not.
        ValueError: no reason.
        User.DoesNotExist: there is no such player.
    """
    _require(staff, "accounts.set_tier", reason)
    with transaction.atomic(durable=True):
        user = _locked(user_id, staff)
        if user.tier != seen or user.tier == tier.value:
            raise NotAsSeen
        user.tier = tier.value
        services.store_player(user)
        _record(Deed.TIER, user, staff, reason, ("tier", seen, tier.value))
    return user


def block(*, user_id: int, reason: str, staff: User) -> User:
    """Block a player: his next action and open sockets are refused, what runs on is ended.

    Raises:
        NotAsSeen: he is blocked already.
        OwnAccount: it is the account of ``staff``.
        PermissionDenied: ``staff`` may not; accounts of staff are blocked by superusers only.
        ValueError, User.DoesNotExist: as for :func:`change_tier`.
    """
    _require(staff, "accounts.block_user", reason)
    with transaction.atomic(durable=True):
        user = _locked(user_id, staff)
        if user.pk == staff.pk:
            raise OwnAccount
        _switch(user, staff, reason, active=False)
    return user


def unblock(*, user_id: int, reason: str, staff: User) -> User:
    """Let a blocked player in again.

    Raises:
        NotAsSeen: he is not blocked.
        OverForGood: the account was closed.
        PermissionDenied, ValueError, User.DoesNotExist: as for :func:`block`.
    """
    _require(staff, "accounts.block_user", reason)
    with transaction.atomic(durable=True):
        user = _locked(user_id, staff)
        if user.closed_at or user.forgotten_at:
            raise OverForGood
        _switch(user, staff, reason, active=True)
    return user


def _require(staff: User, permission: str, reason: str) -> None:
    if not staff.has_perm(permission):
        raise PermissionDenied
    if not reason.strip():
        raise ValueError("It needs a reason.")


def _locked(user_id: int, staff: User) -> User:
    user = User.objects.select_for_update().get(pk=user_id)
    if (user.is_staff or user.is_superuser) and not staff.is_superuser:
        raise PermissionDenied
    return user


def _switch(user: User, staff: User, reason: str, *, active: bool) -> None:
    if user.is_active == active:
        raise NotAsSeen
    user.is_active = active
    services.store_player(user)
    deed = Deed.UNBLOCKED if active else Deed.BLOCKED
    _record(deed, user, staff, reason, ("blocked", active, not active))


def _record(
    deed: Deed, user: User, staff: User, reason: str, change: tuple[str, str | bool, str | bool]
) -> None:
    name, before, after = change
    recording.done(
        deed,
        staff=staff,
        subject=f"accounts.user/{user.pk}",
        player_id=user.pk,
        before={name: before},
        after={name: after},
        reason=reason.strip(),
    )
