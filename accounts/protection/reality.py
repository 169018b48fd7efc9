"""The reality check: after so many minutes of play, before the next deal, does he go on?"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.protection import snapshot
from accounts.protection.exceptions import RealityCheckDue
from accounts.protection.models import RealityCheck
from accounts.protection.snapshot import Snapshot

CHOICES: Final = (0, 15, 30, 60, 120)
"""Minutes between two questions; 0 for none."""
DEFAULT: Final = 60


def interval(user_id: int) -> int:
    """The minutes that the player has chosen; 0 for never."""
    rows = RealityCheck.objects.filter(user_id=user_id)
    chosen = rows.values_list("minutes", flat=True).first()
    return DEFAULT if chosen is None else chosen


@transaction.atomic(durable=True)
def choose(*, player: User, minutes: int) -> None:
    """Set how often the player is asked; one of ``CHOICES``. Holds at once."""
    RealityCheck.objects.update_or_create(
        user=player, defaults={"minutes": minutes}, create_defaults={"minutes": minutes}
    )


def require_none_due(found: Snapshot, currency: str, now: datetime) -> None:
    """Let pass who has not played for the interval since he was last asked.

    Args:
        found: taken at ``now``, for the currency that the result is told in.

    Raises:
        RealityCheckDue: he has; carries what he is to be told.
    """
    minutes = DEFAULT if found.minutes is None else found.minutes
    session = found.session
    if not minutes or session is None:
        return
    asked = found.confirmed_at
    since = session.began_at if asked is None else max(session.began_at, asked)
    if now - since >= timedelta(minutes=minutes):
        raise RealityCheckDue(session, found.net, currency)


@transaction.atomic(durable=True)
def go_on(*, player: User, currency: str, now: datetime) -> None:
    """Note that the player was asked and goes on. Where nothing was due nothing changes."""
    try:
        require_none_due(snapshot.taken(player.pk, currency, now), currency, now)
    except RealityCheckDue:
        RealityCheck.objects.update_or_create(
            user=player,
            defaults={"confirmed_at": now},
            create_defaults={"confirmed_at": now, "minutes": DEFAULT},
        )
