"""How long games are kept (rules.md section 9)."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from blackjack.engine.rules import NEWEST, RULES, Variant, rules_of
from blackjack.models import Round

_SHOES_KEPT: Final = [game.value for game, rules in RULES[NEWEST].items() if rules.kept_shoe]

KEPT: Final = timedelta(days=10)


def kept_until(row: Round) -> datetime:
    """Return when the game will be deleted: ten days after its deal.

    A round of a kept shoe can be checked only when the shoe has ended, and is kept ten days from
    there; while the shoe is in play this is the earliest that it can be.
    """
    kept = rules_of(Variant(row.table.variant)).kept_shoe is not None
    start = row.shoe.ended_at if kept and row.shoe.ended_at is not None else row.dealt_at
    return start + KEPT


def still_kept(now: datetime) -> Q:
    """Match the rounds whose ten days are not over: see ``kept_until``.

    A round that is open, or whose shoe is, is among them however old: it is the player's still.
    """
    since = now - KEPT
    kept_shoes = Q(table__variant__in=_SHOES_KEPT, shoe__ended_at__gt=since)
    return Q(dealt_at__gt=since) | Q(shoe__ended_at__isnull=True) | kept_shoes
