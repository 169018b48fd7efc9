"""The round: deal, act, and the dealer's play (rules.md sections 5 and 6).

``replay`` is the one way from stored inputs to a round; ``deal`` and ``act`` are its steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from blackjack.engine import choices, hands, settle
from blackjack.engine.cards import ACE_POINTS, POINTS, Card
from blackjack.engine.errors import BadBet, BadScheme, IllegalAction, RoundOver
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import DealerCard, Insurance, Rules
from blackjack.engine.state import (
    Action,
    Box,
    Hand,
    Line,
    LineKind,
    Outcome,
    Round,
    Scheme,
    Stage,
    Turn,
)

UNIT: Final = 100
"""Bets are whole units; money is kept in hundredths (rules.md section 3)."""
DEALER_STANDS_ON: Final = 17


def replay(
    rules: Rules,
    shoe: Sequence[Card],
    *,
    bets: Mapping[int, int],
    actions: Iterable[str] = (),
    scheme: Scheme = Scheme.DEALER_1_FIRST,
    first_card: int = 0,
) -> Round:
    """Return the round that these inputs give.

    Args:
        shoe: the cards in the order of dealing (``shoe.arrange``).
        bets: box number -> initial stake in hundredths.
        first_card: how many cards of the shoe were out before the round.

    Raises:
        BadBet, BadScheme: see ``deal``.
        RoundOver, IllegalAction: see ``act``.
    """
    round_ = deal(rules, shoe, bets=bets, scheme=scheme, first_card=first_card)
    for action in actions:
        round_ = act(round_, action)
    return round_


def deal(
    rules: Rules,
    shoe: Sequence[Card],
    *,
    bets: Mapping[int, int],
    scheme: Scheme = Scheme.DEALER_1_FIRST,
    first_card: int = 0,
) -> Round:
    """Take the bets and deal the first cards. Source: rules.md 4.7, 4.8 and section 5.

    Hole-card games deal the boxes first, then the dealer two, the second face down.

    Raises:
        BadBet: see ``require_bets``.
        BadScheme: another scheme than the default in a game without expert mode.
    """
    require_bets(rules, bets)
    if scheme is not Scheme.DEALER_1_FIRST and not rules.expert_mode:
        raise BadScheme(scheme)
    if rules.dealer_card is DealerCard.HOLE_CARD:
        scheme = Scheme.DEALER_2_LAST
    numbers = sorted(bets)
    for_dealer, for_boxes = scheme.dealer_cards, 2 * len(numbers)
    dealer_at = first_card if scheme.dealer_first else first_card + for_boxes
    boxes_at = first_card + for_dealer if scheme.dealer_first else first_card
    boxes = []
    for index, number in enumerate(numbers):
        at = boxes_at + 2 * index
        cards = (shoe[at], shoe[at + 1])
        hand = Hand(cards, (at + 1, at + 2), bets[number], done=hands.is_blackjack(cards))
        boxes.append(Box(number, bets[number], (hand,)))
    up_card = shoe[dealer_at]
    asked = rules.insurance is Insurance.BEFORE_PLAY and POINTS[up_card] == ACE_POINTS
    stage = Stage.INSURING if asked else Stage.PLAYING
    dealt = Round(
        rules=rules,
        shoe=shoe,
        next_card=first_card + for_dealer + for_boxes,
        dealer=(up_card,),
        dealer_numbers=(dealer_at + 1,),
        reserved=dealer_at + 2 if for_dealer == 2 else 0,
        boxes=tuple(boxes),
        stage=stage,
        turn=_turn(boxes, stage),
        finished=False,
        lines=tuple(Line(LineKind.BET, number, 1, -bets[number]) for number in numbers),
    )
    if rules.dealer_card is DealerCard.HOLE_CARD and not asked:
        return _peeked(dealt)
    return _onwards(dealt)


def require_bets(rules: Rules, bets: Mapping[int, int]) -> None:
    """Check what the rules ask of bets, tiers and balances apart. Source: rules.md section 3.

    Raises:
        BadBet: no bet at all, a box that the table does not have, or an amount that is not a
            positive number of whole units.
    """
    if not bets:
        raise BadBet(None, 0, "a round needs a bet on at least one box")
    for number, amount in bets.items():
        if not 1 <= number <= rules.boxes:
            raise BadBet(number, amount, f"the boxes are 1 to {rules.boxes}, not {number}")
        if amount <= 0 or amount % UNIT:
            raise BadBet(number, amount, f"a bet is a positive multiple of {UNIT}, not {amount}")


def act(round_: Round, action: str) -> Round:
    """Return the round after the hand in turn has done ``action``.

    Source: rules.md sections 5 and 6. The money it moved are the lines that were added.

    Raises:
        RoundOver: no decision is awaited any more.
        IllegalAction: the rules forbid it now, or there is no such action.
    """
    turn = round_.turn
    if turn is None:
        raise RoundOver
    try:
        chosen = Action(action)
    except ValueError:
        raise IllegalAction(action, Refusal.UNKNOWN_ACTION) from None
    refusal = choices.refusal(round_, chosen)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    box = round_.box(turn.box)
    hand = box.hands[turn.hand - 1]
    match chosen:
        case Action.HIT:
            after = _with_hand(round_, box, turn, _drawn(round_, hand), used=1)
        case Action.STAND:
            after = _with_hand(round_, box, turn, replace(hand, done=True))
        case Action.DOUBLE:
            drawn = replace(_drawn(round_, hand), stake=2 * hand.stake, doubled=True, done=True)
            line = Line(LineKind.DOUBLE, turn.box, turn.hand, -hand.stake)
            after = _with_hand(round_, box, turn, drawn, used=1, line=line)
        case Action.SURRENDER:
            after = _surrender(round_, box, turn, hand)
        case Action.INSURE:
            after = _insure(round_, box)
        case Action.DECLINE:
            after = _with_box(round_, replace(box, asked=True))
        case Action.SPLIT:
            after = _split(round_, box, turn, hand)
    return _onwards(after)


def _drawn(round_: Round, hand: Hand, *, ahead: int = 0) -> Hand:
    """Give ``hand`` the next card of the shoe; it is done at 21 and bust above."""
    at = round_.next_card + ahead
    cards = (*hand.cards, round_.shoe[at])
    points = hands.value(cards).points
    return replace(
        hand,
        cards=cards,
        numbers=(*hand.numbers, at + 1),
        done=points >= hands.TWENTY_ONE,
        outcome=Outcome.BUST if points > hands.TWENTY_ONE else None,
    )


def _with_hand(
    round_: Round, box: Box, turn: Turn, hand: Hand, *, used: int = 0, line: Line | None = None
) -> Round:
    """Put ``hand`` in the place of the hand in turn, and find the next turn."""
    index = turn.hand - 1
    changed = replace(box, hands=(*box.hands[:index], hand, *box.hands[index + 1 :]))
    return _with_box(round_, changed, used=used, lines=() if line is None else (line,))


def _with_box(round_: Round, box: Box, *, used: int = 0, lines: tuple[Line, ...] = ()) -> Round:
    """Put ``box`` in its place, and find the next turn."""
    boxes = tuple([box if other.number == box.number else other for other in round_.boxes])
    return replace(
        round_,
        boxes=boxes,
        turn=_turn(boxes, round_.stage),
        next_card=round_.next_card + used,
        lines=round_.lines + lines,
    )


def _surrender(round_: Round, box: Box, turn: Turn, hand: Hand) -> Round:
    """Give half the bet back at once. Source: rules.md 5.3."""
    back = settle.returned(hand.stake, Outcome.SURRENDER)
    given_up = replace(hand, done=True, outcome=Outcome.SURRENDER, returned=back)
    line = Line(LineKind.SURRENDER, box.number, turn.hand, back)
    return _with_hand(round_, box, turn, given_up, line=line)


def _insure(round_: Round, box: Box) -> Round:
    """Take half the bet against a dealer's blackjack. Source: rules.md 5.2."""
    stake = choices.insurance_stake(box)
    line = Line(LineKind.INSURANCE, box.number, 1, -stake)
    insured = replace(box, insurance=stake, insured=True, asked=True)
    return _with_box(round_, insured, lines=(line,))


