"""The shuffle of every shoe that is played: unbiased, by the operating system's generator.

Nothing about a player, a stake or a currency comes in here (rules.md 4.1).
"""

import secrets
from typing import Final

from blackjack.engine.cards import Card, decks
from blackjack.engine.rules import Rules

_RANDOM: Final = secrets.SystemRandom()


def fresh_shoe(rules: Rules) -> tuple[Card, ...]:
    """Return the whole shoe in a fresh random order (a Fisher-Yates shuffle)."""
    cards = list(decks(rules.decks))
    _RANDOM.shuffle(cards)
    return tuple(cards)
