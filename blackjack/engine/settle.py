"""Who wins, and what is returned (rules.md sections 5 and 7). Amounts are hundredths."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from blackjack.engine import hands
from blackjack.engine.cards import Card
from blackjack.engine.state import Box, Hand, Line, LineKind, Outcome

_RETURNED: Final = {
    # Outcome -> (multiplier, divisor) of the stake; every half is exact, bets are whole units.
    Outcome.BLACKJACK: (5, 2),
    Outcome.WIN: (2, 1),
    Outcome.PUSH: (1, 1),
    Outcome.LOSE: (0, 1),
    Outcome.BUST: (0, 1),
    Outcome.SURRENDER: (1, 2),
}
INSURANCE_RETURNS: Final = 3
"""Two to one, and the stake."""


def returned(stake: int, outcome: Outcome) -> int:
    """Return what a hand with this stake gives back. Source: rules.md section 7."""
    times, parts = _RETURNED[outcome]
    return stake * times // parts


def outcome(hand: Hand, dealer: Sequence[Card]) -> Outcome:
    """Compare a hand that is still standing with the dealer's final cards.

    Source: rules.md sections 5.6 and 7. A blackjack of the dealer takes everything but
    blackjacks; a blackjack beats any other 21.
    """
    dealer_blackjack = hands.is_blackjack(dealer)
    if hand.blackjack:
        return Outcome.PUSH if dealer_blackjack else Outcome.BLACKJACK
    if dealer_blackjack:
        return Outcome.LOSE
    mine, his = hands.value(hand.cards).points, hands.value(dealer).points
    if his > hands.TWENTY_ONE or mine > his:
        return Outcome.WIN
    return Outcome.PUSH if mine == his else Outcome.LOSE


def settle_box(box: Box, dealer: Sequence[Card]) -> tuple[Box, list[Line]]:
    """Settle a box against the dealer's final cards: insurance first, then its hands in order.

    Hands that are bust or surrendered keep the outcome they have.

    Returns:
        the settled box, and a line for each amount above 0 that goes back to the player.
    """
    lines = []
    insured = INSURANCE_RETURNS * box.insurance if hands.is_blackjack(dealer) else 0
    if insured:
        lines.append(Line(LineKind.INSURANCE_PAYOUT, box.number, 1, insured))
    settled = []
    for number, hand in enumerate(box.hands, start=1):
        if hand.live:
            result = outcome(hand, dealer)
            back = returned(hand.stake, result)
            if back:
                lines.append(Line(LineKind.PAYOUT, box.number, number, back))
            settled.append(replace(hand, done=True, outcome=result, returned=back))
        else:
            settled.append(hand)
    return replace(box, hands=tuple(settled), insurance_returned=insured), lines
