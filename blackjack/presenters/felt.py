"""The felt: dealer, boxes, hands, chips. Only cards that may be seen pass here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from blackjack import words
from blackjack.engine import hands
from blackjack.engine.cards import Card
from blackjack.engine.round import UNIT
from blackjack.engine.rules import DealerCard, Rules
from blackjack.engine.state import Box, Hand, Outcome, Round
from blackjack.models import Shoe
from blackjack.presenters.felt_view import (
    BingoView,
    BoxView,
    CardView,
    Chip,
    DealerView,
    HandState,
    HandView,
    HoleView,
)

CHIP_WORTHS: Final = (10000, 5000, 2500, 1000, 500, 100)
"""Hundredths, as the player lays them; a half appears in payouts and insurance only."""
_HALF: Final = 50
_STACK: Final = 6
_HAND_STATES: Final = {outcome: HandState(outcome.value) for outcome in Outcome}


def _hole(round_: Round) -> int:
    """Return the number of the card that lies face down on the table, or 0."""
    return round_.reserved if round_.rules.dealer_card is DealerCard.HOLE_CARD else 0


def _order(round_: Round) -> Mapping[int, int]:
    """Return the place of every card on the table in the order in which it came to be seen.

    The first card of the dealer and those of the boxes come by their numbers in the shoe, and so
    does a card face down. Whatever the dealer shows beyond that he shows after all boxes.
    """
    up_card, *later = round_.dealer_numbers
    numbers = {up_card, *(number for _, hand in round_.all_hands() for number in hand.numbers)}
    if _hole(round_):
        numbers.add(_hole(round_))
    return {number: place for place, number in enumerate((*sorted(numbers), *later), start=1)}


def _card_id(shoe: Shoe, number: int) -> str:
    return f"card-{shoe.pk}-{number}"


def _card_views(
    shoe: Shoe, cards: Sequence[Card], numbers: Sequence[int], order: Mapping[int, int]
) -> tuple[CardView, ...]:
    return tuple(
        CardView(_card_id(shoe, number), card, words.card(card), dealt=order[number])
        for card, number in zip(cards, numbers, strict=True)
    )


def dealer_view(round_: Round | None, shoe: Shoe | None) -> DealerView:
    """Show the dealer's cards that may be seen."""
    if round_ is None or shoe is None:
        return DealerView(cards=(), total="", bust=False, blackjack=False)
    order, hole = _order(round_), _hole(round_)
    cards = _card_views(shoe, round_.dealer, round_.dealer_numbers, order)
    if round_.rules.dealer_card is DealerCard.HOLE_CARD and len(cards) > 1:
        cards = (cards[0], replace(cards[1], turned=True), *cards[2:])
    return DealerView(
        cards=cards,
        total=words.total(round_.dealer, blackjack=round_.dealer_blackjack),
        bust=hands.value(round_.dealer).points > hands.TWENTY_ONE,
        blackjack=round_.dealer_blackjack,
        hole=HoleView(_card_id(shoe, hole), order[hole]) if hole else None,
    )


def box_views(
    round_: Round | None, shoe: Shoe | None, rules: Rules, bingo: Mapping[int, BingoView]
) -> list[BoxView]:
    """Show every box of the table, with or without a bet.

    Args:
        bingo: the cards over the boxes, in the game that has them.
    """
    held = {} if round_ is None else {box.number: box for box in round_.boxes}
    views = []
    for number in range(1, rules.boxes + 1):
        if round_ is None or shoe is None or number not in held:
            view = _empty_box(number)
        else:
            view = _box_view(round_, shoe, held[number])
        views.append(replace(view, bingo=bingo.get(number)))
    return views


def _empty_box(number: int) -> BoxView:
    return BoxView(
        id=f"box-{number}",
        number=number,
        hands=(),
        insurance=0,
        insurance_returned=0,
        insurance_settled=False,
        insurance_chips=(),
    )


def _box_view(round_: Round, shoe: Shoe, box: Box) -> BoxView:
    return BoxView(
        id=f"box-{box.number}",
        number=box.number,
        hands=_hands(round_, shoe, box),
        insurance=box.insurance,
        insurance_returned=box.insurance_returned,
        insurance_settled=bool(box.insurance) and (round_.finished or not box.insured),
        insurance_chips=stack(box.insurance),
    )


def _hands(round_: Round, shoe: Shoe, box: Box) -> tuple[HandView, ...]:
    turn, order = round_.turn, _order(round_)
    views = []
    for number, hand in enumerate(box.hands, start=1):
        active = turn is not None and (turn.box, turn.hand) == (box.number, number)
        base = hand.stake // 2 if hand.doubled else hand.stake
        net = None if hand.outcome is None else hand.returned - hand.stake
        views.append(
            HandView(
                id=f"hand-{box.number}-{number}",
                label=words.box_and_hand(box.number, number, len(box.hands)),
                cards=_card_views(shoe, hand.cards, hand.numbers, order),
                total=words.total(hand.cards, blackjack=hand.blackjack),
                state=_hand_state(hand, active=active),
                result="" if hand.outcome is None else str(words.OUTCOMES[hand.outcome]),
                net=net,
                stake=hand.stake,
                base_stake=base,
                doubled=hand.doubled,
                chips=stack(base),
                payout_chips=stack(max(0, net or 0)),
            )
        )
    return tuple(views)


def _hand_state(hand: Hand, *, active: bool) -> HandState:
    if hand.outcome is not None:
        return _HAND_STATES[hand.outcome]
    if active:
        return HandState.ACTIVE
    if hand.blackjack:
        return HandState.BLACKJACK
    return HandState.DONE if hand.done else HandState.WAITING


def stack(amount: int) -> tuple[Chip, ...]:
    """Return the chips that show an amount, the largest lowest, six at the most."""
    chips: list[Chip] = []
    for worth in (*CHIP_WORTHS, _HALF):
        while amount >= worth and len(chips) < _STACK:
            amount -= worth
            chips.append(chip(worth, level=len(chips)))
    return tuple(chips)


def chip(worth: int, *, level: int = 0) -> Chip:
    """Return the chip of this worth (hundredths), lying at a level of its stack."""
    return Chip(worth, "half" if worth == _HALF else str(worth // UNIT), level)
