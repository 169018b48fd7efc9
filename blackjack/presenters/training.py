"""Hints and training in words: what each choice is worth, how well was played, what it cost.

Demo money only: the views that use it refuse any other. It shows values of kept tables for what
the player sees, and nothing of the shoe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import Variant
from blackjack.engine.state import Action, Round
from blackjack.models import Habit, Training
from blackjack.presenters.figures import decimal, percent
from blackjack.presenters.table import table_url, turn_view
from blackjack.presenters.table_view import CoachView, TurnView
from blackjack.training.worth import INSURANCE, Advice, advise
from casino.amounts import money, signed

_MILLIONTHS_A_HUNDREDTH: Final = 10_000
_PLACES: Final = 4


@dataclass(frozen=True, slots=True)
class ChoiceWorth:
    """A choice of the hand in turn.

    Attributes:
        value: mean result in first bets, signed; empty where none is kept.
        fun: the same for the bet that lies there, in FUN; empty likewise.
        best: it is worth most. ``card``: the strategy card says so.
    """

    name: str
    value: str
    fun: str
    best: bool
    card: bool


@dataclass(frozen=True, slots=True)
class HintView:
    """The hint for the hand in turn; ``beside`` says what insuring brings beside the play."""

    turn: TurnView
    choices: Sequence[ChoiceWorth]
    beside: str


@dataclass(frozen=True, slots=True)
class HabitView:
    """A wrong decision: the hand, what was done and what would have been right."""

    hand: str
    chosen: str
    better: str
    times: int
    cost: str


@dataclass(frozen=True, slots=True)
class TrainingView:
    """Everything that ``_training.html`` needs.

    Attributes:
        hint: ``None`` while no hand awaits a decision.
        decisions: graded in this session; ``right`` is the share of right ones, ``cost`` in FUN.
    """

    title: str
    url: str
    table_url: str
    strategy_url: str
    hints: bool
    grading: bool
    hint: HintView | None
    decisions: int
    right: str
    cost: str
    habits: Sequence[HabitView]


def training_url(variant: Variant | str) -> str:
    """Return the address of the page of hints and training at a demo table."""
    return reverse("blackjack:training", kwargs={"variant": str(variant)})


def coach_view(
    variant: Variant, training: Training | None, round_: Round | None, balance: int
) -> CoachView:
    """Show at the table what the player has turned on."""
    hint = others = verdict = mark = ""
    right = True
    if training is not None:
        advice = None if round_ is None or not training.hints else advise(round_, balance)
        if advice is not None:
            best, *rest = _in_order(advice)
            hint, others = best, "".join(f" · {one}" for one in rest)
        mark = ("h" if training.hints else "") + ("g" if training.grading else "")
        last = training.last
        if training.grading and last and last["variant"] == variant:
            verdict, right = _verdict(last), bool(last["right"])
    return CoachView(training_url(variant), hint, others, verdict, right, mark)


def training_view(
    variant: Variant,
    training: Training | None,
    habits: Sequence[Habit],
    round_: Round | None,
    balance: int,
) -> TrainingView:
    """Show the hint for the hand in turn, the switches, and how the session has gone."""
    decisions = 0 if training is None else training.decisions
    return TrainingView(
        title=str(words.TITLES[variant]),
        url=training_url(variant),
        table_url=table_url(variant, Currency.FUN),
        strategy_url=reverse("blackjack:strategy", kwargs={"variant": variant.value}),
        hints=training is not None and training.hints,
        grading=training is not None and training.grading,
        hint=None if round_ is None else hint_view(round_, balance),
        decisions=decisions,
        right="" if training is None or not decisions else percent(training.right / decisions, 1),
        cost="" if training is None else fun(training.cost),
        habits=[_habit(one) for one in habits],
    )


def hint_view(round_: Round, balance: int) -> HintView | None:
    """Show what each choice of the hand in turn is worth; ``None`` outside a turn."""
    advice, turn = advise(round_, balance), turn_view(round_)
    if advice is None or turn is None:
        return None
    beside = ""
    if advice.insuring is not None:
        beside = _("Insuring beside it: %(value)s, for your bet %(fun)s FUN.") % {
            "value": _signed(advice.insuring),
            "fun": _for_bet(advice.insuring, advice.bet),
        }
    return HintView(
        turn=turn,
        choices=[
            ChoiceWorth(
                name=str(words.ACTIONS[action]),
                value="" if value is None else _signed(value),
                fun="" if value is None else _for_bet(value, advice.bet),
                best=action is advice.best,
                card=action is advice.card,
            )
            for action, value in advice.values.items()
        ],
        beside=beside,
    )


def fun(millionths: int) -> str:
    """Return a cost in FUN, to the hundredth; a smaller one is not called nothing."""
    hundredths = round(millionths / _MILLIONTHS_A_HUNDREDTH)
    if millionths and not hundredths:
        return _("less than %(least)s") % {"least": money(1)}
    return money(hundredths)


def _in_order(advice: Advice) -> list[str]:
    """Return the choices with their values, the best first."""
    known = [(value, one) for one, value in advice.values.items() if value is not None]
    known.sort(key=lambda pair: -pair[0])
    return [f"{words.ACTIONS[one]} {_signed(value)}" for value, one in known] or [""]


def _verdict(last: Mapping[str, Any]) -> str:
    """Say how the last decision was."""
    values = {
        "chosen": words.ACTIONS[Action(last["chosen"])],
        "better": words.ACTIONS[Action(last["better"])],
        "cost": fun(last["cost"]),
    }
    if last["right"]:
        return _("%(chosen)s was right.") % values
    return _("%(chosen)s: better was “%(better)s”. It cost %(cost)s FUN in the mean.") % values


def _habit(one: Habit) -> HabitView:
    return HabitView(
        hand=_hand(one),
        chosen=str(words.ACTIONS[Action(one.chosen)]),
        better=str(words.ACTIONS[Action(one.better)]),
        times=one.times,
        cost=fun(one.cost),
    )


def _hand(one: Habit) -> str:
    """Return the hand and the dealer's card, such as "soft 17 against 6"."""
    against = words.against(f"{one.up[-1]}S")
    match one.kind:
        case kind if kind == INSURANCE:
            name = _("insurance")
        case "pair":
            name = f"{one.label} {one.label}"
        case "soft":
            name = _("soft %(points)s") % {"points": one.label}
        case _:
            name = one.label
    return f"{name} {against}"


def _signed(value: float) -> str:
    text = decimal(value, _PLACES)
    return f"+{text}" if value > 0 else text


def _for_bet(value: float, bet: int) -> str:
    return signed(round(value * bet))
