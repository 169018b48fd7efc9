"""A sitting of play, read from the journal: since the last pause of 30 minutes without a stake.

Signing out and in again neither ends nor begins one, and no cookie knows of it. Demo play and
real play are one sitting.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import DurationField, ExpressionWrapper, F, Window
from django.db.models.functions import Lag

from accounts.counted_kinds import STAKES
from accounts.models import Entry

PAUSE: Final = timedelta(minutes=30)
"""Without a stake for so long, the session is over."""
LONGEST: Final = timedelta(hours=24)
"""A session is followed back no further than this."""


@dataclass(frozen=True, slots=True)
class Session:
    """A sitting that is not over: its first stake's time and its last one's."""

    began_at: datetime
    last_at: datetime

    def lasted(self, now: datetime) -> timedelta:
        """How long it has lasted so far; never below nothing, whatever the clock did."""
        return max(timedelta(0), now - self.began_at)


def stakes_of(user_id: int) -> Any:
    """The player's lines that took a stake, demo and real."""
    return Entry.objects.filter(wallet__user_id=user_id, counter_account__in=STAKES, amount__lt=0)


def with_gaps(stakes: Any) -> Any:
    """Lines with ``gap``: the time since the line before; none for the first."""
    before = Window(Lag("at"), order_by=F("at").asc())
    return stakes.annotate(gap=ExpressionWrapper(F("at") - before, output_field=DurationField()))
