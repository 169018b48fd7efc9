"""Who of the staff may do what: one table, and the making of staff from it.

A role is a group of Django's with exactly the permissions that stand here. Whoever has no role
but is a superuser may do everything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, Permission
from django.db import transaction

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.models import User
from accounts.notices import Notice, tell_of_staff
from casino.live import announce


class Role(StrEnum):
    """What a member of staff is. The value is the group's name."""

    SUPPORT = "support"
    CASHIER = "cashier"
    MANAGER = "manager"


_LOOKS: Final = (
    "accounts.view_user",
    "accounts.view_wallet",
    "accounts.view_entry",
    "accounts.view_adjustment",
    "accounts.view_betlimit",
    "accounts.view_cashierrequest",
    "accounts.view_gameswitch",
    "blackjack.view_table",
    "blackjack.view_shoe",
    "blackjack.view_round",
    "blackjack.view_bingosession",
    "blackjack.view_dealerwatch",
    "blackjack.view_dailyfigures",
    "operations.view_taskrun",
    "operations.view_heartbeat",
)
"""What everybody of the staff may look at."""

_LIFTS_LOCKS: Final = ("axes.view_accessattempt", "axes.delete_accessattempt")

_SEES_PROTECTION: Final = ("accounts.view_limitchange", "accounts.view_playstop")
"""Limits, breaks and self-exclusions of players: they say much about somebody."""

_SEES_MAILS: Final = ("accounts.view_mail",)
"""What was mailed to whom, and what could not be."""

PERMISSIONS: Final[Mapping[Role, tuple[str, ...]]] = MappingProxyType(
    {
        Role.SUPPORT: (
            *_LOOKS,
            *_LIFTS_LOCKS,
            *_SEES_PROTECTION,
            *_SEES_MAILS,
            "accounts.block_user",
        ),
        Role.CASHIER: (*_LOOKS, "accounts.decide_cashierrequest", "accounts.add_adjustment"),
        Role.MANAGER: (
            *_LOOKS,
            *_LIFTS_LOCKS,
            *_SEES_PROTECTION,
            *_SEES_MAILS,
            "accounts.block_user",
            "accounts.set_tier",
            "accounts.change_betlimit",
            "accounts.change_gameswitch",
            "accounts.add_adjustment",
            "accounts.decide_adjustment",
            "accounts.decide_cashierrequest",
            "accounts.view_staffaction",
            "accounts.view_reports",
        ),
    }
)
"""Role -> permissions, as ``app.codename``."""


class NotStaff(Exception):
    """The account can't be made staff's: a guest's, or one that is closed or blocked."""


class NoPassword(Exception):
    """A new account needs a password."""


@dataclass(frozen=True, slots=True)
class Appointed:
    """What was done.

    Attributes:
        created: whether the account is new.
        role: ``None`` for a superuser.
    """

    login: str
    created: bool
    role: Role | None


def write_groups() -> None:
    """Bring the groups up to the table; what is not in it is taken from them.

    Raises:
        LookupError: the table names a permission that does not exist.
    """
    with transaction.atomic():
        for role, names in PERMISSIONS.items():
            group, _ = Group.objects.get_or_create(name=role.value)
            group.permissions.set([_permission(name) for name in names])


def exists(login: str) -> bool:
    """Tell whether somebody has this login, in any case."""
    try:
        User.objects.get_by_natural_key(login)
    except User.DoesNotExist:
        return False
    return True


def role_of(user: User) -> str:
    """Return the name of what this user is: a role, "superuser", "staff" or "player"."""
    if user.is_superuser:
        return "superuser"
    if not user.is_staff:
        return "player"
    names = {group.name for group in user.groups.all()}
    return next((role.value for role in Role if role.value in names), "staff")


def appoint(
    *,
    login: str,
    role: Role | None,
    password: str | None = None,
    staff: User | None = None,
    reason: str = "",
) -> Appointed:
    """Make a member of staff, out of nothing or of a player.

    Args:
        staff: who does it; ``None`` for whoever runs a command on the server.
        role: takes the place of any other; ``None`` gives every right.
        password: of a new account; one that exists keeps its own without it.

    Raises:
        NotStaff: the account is a guest's, blocked or closed.
        NoPassword: the account is new.
        ValidationError: it can't be a login.
    """
    hashed = None if password is None else make_password(password)
    with transaction.atomic(durable=True):
        write_groups()
        created = not exists(login)
        user = _new(login, hashed) if created else _existing(login)
        before = None if created else role_of(user)
        if hashed is not None:
            user.password = hashed
        user.is_staff = True
        user.is_superuser = role is None
        user.save()
        if hashed is not None and not created:
            tell_of_staff(user, Notice.PASSWORD)
        user.groups.set([] if role is None else [Group.objects.get(name=role.value)])
        recording.done(
            Deed.APPOINTED,
            staff=staff,
            subject=f"accounts.user/{user.pk}",
            player_id=user.pk,
            before={"role": before},
            after={"role": "superuser" if role is None else role.value},
            reason=reason,
        )
        announce(user.pk)
    return Appointed(user.username, created, role)


def dismiss(*, login: str, staff: User | None = None, reason: str = "") -> None:
    """Take all rights from a member of staff: he is a player again.

    Raises:
        NotStaff: he has none.
    """
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=User.objects.get_by_natural_key(login).pk)
        before = role_of(user)
        if before == "player":
            raise NotStaff(user.username)
        user.is_staff = user.is_superuser = False
        user.save(update_fields=["is_staff", "is_superuser"])
        user.groups.clear()
        user.user_permissions.clear()
        recording.done(
            Deed.APPOINTED,
            staff=staff,
            subject=f"accounts.user/{user.pk}",
            player_id=user.pk,
            before={"role": before},
            after={"role": "player"},
            reason=reason,
        )
        announce(user.pk)


def _new(login: str, hashed: str | None) -> User:
    if hashed is None:
        raise NoPassword(login)
    return User.objects.create_user(login)


def _existing(login: str) -> User:
    number = User.objects.get_by_natural_key(login).pk
    user = User.objects.select_for_update().get(pk=number)
    if user.is_guest or not user.is_active:
        raise NotStaff(user.username)
    return user


def _permission(name: str) -> Permission:
    app, codename = name.split(".")
    try:
        return Permission.objects.get(content_type__app_label=app, codename=codename)
    except Permission.DoesNotExist as error:
        raise LookupError(f"There is no permission {name}.") from error
