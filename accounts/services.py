"""What players and staff can do with accounts: one transaction each."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import ending, limits, logins
from accounts.models import User
from accounts.registry import games
from casino.live import announce


class LoginTaken(Exception):
    """Somebody has the login, perhaps in another case."""


class NotAGuest(Exception):
    """The account is a registered player's already."""


class GuestsHoldNoRoubles(Exception):
    """A guest plays for demo money only."""


def register(*, login: str, password: str, email: str = "") -> User:
    """Make a player who has confirmed to be 18 or older, in the tier LITE.

    Raises:
        LoginTaken: somebody has the login, in any case.
        ValidationError: it can't be a player's login.
    """
    user = User(email=email, adult_confirmed_at=timezone.now(), password=make_password(password))
    _store_as_player(user, login)
    return user


def start_guest() -> User:
    """Make a guest, who has confirmed to be 18 or older by playing and has no password."""
    user = User(username=logins.for_guest(), is_guest=True, adult_confirmed_at=timezone.now())
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def upgrade_guest(*, user_id: int, login: str, password: str, email: str = "") -> User:
    """Turn a guest into a registered player: the same account with everything it holds.

    Raises:
        NotAGuest: he is registered already.
        LoginTaken: somebody has the login, in any case.
        ValidationError: it can't be a player's login.
    """
    # Slow on purpose, so not while others wait for the row.
    hashed = make_password(password)
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user_id)
        if not user.is_guest:
            raise NotAGuest(user.username)
        user.is_guest = False
        user.email = email
        user.password = hashed
        user.adult_confirmed_at = timezone.now()
        _store_as_player(user, login)
    return user


@transaction.atomic
def store_player(user: User) -> None:
    """Write what staff changed of a player; a block and a new tier reach the games at once.

    An open round may be finished; what runs beyond it ends where it can't be played on. A block
    ends the player's sessions: his next action is refused, and his open sockets are closed.
    """
    # Not the key: whoever books to a wallet of the player's holds that, and is waited for below.
    before = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    user.save()
    if before is None:
        return
    if before.is_active and not user.is_active:
        games().playing_stopped(user.pk)
        ending.end(user.pk)
    elif before.tier != user.tier:
        limits.raised_by_tier(user.pk, before.tier, user.tier)
    announce(user.pk)


def _store_as_player(user: User, login: str) -> None:
    """Give ``user`` the login, if it is a player's and free, and store him."""
    logins.require_form(login)
    logins.require_not_reserved(login)
    user.username = login
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        if _is_taken(login, by_other_than=user.pk):
            raise LoginTaken(login) from error
        raise


def _is_taken(login: str, *, by_other_than: int | None) -> bool:
    try:
        return User.objects.get_by_natural_key(login).pk != by_other_than
    except User.DoesNotExist:
        return False
