"""How long games are kept (rules.md section 9)."""

from datetime import datetime, timedelta
from typing import Final

from blackjack.engine.rules import Variant, rules_of
from blackjack.models import Round

KEPT: Final = timedelta(days=10)


def kept_until(row: Round) -> datetime:
    """Return when the game will be deleted: ten days after its deal.

    A round of a kept shoe can be checked only when the shoe has ended, and is kept ten days from
    there; while the shoe is in play this is the earliest that it can be.
    """
    kept = rules_of(Variant(row.table.variant)).kept_shoe is not None
    start = row.shoe.ended_at if kept and row.shoe.ended_at is not None else row.dealt_at
    return start + KEPT
