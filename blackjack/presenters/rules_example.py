"""Rounds for the rules pages, from given cards to the payout: the engine deals and settles them.

Nothing of the course is written down here but the first cards of the shoe and what the player
would like to do; under other rules the same wishes give another round, and the page tells that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from blackjack import words
from blackjack.engine import choices, hands
from blackjack.engine import round as rounds
from blackjack.engine.cards import DECK, Card, decks
from blackjack.engine.rules import DealerCard, Rules, Variant
from blackjack.engine.state import Action, Box, LineKind, Round, Stage
from blackjack.presenters.rules_view import CardFace, Example, Place, Result, Step

BET: Final = 20 * rounds.UNIT
"""What lies on every box of an example: within the initial limits of every tier and game."""


@dataclass(frozen=True, slots=True)
class Script:
    """The first cards of a shoe in dealing order, and what the player would like to do."""

    boxes: int
    cards: str
    wishes: str


SCRIPTS: Final = {
    Variant.DOUBLE_DECK: Script(
        3, "6H 6S 5D 8C 8H KD AS 9C 3D AH 7S AC 2S", "double split hit stand stand"
    ),
    Variant.SIX_DECK: Script(
        3, "0C 0S 6D 6C 5S 9S 9H 8H 2D 7C 0H 0D 9D", "surrender double split double hit"
    ),
    Variant.CLASSIC: Script(3, "KS 7D AD QH 5C 4D AS 7H 6S", "insure decline decline stand double"),
    Variant.BINGO: Script(2, "AC AH 0D 6S 9C 8H AD 9S 5H KD", "split split surrender"),
}
"""Hands of every kind that the game has, won and lost in turn."""

_SPENDING: Final = (LineKind.DOUBLE, LineKind.SPLIT, LineKind.INSURANCE, LineKind.SURRENDER)
_MEANS: Final[dict[Action, str | Promise]] = {
    Action.HIT: gettext_lazy("One more card."),
    Action.STAND: gettext_lazy("No more cards: the hand ends."),
    Action.DOUBLE: gettext_lazy("The bet once more, one card, and the hand ends."),
    Action.SPLIT: gettext_lazy("The bet once more; both hands get their second card at once."),
    Action.SURRENDER: gettext_lazy("Half the bet comes back, the box is over."),
    Action.INSURE: gettext_lazy("Half the bet is laid against a blackjack of the dealer."),
    Action.DECLINE: gettext_lazy("Nothing is laid; the bet on the box stands as it is."),
}


def worked(rules: Rules) -> Example:
    """Deal and play the game's round, with every card and every sum as the engine gives it."""
    states = list(_states(rules))
    first, last = states[0][0], states[-1][0]
    steps = [_step(*pair) for pair in pairwise(states)]
    return Example(
        text=_told(first),
        deal=tuple(_deal(first)),
        steps=(*_peek(states), *steps, *_dealer(first, last))
        if first.stage is Stage.PLAYING
        else (*_insured_first(states, steps), *_dealer(first, last)),
        dealer=_dealer_result(last),
        results=tuple(_results(last)),
        staked=last.staked,
        returned=last.returned,
    )


def _states(rules: Rules) -> Iterator[tuple[Round, Action | None]]:
    """Yield the round after each decision, with the decision that follows it."""
    script = SCRIPTS.get(rules.variant, SCRIPTS[Variant.DOUBLE_DECK])
    bets = dict.fromkeys(range(1, min(script.boxes, rules.boxes) + 1), BET)
    round_ = rounds.deal(rules, shoe(rules, script.cards.split()), bets=bets)
    wishes = iter(script.wishes.split())
    while not round_.finished:
        legal = choices.legal(round_)
        wish = next(wishes, Action.STAND)
        otherwise = Action.DECLINE if round_.stage is Stage.INSURING else Action.STAND
        action = Action(wish) if wish in legal else otherwise
        yield round_, action
        round_ = rounds.act(round_, action)
    yield round_, None


def shoe(rules: Rules, first: Sequence[Card]) -> tuple[Card, ...]:
    """Return a whole shoe that begins with the given cards."""
    left = Counter(decks(rules.decks)) - Counter(first)
    return (*first, *(card for card in DECK for _copy in range(left[card])))


def _face(number: int, card: Card, *, turned: bool = False, part: str = "card") -> CardFace:
    return CardFace(f"example-{part}-{number}", card, words.card(card), number, turned)


def _place(number: int, card: Card | None, box: int | None) -> Place:
    face = None if card is None else _face(number, card)
    where = _("Dealer") if box is None else words.box(box)
    return Place(number, face, where, "dealer" if box is None else f"box{box}")


def _deal(first: Round) -> Iterator[Place]:
    """Yield the first cards in the order in which they leave the shoe."""
    places = {
        number: _place(number, card, None)
        for number, card in zip(first.dealer_numbers, first.dealer, strict=True)
    }
    if first.reserved:
        places[first.reserved] = _place(first.reserved, None, None)
    for box, hand in first.all_hands():
        for number, card in zip(hand.numbers, hand.cards, strict=True):
            places[number] = _place(number, card, box.number)
    yield from (places[number] for number in sorted(places))


