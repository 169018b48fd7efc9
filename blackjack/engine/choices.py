"""May I? One function per action, each giving the reason against it or ``None``.

Source: rules.md sections 5 and 6. Balances are no concern of the rules: an action that the player
can't pay is refused by the service that would book it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from blackjack.engine import hands
from blackjack.engine.cards import ACE_POINTS, POINTS
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import Surrender
from blackjack.engine.state import Action, Box, Hand, Round, Stage

_FIRST_CARDS: Final = 2
_BUTTONS: Final = (
    Action.HIT,
    Action.STAND,
    Action.DOUBLE,
    Action.SPLIT,
    Action.SURRENDER,
    Action.INSURE,
)
_UNKNOWN_HERE: Final = (Refusal.NOT_IN_THIS_GAME, Refusal.NO_ACE_UP, Refusal.INSURANCE_OVER)


def legal(round_: Round) -> tuple[Action, ...]:
    """Return the actions allowed now, in alphabetical order, as if the balance had no limit."""
    turn = round_.turn
    if turn is None:
        return ()
    box = round_.box(turn.box)
    hand = box.hands[turn.hand - 1]
    checks = _QUESTION if round_.stage is Stage.INSURING else _CHECKS
    return tuple([action for action, check in checks.items() if check(round_, box, hand) is None])


def refusal(round_: Round, action: Action) -> Refusal | None:
    """Return why ``action`` is not allowed now, or ``None`` when it is.

    Outside a turn nothing is allowed.
    """
    if round_.turn is None:
        return Refusal.NO_TURN
    if round_.stage is Stage.INSURING and action not in _QUESTION:
        return Refusal.INSURANCE_FIRST
    box = round_.box(round_.turn.box)
    return _CHECKS[action](round_, box, box.hands[round_.turn.hand - 1])


def price(round_: Round, action: Action) -> int:
    """Return what ``action`` costs the hand in turn, in hundredths.

    Source: rules.md section 3: a double costs the hand's bet, a split the box's bet and half of it
    again while the box is insured, insurance half the bet.
    """
    if round_.turn is None:
        return 0
    box = round_.box(round_.turn.box)
    match action:
        case Action.DOUBLE:
            return box.hands[round_.turn.hand - 1].stake
        case Action.SPLIT:
            return box.bet + (insurance_stake(box) if box.insured else 0)
        case Action.INSURE:
            return insurance_stake(box)
        case _:
            return 0


def insurance_stake(box: Box) -> int:
    """Return half the bet, the price of insuring one hand. Whole units halve exactly."""
    return box.bet // 2


def offered(round_: Round) -> tuple[Action, ...]:
    """Return the actions that have a button now, possible or not, in the buttons' order.

    Insurance is asked in the same picture as the ace, and never without one.
    """
    if round_.turn is None:
        return ()
    if round_.stage is Stage.INSURING:
        return (Action.INSURE, Action.DECLINE)
    reasons = {action: refusal(round_, action) for action in _BUTTONS}
    return tuple([action for action, reason in reasons.items() if reason not in _UNKNOWN_HERE])


def _hit(_round: Round, _box: Box, hand: Hand) -> Refusal | None:
    return Refusal.SPLIT_ACES if hand.aces else None


def _stand(_round: Round, _box: Box, _hand: Hand) -> Refusal | None:
    return None


def _double(round_: Round, _box: Box, hand: Hand) -> Refusal | None:
    rules = round_.rules
    if hand.aces:
        return Refusal.SPLIT_ACES
    if len(hand.cards) != _FIRST_CARDS:
        return Refusal.NOT_THE_FIRST_ACTION
    if hand.split and not rules.double_after_split:
        return Refusal.NO_DOUBLE_AFTER_SPLIT
    on = rules.double_on
    if not on.aces and any(POINTS[card] == ACE_POINTS for card in hand.cards):
        return Refusal.ACE_NOT_DOUBLED
    if on.totals is not None and hands.value(hand.cards).points not in on.totals:
        return Refusal.TOTAL_NOT_DOUBLED
    return None


def _split(round_: Round, box: Box, hand: Hand) -> Refusal | None:
    if len(hand.cards) != _FIRST_CARDS:
        return Refusal.NOT_THE_FIRST_ACTION
    if len(box.hands) >= round_.rules.max_hands:
        return Refusal.HANDS_FULL
    if not hands.is_pair(hand.cards):
        return Refusal.NOT_A_PAIR
    return None


def _untouched(hand: Hand) -> bool:
    """Whether no card has been drawn and nothing split on the hand's box."""
    return not hand.split and len(hand.cards) == _FIRST_CARDS


def _surrender(round_: Round, _box: Box, hand: Hand) -> Refusal | None:
    match round_.rules.surrender:
        case Surrender.NONE:
            return Refusal.NOT_IN_THIS_GAME
        case Surrender.EARLY_NOT_AGAINST_ACE | Surrender.LATE_NOT_AGAINST_ACE:
            if round_.ace_up:
                return Refusal.SURRENDER_AGAINST_ACE
    return None if _untouched(hand) else Refusal.NOT_THE_FIRST_ACTION


def _insure(round_: Round, box: Box, hand: Hand) -> Refusal | None:
    if not round_.ace_up:
        return Refusal.NO_ACE_UP
    if box.asked:
        return Refusal.INSURED_ALREADY if box.insured else Refusal.INSURANCE_OVER
    return None if _untouched(hand) else Refusal.NOT_THE_FIRST_ACTION


def _decline(round_: Round, _box: Box, _hand: Hand) -> Refusal | None:
    # On the turn, playing on without insuring declines it: there is nothing to answer.
    return None if round_.stage is Stage.INSURING else Refusal.NOT_IN_THIS_GAME


_CHECKS: Final[Mapping[Action, Callable[[Round, Box, Hand], Refusal | None]]] = {
    # In alphabetical order, as ``legal`` gives them.
    Action.DECLINE: _decline,
    Action.DOUBLE: _double,
    Action.HIT: _hit,
    Action.INSURE: _insure,
    Action.SPLIT: _split,
    Action.STAND: _stand,
    Action.SURRENDER: _surrender,
}
_QUESTION: Final = {action: _CHECKS[action] for action in (Action.DECLINE, Action.INSURE)}
"""What a box may answer while it is asked for insurance."""
