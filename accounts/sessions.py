"""Sessions that know their player and when he was last seen (``SESSION_ENGINE``).

A session ends 30 minutes after the last thing that its player did, a guest's after 10 days. The
end is the row's own ``expire_date``: pages and open sockets ask the same row. What ends a session
earlier hangs up on its sockets.
"""

from datetime import datetime, timedelta
from typing import Any, Final, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends import db
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.ending import handle_of
from accounts.session_model import LONGEST_AGENT, PlayerSession
from casino.live import hang_up

GUEST_AGE: Final = 10 * 24 * 3600
"""Seconds that a guest's session lasts without a visit."""
NOTED_EVERY: Final = timedelta(minutes=1)
"""How often a visit is written down, at the most."""

_BEGUN: Final = "begun"
_AGENT: Final = "agent"


class SessionStore(db.SessionStore):
    """Django's database sessions, with what a list of sessions shows in columns.

    The class keeps Django's name: the name is part of what seals the data.
    """

    seen_at: datetime | None = None
    """When the player was last seen; ``None`` before the row was read or written."""
    signs_out: int | None = None
    """Whose session it is, while he signs out of it."""

    @classmethod
    def get_model_class(cls) -> type[PlayerSession]:
        """Return the row's model."""
        return PlayerSession

    def _get_session_from_db(self) -> PlayerSession | None:
        row: PlayerSession | None = super()._get_session_from_db()  # type: ignore[misc]
        self.seen_at = None if row is None else row.seen_at
        return row

    def create_model_instance(self, data: dict[str, Any]) -> PlayerSession:
        """Return the row to be written."""
        row = cast("PlayerSession", super().create_model_instance(data))
        now = timezone.now()
        row.user_id = data.get(SESSION_KEY)
        row.begun_at = datetime.fromisoformat(data[_BEGUN]) if _BEGUN in data else now
        row.seen_at = self.seen_at = now
        row.agent = data.get(_AGENT, "")
        return row

    def flush(self) -> None:
        """End the session; in the other tabs of a player who signs out it is over at once."""
        key = self.session_key
        super().flush()
        if self.signs_out is not None and key is not None:
            hang_up(self.signs_out, [handle_of(key)])

    def note_visit(self) -> bool:
        """Move the session's end on; whether that was written. At most once a minute it is.

        Of the row only these two columns are written: what another request of the session has
        changed meanwhile stays, and a session that was ended meanwhile stays ended.
        """
        now = timezone.now()
        if self.seen_at is None or now - self.seen_at < NOTED_EVERY:
            return False
        row = PlayerSession.objects.filter(session_key=self.session_key)
        self.seen_at = now
        return bool(row.update(seen_at=now, expire_date=self.get_expiry_date()))


@receiver(user_logged_in)
def _begin(sender: type, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Write down where, when and in which language a session began, whatever door was taken."""
    request.session[_BEGUN] = timezone.now().isoformat()
    request.session[_AGENT] = request.headers.get("User-Agent", "")[:LONGEST_AGENT]
    language = get_language() or ""
    # A guest has no e-mail, and so is told nothing.
    if not user.is_guest and user.language != language:
        user.language = language
        user.save(update_fields=["language"])


@receiver(user_logged_out)
def _sign_out(sender: type, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Note who signs out, by whichever door: a moment later his session knows nothing any more."""
    cast("SessionStore", request.session).signs_out = None if user is None else user.pk