def _split(round_: Round, box: Box, turn: Turn, hand: Hand) -> Round:
    """Make two hands of a pair; both get their second card at once. Source: rules.md section 6.

    An insured box insures the new hand by itself (rules.md section 3), as long as its insurance
    is on the table.
    """
    aces = POINTS[hand.cards[0]] == ACE_POINTS
    pair = [
        _drawn(round_, Hand((card,), (number,), box.bet, split=True, aces=aces), ahead=ahead)
        for ahead, (card, number) in enumerate(zip(hand.cards, hand.numbers, strict=True))
    ]
    index = turn.hand - 1
    split = (*box.hands[:index], *pair, *box.hands[index + 1 :])
    lines = [Line(LineKind.SPLIT, box.number, turn.hand + 1, -box.bet)]
    insurance = box.insurance
    if box.insured:
        more = choices.insurance_stake(box)
        insurance += more
        lines.append(Line(LineKind.INSURANCE, box.number, turn.hand + 1, -more))
    changed = replace(box, hands=_aces_ended(round_.rules, split), insurance=insurance)
    return _with_box(round_, changed, used=2, lines=tuple(lines))


def _aces_ended(rules: Rules, split: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """End split aces after their one card, unless it is an ace that may be split again.

    Source: rules.md section 6. The box's last split ends those that were waiting for theirs.
    """
    again = rules.resplit_aces and len(split) < rules.max_hands
    return tuple(
        replace(hand, done=True)
        if hand.aces and not (again and hands.is_pair(hand.cards))
        else hand
        for hand in split
    )


def _turn(boxes: Sequence[Box], stage: Stage) -> Turn | None:
    """Find the next box that must answer, or the next hand that must decide."""
    for box in boxes:
        if stage is Stage.INSURING:
            if not box.asked:
                return Turn(box.number, 1)
            continue
        for number, hand in enumerate(box.hands, start=1):
            if not hand.done:
                return Turn(box.number, number)
    return None


def _onwards(round_: Round) -> Round:
    """When no decision is awaited, let the dealer look at his hole card, or play and settle."""
    if round_.turn is not None:
        return round_
    if round_.stage is Stage.INSURING:
        return _peeked(round_)
    return _settled(_dealer_played(round_))


def _peeked(round_: Round) -> Round:
    """Let the dealer look for a blackjack before anybody plays. Source: rules.md section 5.

    With one he shows it and the round is over. Without one insurance is lost, and the hole card
    stays hidden.
    """
    if hands.is_blackjack((round_.dealer[0], round_.shoe[round_.reserved - 1])):
        return _settled(_dealer_played(round_))
    boxes = tuple([replace(box, insured=False) if box.insured else box for box in round_.boxes])
    turn = _turn(boxes, Stage.PLAYING)
    return _onwards(replace(round_, boxes=boxes, stage=Stage.PLAYING, turn=turn))


def _settled(round_: Round) -> Round:
    boxes, lines = [], list(round_.lines)
    for box in round_.boxes:
        settled, more = settle.settle_box(box, round_.dealer)
        boxes.append(settled)
        lines.extend(more)
    return replace(round_, boxes=tuple(boxes), turn=None, lines=tuple(lines), finished=True)


def _dealer_played(round_: Round) -> Round:
    """Let the dealer take what the bets left on the table ask for. Source: rules.md 5.5."""
    live = round_.rules.dealer_plays_out or any(hand.live for _, hand in round_.all_hands())
    insured = any(box.insured for box in round_.boxes)
    cards, numbers = list(round_.dealer), list(round_.dealer_numbers)
    used, reserved = round_.next_card, round_.reserved
    while (live and must_draw(round_.rules, cards)) or (insured and len(cards) == 1):
        if reserved:
            number, reserved = reserved, 0
        else:
            used += 1
            number = used
        cards.append(round_.shoe[number - 1])
        numbers.append(number)
    return replace(
        round_,
        dealer=tuple(cards),
        dealer_numbers=tuple(numbers),
        next_card=used,
        reserved=reserved,
    )


def must_draw(rules: Rules, cards: Sequence[Card]) -> bool:
    """Tell whether the dealer takes a card: under 17, and on soft 17 where the game says so.

    Source: rules.md section 5, "Dealer".
    """
    points, soft = hands.value(cards)
    return points < DEALER_STANDS_ON or (points == DEALER_STANDS_ON and soft and rules.hits_soft_17)
