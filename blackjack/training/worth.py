"""What each choice of the hand in turn is worth, and what choosing another one costs.

Pure: from what the player sees and the kept values of a fresh shoe. Neither the hole card nor any
undealt card is looked at, so that a hint can tell nothing of them. Values are per unit of the
box's first bet, given that play goes on (``analysis.published``).
"""

from dataclasses import dataclass
from typing import Final

from blackjack.analysis import published
from blackjack.analysis.published import HandClass, Published
from blackjack.engine import choices
from blackjack.engine.cards import Card
from blackjack.engine.state import Action, Box, Round, Stage

INSURANCE: Final = "insurance"
"""The kind of the question whether to insure, among the kinds of hands."""
_HALF: Final = 0.5
"""Of the bet: what insurance costs (rules.md section 3)."""
_FIRST_CARDS: Final = 2
_MILLIONTHS_A_HUNDREDTH: Final = 10_000


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a hand.

    Attributes:
        kind, label: the hand's row of the table, or ``INSURANCE``.
        up: the dealer's card, a column of the table.
        bet: the box's first bet, hundredths.
        values: action -> mean net result; ``None`` where none is kept. Insurance on the turn is
            not among them: see ``insuring``.
        insuring: what insuring brings beside whatever is played; ``None`` where it is no choice.
        best: the choice worth most.
        card: what the strategy card says.
    """

    kind: str
    label: str
    up: str
    bet: int
    values: dict[Action, float | None]
    insuring: float | None
    best: Action
    card: Action


@dataclass(frozen=True, slots=True)
class Grade:
    """A decision, graded.

    Attributes:
        better: what would have been right; the same as what was chosen where that was.
        cost: what it costs in the mean, millionths of the currency's unit.
    """

    right: bool
    better: Action
    cost: int


def advise(round_: Round, balance: int) -> Advice | None:
    """Return what the hand in turn may do and what each is worth; ``None`` outside a turn.

    Args:
        balance: hundredths; what it can't pay is no choice.
    """
    turn = round_.turn
    if turn is None:
        return None
    book = published.load(round_.rules.variant)
    box = round_.box(turn.box)
    possible = [one for one in choices.legal(round_) if choices.price(round_, one) <= balance]
    up_card = round_.dealer[0]
    up = published.up_card(up_card)
    insuring = book.insurance[up] * _HALF if Action.INSURE in possible else None
    if round_.stage is Stage.INSURING:
        values: dict[Action, float | None] = {Action.DECLINE: 0.0}
        if insuring is not None:
            values = {Action.INSURE: insuring, Action.DECLINE: 0.0}
        best = max(values, key=lambda one: values[one] or 0.0)
        return Advice(INSURANCE, "", up, box.bet, values, None, best, Action.DECLINE)
    cards = box.hands[turn.hand - 1].cards
    possible = [one for one in choices.offered(round_) if one in possible and one != Action.INSURE]
    row = published.hand_class(cards, pair=Action.SPLIT in possible)
    kept = _kept(book, row, up, len(cards))
    values = {one: kept.get(one) for one in possible}
    card = _by_card(book, cards, up_card, box, possible)
    known = {one: value for one, value in values.items() if value is not None}
    best = max(known, key=known.__getitem__) if known else card
    return Advice(row.kind, row.label, up, box.bet, values, insuring, best, card)


def _kept(book: Published, row: HandClass, up: str, cards: int) -> dict[Action, float]:
    """Return the kept values of a hand; of rare hands of many cards those of two."""
    if cards > _FIRST_CARDS and (row, up) in book.later_values:
        return dict(book.later_values[row, up])
    return dict(book.first_values.get((row, up), {}))


def _by_card(
    book: Published, cards: tuple[Card, ...], up: Card, box: Box, possible: list[Action]
) -> Action:
    """Return what the strategy card says of a hand, as far as it may."""
    if Action.SPLIT in possible:
        entry = book.entry(cards, up)
        if entry.action is Action.SPLIT and (len(box.hands) == 1 or entry.splits_again):
            return Action.SPLIT
    entry = book.entry(cards, up, splittable=False)
    return next((one for one in (entry.action, entry.otherwise) if one in possible), Action.STAND)


def grade(advice: Advice, action: Action) -> Grade:
    """Grade a decision: right is what the card says, and whatever is worth no less than the best.

    Insurance on the turn is graded by itself: what is played after it is another decision.
    """
    if action is Action.INSURE and advice.insuring is not None:
        right = advice.insuring >= 0
        return Grade(right, action if right else Action.DECLINE, _cost(-advice.insuring, advice))
    if action in {advice.card, advice.best}:
        return Grade(True, action, 0)
    chosen, best = advice.values.get(action), advice.values.get(advice.best)
    lost = 0.0 if chosen is None or best is None else best - chosen
    return Grade(False, advice.best, _cost(lost, advice))


def _cost(lost: float, advice: Advice) -> int:
    return max(0, round(lost * advice.bet * _MILLIONTHS_A_HUNDREDTH))
