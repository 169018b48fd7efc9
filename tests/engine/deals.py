"""Rounds for tests, written as card codes in dealing order.

Every card is written out: a round that took one more than its deal holds would raise.
"""

from collections.abc import Mapping

import pytest

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.errors import IllegalAction
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import BINGO, CLASSIC, DOUBLE_DECK, SIX_DECK, Rules
from blackjack.engine.state import Action, Hand, LineKind, Outcome, Round, Scheme

GAMES = {"double-deck": DOUBLE_DECK, "six-deck": SIX_DECK}
"""The European games: the dealer's second card comes after the players."""
BOTH = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
HOLE_CARD_GAMES = {"classic": CLASSIC, "bingo": BINGO}
"""Dealt boxes first, then the dealer's up card and his hole card."""
HOLE_CARD = pytest.mark.parametrize("rules", HOLE_CARD_GAMES.values(), ids=HOLE_CARD_GAMES)
ALL_GAMES = GAMES | HOLE_CARD_GAMES
TEN = 1000
"""A bet of 10 units, in hundredths."""


def play(
    rules: Rules,
    cards: str,
    actions: str = "",
    *,
    bets: Mapping[int, int] | None = None,
    scheme: str = "1D2P",
) -> Round:
    """Play a round; without ``bets`` it is 10 units on the first box."""
    return engine.replay(
        rules,
        cards.split(),
        bets={1: TEN} if bets is None else bets,
        actions=actions.split(),
        scheme=Scheme(scheme),
    )


def hand(round_: Round, box: int = 1, number: int = 1) -> Hand:
    return round_.box(box).hands[number - 1]


def outcomes(round_: Round) -> list[Outcome | None]:
    return [hand.outcome for _, hand in round_.all_hands()]


def words(round_: Round) -> set[str]:
    """The legal actions."""
    return {action.value for action in choices.legal(round_)}


def change(round_: Round) -> int:
    """The change of the player's balance over the round, hundredths."""
    return sum(line.amount for line in round_.lines)


def money(round_: Round) -> list[tuple[LineKind, int]]:
    return [(line.kind, line.amount) for line in round_.lines]


def refusal(rules: Rules, cards: str, actions: str, word: str) -> Refusal:
    """Why ``word`` is illegal after ``actions``; the round must say the same when it is tried."""
    before = play(rules, cards, actions)
    with pytest.raises(IllegalAction) as refused:
        engine.act(before, word)
    assert choices.refusal(before, Action(word)) is refused.value.refusal
    assert word not in words(before)
    return refused.value.refusal
