"""What a player does for the safety of his account: password, e-mail, sessions, closing it.

Each is one transaction. What ends sessions closes their sockets, and the pages behind them are led
to the login page.
"""

from enum import StrEnum

from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils import timezone

from accounts import ending, ledger, registry
from accounts.ending import handle_of
from accounts.models import CashierRequest, Currency, PlayerSession, RequestState, User
from accounts.notices import Notice, tell


class Obstacle(StrEnum):
    """Why an account can't be closed now."""

    STAFF = "staff"
    BALANCE = "balance"
    ROUND = "round"
    IN_PLAY = "in_play"
    REQUEST = "request"


class NotClosable(Exception):
    """The account can't be closed now.

    Attributes:
        obstacles: everything that stands in the way.
    """

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        super().__init__(", ".join(obstacles))
        self.obstacles = obstacles


class LinkOver(Exception):
    """A link to a new password is used, too old, or was never sent."""


def change_password(*, user_id: int, password: str, keep: str | None = None) -> User:
    """Give the player another password and end his sessions.

    Args:
        keep: the key of the one session that goes on.
    """
    hashed = make_password(password)  # slow on purpose, so not while others wait for the row
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user_id)
        user.password = hashed
        user.save(update_fields=["password"])
        ending.end(user_id, keep=keep)
        tell(user, Notice.PASSWORD)
    return user


def change_email(*, user_id: int, email: str) -> None:
    """Give the player another e-mail address, or none. Links sent to the former one are over.

    Both addresses are told, the former one above all: whoever has taken the account over would
    like that nobody heard of it.
    """
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user_id)
        former = user.email
        if email == former:
            return
        user.email = email
        user.save(update_fields=["email"])
        tell(user, Notice.EMAIL_LEFT, address=former)
        tell(user, Notice.EMAIL_TAKEN, address=email)


def reset_token(user: User) -> str:
    """Return what makes a link to a new password good, once and for an hour."""
    return default_token_generator.make_token(user)


def require_reset(*, user_id: int, token: str) -> User:
    """Return whom the link belongs to.

    Raises:
        LinkOver: it is good for nothing.
    """
    user = User.objects.filter(pk=user_id, is_active=True, is_guest=False).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise LinkOver
    return user


def reset_password(*, user_id: int, token: str, password: str) -> User:
    """Give the player another password by a link that was sent to him, and end all his sessions.

    Raises:
        LinkOver: the link is good for nothing; of many clicks on one the first one counts.
    """
    hashed = make_password(password)
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().filter(pk=user_id).first()
        if user is None or not default_token_generator.check_token(user, token):
            raise LinkOver
        if user.is_guest or not user.is_active:
            raise LinkOver
        user.password = hashed
        user.save(update_fields=["password"])
        ending.end(user_id)
        tell(user, Notice.PASSWORD)
    return user


def sessions_of(user_id: int) -> list[PlayerSession]:
    """Return the player's sessions that are not over, the last seen first."""
    return list(
        PlayerSession.objects.filter(user_id=user_id, expire_date__gt=timezone.now())
        .defer("session_data")
        .order_by("-seen_at")
    )


def end_session(*, user_id: int, handle: str) -> bool:
    """End the one session of the player that a page names so; whether there was one."""
    keys = [one.session_key for one in sessions_of(user_id)]
    with transaction.atomic(durable=True):
        ended = [ending.end(user_id, only=key) for key in keys if handle_of(key) == handle]
    return any(ended)


def end_other_sessions(*, user_id: int, keep: str | None) -> int:
    """End all sessions of the player but the one of this key; how many that were."""
    with transaction.atomic(durable=True):
        return ending.end(user_id, keep=keep)


def obstacles(user: User) -> tuple[Obstacle, ...]:
    """Return what stands in the way of closing the account."""
    games = registry.games()
    found = {
        Obstacle.STAFF: user.is_staff,
        Obstacle.BALANCE: ledger.balance(user.pk, Currency.RUR) != 0,
        Obstacle.ROUND: bool(games.with_open_rounds([user.pk])),
        Obstacle.IN_PLAY: any(games.stakes_in_play(user.pk, currency) for currency in Currency),
        Obstacle.REQUEST: CashierRequest.objects.filter(
            wallet__user=user, state=RequestState.ASKED
        ).exists(),
    }
    return tuple(obstacle for obstacle, stands in found.items() if stands)


def close_account(*, user_id: int) -> None:
    """Close the account for good: its login stays taken, its journal stays.

    Raises:
        NotClosable: roubles, a round or a stake are left; nothing was changed.
    """
    with transaction.atomic(durable=True):
        # Whoever would deal or pay in another tab waits here, and then finds it closed.
        for currency in Currency:
            ledger.lock(user_id, currency)
        user = User.objects.select_for_update().get(pk=user_id)
        standing = obstacles(user)
        if standing:
            raise NotClosable(standing)
        user.is_active = False
        user.closed_at = user.closed_at or timezone.now()
        user.save(update_fields=["is_active", "closed_at"])
        ending.end(user_id)
        registry.games().player_gone(user_id)
        tell(user, Notice.CLOSED)
