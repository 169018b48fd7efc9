"""How long games are kept (rules.md section 9): ten days are 240 hours, whatever clocks show."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from blackjack.models import Round, Shoe

KEPT: Final = timedelta(days=10)
TOLD_FROM: Final = timedelta(days=6)
"""Here the seventh day begins: the table says from then on how long an open round is kept."""


def ends_at(row: Round) -> datetime:
    """Return when the house ends the round if its player has not: ten days after its deal."""
    return row.dealt_at + KEPT


def is_expired(shoe: Shoe, now: datetime) -> bool:
    """Tell whether the shoe's first deal was ten days ago: from then on it may be changed."""
    return shoe.dealt_at is not None and shoe.dealt_at <= now - KEPT


def kept_until(row: Round) -> datetime:
    """Return when the game will be deleted: ten days after its deal.

    A round of a kept shoe can be checked only when the shoe has ended, and is kept ten days from
    there; while the shoe is in play this is the earliest that it can be.
    """
    return row.shoe.kept_until or ends_at(row)


def told_until(row: Round | None, now: datetime) -> datetime | None:
    """Return until when an open round is kept, if its player is to be told at the table by now."""
    if row is None or row.ended_at is not None or now < row.dealt_at + TOLD_FROM:
        return None
    return ends_at(row)


def still_kept(now: datetime) -> Q:
    """Match the rounds whose ten days are not over: see ``kept_until``.

    A round that is open, or whose shoe is, is among them however old: it is the player's still.
    """
    return Q(shoe__ended_at__isnull=True) | Q(shoe__kept_until__gt=now)
