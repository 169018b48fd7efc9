"""Ending sessions before their time: their rows go, and their sockets are hung up on."""

from django.utils.crypto import salted_hmac

from accounts.models import PlayerSession
from casino.live import hang_up


def handle_of(session_key: str) -> str:
    """Return how a page names a session: the key itself is a secret of its browser's."""
    return salted_hmac("accounts.sessions", session_key, algorithm="sha256").hexdigest()[:32]


def end(user_id: int, *, keep: str | None = None, only: str | None = None) -> int:
    """End the player's sessions, inside the caller's transaction; return how many.

    Their sockets are closed on commit, and the pages behind them lead to the login page.

    Args:
        keep: the key of the one session that goes on.
        only: the key of the one session that ends.
    """
    rows = PlayerSession.objects.filter(user_id=user_id).exclude(session_key=keep)
    if only is not None:
        rows = rows.filter(session_key=only)
    keys = list(rows.values_list("session_key", flat=True))
    ended, _ = PlayerSession.objects.filter(session_key__in=keys).delete()
    hang_up(user_id, map(handle_of, keys))
    return ended
