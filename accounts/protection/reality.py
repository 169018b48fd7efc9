"""The reality check: after so many minutes of play, before the next deal, does he go on?"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.protection import sessions
from accounts.protection.exceptions import RealityCheckDue
from accounts.protection.models import RealityCheck

CHOICES: Final = (0, 15, 30, 60, 120)
"""Minutes between two questions; 0 for none."""
DEFAULT: Final = 60


def interval(user_id: int) -> int:
    """The minutes that the player has chosen; 0 for never."""
    return _settings(user_id)[0]


@transaction.atomic(durable=True)
def choose(*, player: User, minutes: int) -> None:
    """Set how often the player is asked; one of ``CHOICES``. Holds at once."""
    RealityCheck.objects.update_or_create(
        user=player, defaults={"minutes": minutes}, create_defaults={"minutes": minutes}
    )


def require_none_due(user_id: int, currency: str, now: datetime) -> None:
    """Let pass who has not played for the interval since he was last asked.

    Raises:
        RealityCheckDue: he has; carries what he is to be told.
    """
    minutes, confirmed_at = _settings(user_id)
    if not minutes:
        return
    session = sessions.running(user_id, now)
    if session is None:
        return
    since = session.began_at if confirmed_at is None else max(session.began_at, confirmed_at)
    if now - since >= timedelta(minutes=minutes):
        raise RealityCheckDue(session, sessions.net(user_id, currency, session.began_at), currency)


@transaction.atomic(durable=True)
def go_on(*, player: User, currency: str, now: datetime) -> None:
    """Note that the player was asked and goes on. Where nothing was due nothing changes."""
    try:
        require_none_due(player.pk, currency, now)
    except RealityCheckDue:
        RealityCheck.objects.update_or_create(
            user=player,
            defaults={"confirmed_at": now},
            create_defaults={"confirmed_at": now, "minutes": DEFAULT},
        )


def _settings(user_id: int) -> tuple[int, datetime | None]:
    rows = RealityCheck.objects.filter(user_id=user_id)
    return rows.values_list("minutes", "confirmed_at").first() or (DEFAULT, None)