def _told(first: Round) -> list[str]:
    """Say how the deal stands, box by box."""
    sums = [
        _("%(box)s – %(total)s")
        % {
            "box": words.box(box.number),
            "total": words.said(hand.cards, blackjack=hand.blackjack),
        }
        for box, hand in first.all_hands()
    ]
    dealer = _("the dealer – %(total)s") % {"total": words.card(first.dealer[0])}
    return [
        _("A bet of %(bet)s lies on every box from 1 to %(boxes)s.")
        % {"bet": BET // rounds.UNIT, "boxes": len(first.boxes)},
        _("After the deal: %(sums)s.") % {"sums": "; ".join([*sums, dealer])},
    ]


def _step(before: tuple[Round, Action | None], after: tuple[Round, Action | None]) -> Step:
    was, action = before
    now = after[0]
    if was.turn is None or action is None:
        raise ValueError("a decision needs a hand that awaits it")
    box = was.box(was.turn.box)
    hand = box.hands[was.turn.hand - 1]
    then = now.box(box.number)
    drawn = [
        _place(number, card, box.number)
        for one in then.hands
        for number, card in zip(one.numbers, one.cards, strict=True)
        if number > was.next_card and number != was.reserved
    ]
    lines = [line for line in now.lines[len(was.lines) :] if line.kind in _SPENDING]
    return Step(
        mark=f"box{box.number}",
        who=_("%(who)s: %(total)s %(against)s")
        % {
            "who": words.box_and_hand(box.number, was.turn.hand, len(box.hands)),
            "total": words.said(hand.cards, blackjack=hand.blackjack),
            "against": words.against(was.dealer[0]),
        },
        does=str(words.ACTIONS[action]),
        means=str(_MEANS[action]),
        cards=tuple(drawn),
        total=_totals(then, was.turn.hand, action),
        money=sum(line.amount for line in lines),
    )


def _totals(box: Box, hand: int, action: Action) -> str:
    """Say what the hand, or the two that it became, total now."""
    if action is Action.SPLIT:
        pair = box.hands[hand - 1 : hand + 1]
        return _("%(first)s and %(second)s") % {
            "first": words.total(pair[0].cards),
            "second": words.total(pair[1].cards),
        }
    if action in {Action.HIT, Action.DOUBLE}:
        return words.total(box.hands[hand - 1].cards)
    return ""


def _insured_first(
    states: Sequence[tuple[Round, Action | None]], steps: Sequence[Step]
) -> list[Step]:
    """Put the dealer's look at his card between the answers about insurance and the play."""
    asked = sum(state.stage is Stage.INSURING and action is not None for state, action in states)
    return [*steps[:asked], *_peek(states[asked:]), *steps[asked:]]


def _peek(states: Sequence[tuple[Round, Action | None]]) -> list[Step]:
    """Tell of the dealer's look at his hole card, where he takes it."""
    state = states[0][0]
    rules = state.rules
    ten = hands.value(state.dealer[:1]).points >= hands.value(("KS",)).points
    if rules.dealer_card is not DealerCard.HOLE_CARD or not ten:
        return []
    means = _("It is no blackjack, and play goes on.")
    if state.dealer_blackjack:
        means = _("It is a blackjack, and the round is over.")
    elif any(box.insurance for box in state.boxes):
        means = _("It is no blackjack: insurance is lost, and play goes on.")
    who = _("The dealer looks at his second card")
    return [Step("dealer", who, "", means, (), "", 0)]


def _dealer(first: Round, last: Round) -> list[Step]:
    """Tell what the dealer does at the end: turns, draws, stands."""
    new = list(zip(last.dealer_numbers, last.dealer, strict=True))[len(first.dealer) :]
    steps = []
    for index, (number, card) in enumerate(new, start=len(first.dealer) + 1):
        held = last.dealer[: index - 1]
        who = _("Dealer: %(total)s") % {"total": words.total(held)}
        turned = number == first.reserved
        if turned:
            means = _("He turns his second card.")
        else:
            points, soft = hands.value(held)
            rule = points >= rounds.DEALER_STANDS_ON and soft
            means = _("He draws on a soft 17.") if rule else _("He must draw.")
            if len(held) == 1:
                means = _("He takes his second card.")
        place = Place(number, _face(number, card, turned=turned), _("Dealer"), "dealer")
        total = words.total(last.dealer[:index], blackjack=hands.is_blackjack(last.dealer[:index]))
        steps.append(Step("dealer", who, "", means, (place,), total, 0))
    return steps


def _dealer_result(last: Round) -> Result:
    bust = hands.value(last.dealer).points > hands.TWENTY_ONE
    return Result(
        name=_("Dealer"),
        cards=_again(zip(last.dealer_numbers, last.dealer, strict=True)),
        total=words.total(last.dealer, blackjack=last.dealer_blackjack),
        outcome=_("bust") if bust else "",
        staked=0,
        returned=0,
    )


def _results(last: Round) -> Iterator[Result]:
    """Yield what came of every hand and insurance."""
    for box in last.boxes:
        for number, hand in enumerate(box.hands, start=1):
            yield Result(
                name=words.box_and_hand(box.number, number, len(box.hands)),
                cards=_again(zip(hand.numbers, hand.cards, strict=True)),
                total=words.total(hand.cards, blackjack=hand.blackjack),
                outcome="" if hand.outcome is None else str(words.OUTCOMES[hand.outcome]),
                staked=hand.stake,
                returned=hand.returned,
            )
        if box.insurance:
            yield Result(
                name=_("Insurance, box %(number)s") % {"number": box.number},
                cards=(),
                total="",
                outcome=pgettext("insurance", "Paid")
                if box.insurance_returned
                else pgettext("insurance", "Lost"),
                staked=box.insurance,
                returned=box.insurance_returned,
            )


def _again(numbered: Iterable[tuple[int, Card]]) -> tuple[CardFace, ...]:
    """Return the cards as they are shown once more, at the end."""
    return tuple(_face(number, card, part="end") for number, card in numbered)
