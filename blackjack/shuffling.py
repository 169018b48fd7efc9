"""The shuffle of every shoe that is played: unbiased, by the operating system's generator.

Nothing about a player, a stake or a currency comes in here (rules.md 4.1).
"""

import secrets
from collections.abc import Sequence
from typing import Final

from blackjack.engine.cards import Card, decks
from blackjack.engine.rules import Rules

_RANDOM: Final = secrets.SystemRandom()


def fresh_shoe(rules: Rules) -> tuple[Card, ...]:
    """Return the whole shoe in a fresh random order."""
    return shuffled(decks(rules.decks))


def shuffled(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards in a fresh random order (a Fisher-Yates shuffle).

    Every shoe is shuffled here, and so is every deck of the published statistics.
    """
    order = list(cards)
    _RANDOM.shuffle(order)
    return tuple(order)
