"""The worth of a hand (rules.md section 1)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blackjack.engine.cards import ACE_POINTS, POINTS, Card

TWENTY_ONE: Final = 21


class Value(NamedTuple):
    """A total: ``soft`` when an ace in it counts 11."""

    points: int
    soft: bool


def value(cards: Sequence[Card]) -> Value:
    """Return the best total: every ace 11 as long as the total stays at or under 21, else 1.

    Source: rules.md section 1.
    """
    points = elevens = 0
    for card in cards:
        worth = POINTS[card]
        points += worth
        if worth == ACE_POINTS:
            elevens += 1
    while points > TWENTY_ONE and elevens:
        points -= 10
        elevens -= 1
    return Value(points, elevens > 0)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Tell whether ``cards`` are an ace and a ten-point card, and nothing else.

    The caller knows whether the hand comes from a split, where it is an ordinary 21.

    Source: rules.md section 1.
    """
    return len(cards) == 2 and POINTS[cards[0]] + POINTS[cards[1]] == TWENTY_ONE


def is_pair(cards: Sequence[Card]) -> bool:
    """Tell whether ``cards`` are two cards of equal points: a queen and a jack are a pair.

    Source: rules.md section 1.
    """
    return len(cards) == 2 and POINTS[cards[0]] == POINTS[cards[1]]
