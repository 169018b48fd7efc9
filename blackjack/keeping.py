"""How long games are kept (rules.md section 9)."""

from datetime import datetime, timedelta
from typing import Final

from blackjack.models import Round

KEPT: Final = timedelta(days=10)


def kept_until(row: Round) -> datetime:
    """Return when the game will be deleted: ten days after its deal."""
    return row.dealt_at + KEPT
