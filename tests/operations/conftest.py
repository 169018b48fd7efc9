"""A player at a table."""

from tests.blackjack.conftest import player, seat

__all__ = ["player", "seat"]
