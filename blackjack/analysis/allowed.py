"""What a hand may do, asked of the engine itself: no rule of play is written down twice."""

from collections.abc import Sequence
from functools import cache

from blackjack.engine import choices
from blackjack.engine.cards import Card
from blackjack.engine.rules import Rules
from blackjack.engine.state import Action, Box, Hand, Round, Stage, Turn


@cache
def first(rules: Rules, cards: tuple[Card, ...], up: Card) -> frozenset[Action]:
    """Return what a box may do with its first two cards, insurance apart.

    A blackjack is treated like any other hand here, so that its other plays can be told too.
    """
    return _asked(rules, up, [Hand(cards, (), 2)])


@cache
def after_split(rules: Rules, cards: tuple[Card, ...], up: Card, number: int) -> frozenset[Action]:
    """Return what a two-card hand may do that came from a split, in a box of ``number`` hands."""
    aces = rules_aces(cards)
    hand = Hand(cards, (), 2, split=True, aces=aces)
    return _asked(rules, up, [hand] * number)


def rules_aces(cards: Sequence[Card]) -> bool:
    """Tell whether a hand that came from a split began with an ace."""
    return cards[0][0] == "A"


def _asked(rules: Rules, up: Card, hands: Sequence[Hand]) -> frozenset[Action]:
    box = Box(1, 2, tuple(hands), asked=True)
    asked = Round(
        rules=rules,
        shoe=(),
        next_card=0,
        dealer=(up,),
        dealer_numbers=(),
        reserved=0,
        boxes=(box,),
        stage=Stage.PLAYING,
        turn=Turn(1, 1),
        finished=False,
        lines=(),
    )
    return frozenset(choices.legal(asked))
