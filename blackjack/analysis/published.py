"""The kept results of a game as one value: for pages, strategy cards and hints.

Every number is per unit of the initial bet of one box, from a fresh shoe, without insurance, and
the player's: a house edge is the opposite. "Given that play goes on": in games with a hole card
the dealer has looked and has no blackjack; without one his blackjack is part of every number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from blackjack.analysis import results
from blackjack.analysis.stock import RANKS, rank_of
from blackjack.analysis.upcard import ELSE_STAND, LETTERS
from blackjack.engine import hands
from blackjack.engine.cards import Card
from blackjack.engine.rules import Variant
from blackjack.engine.state import Action

UP_CARDS: Final = (*RANKS[1:], RANKS[0])
"""The columns in the order in which strategy cards print them: 2 to 10, A."""
_ACTIONS: Final = {letter: action for action, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class HandClass:
    """A row of the table.

    Attributes:
        kind: ``"hard"``, ``"soft"`` (an ace counts 11) or ``"pair"``.
        label: the total, ``"4"`` to ``"20"``, or the pair's rank, ``"A"``, ``"2"`` to ``"10"``.
    """

    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table does.

    Attributes:
        action: what to do, if it is allowed.
        otherwise: what to do if it is not, or not any more: hit or stand. (A pair that may not
            be split is played as its total: see ``Published.entry``.)
        letters: the same as a strategy card prints it: H, S, D, Ds, P, R, Rs; a small s says
            "otherwise stand", D and R alone "otherwise hit"; P1 "split, but not again".
    """

    action: Action
    otherwise: Action
    letters: str

    @property
    def splits_again(self) -> bool:
        """Whether a pair is split again that comes after the first split."""
        return self.letters == LETTERS[Action.SPLIT]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's ends under one up card, or over all: chances that add up to 1.

    Attributes:
        totals: 17 to 21 -> chance; 21 is one of three cards or more.
    """

    totals: Mapping[int, float]
    bust: float
    blackjack: float


@dataclass(frozen=True, slots=True)
class BingoState:
    """A bingo session between rounds.

    Attributes:
        value: mean return per unit of its stake, stake included, with the best decisions.
        leaving: what leaving now returns per unit, stake included.
        leave: whether leaving is best.
    """

    value: float
    leaving: float
    leave: bool


@dataclass(frozen=True, slots=True)
class Bingo:
    """The bingo bet with the best leaving.

    Attributes:
        returned: mean return per unit of its stake, stake included (0.93 = 93 %).
        states: (lit cells, whether the jackpot is still to be had) -> the session there. The
            jackpot is open as long as no round has lit a cell that was lit before.
    """

    returned: float
    states: Mapping[tuple[frozenset[int], bool], BingoState]


@dataclass(frozen=True, slots=True)
class Published:
    """What a game is worth.

    Attributes:
        rules: hash of the rules for which it was computed (``results.rules_hash``).
        ev_table: mean net result with the table (negative: the player loses).
        ev_composition: the same with composition-dependent play.
        house_edge: ``-ev_table``.
        sd_table: standard deviation of a round's net result, table.
        natural: chance of a blackjack.
        insurance: up card -> mean net result per unit of insurance, only that card being known.
            Other up cards have none.
        table: (hand class, up card) -> entry. Every hand of two cards or more under 21 has its
            row; see ``hand_class``.
        first_values: (hand class, up card) -> action -> mean net result for a hand of two cards
            that does it and then follows the table, given that play goes on; only actions that
            the rules allow.
        later_values: the same for hands of three cards and more, which only hit or stand;
            classes to which the table never comes are absent.
        dealer: up card -> the dealer's ends; ``dealer_overall`` without knowing it.
        removal: rank -> change of ``ev_table`` when one card of it is missing from the shoe;
            empty for games with a new shoe for every round.
        bingo: ``None`` for games without it.
    """

    variant: Variant
    rules: str
    ev_table: float
    ev_composition: float
    house_edge: float
    sd_table: float
    natural: float
    insurance: Mapping[str, float]
    table: Mapping[tuple[HandClass, str], Entry]
    first_values: Mapping[tuple[HandClass, str], Mapping[Action, float]]
    later_values: Mapping[tuple[HandClass, str], Mapping[Action, float]]
    dealer: Mapping[str, Dealer]
    dealer_overall: Dealer
    removal: Mapping[str, float]
    bingo: Bingo | None

    def entry(self, cards: tuple[Card, ...], up: Card, *, splittable: bool = True) -> Entry:
        """Return what the table does with a hand under 21.

        Args:
            splittable: ``False`` for a pair that may not be split: then its total counts.
        """
        return self.table[hand_class(cards, pair=splittable), up_card(up)]


def up_card(card: Card) -> str:
    """Return the label of a card's column."""
    return RANKS[rank_of(card)]


def hand_class(cards: tuple[Card, ...], *, pair: bool = True) -> HandClass:
    """Return the row of a hand under 21.

    Args:
        pair: whether two cards of equal points are looked up as a pair.
    """
    if pair and hands.is_pair(cards):
        return HandClass("pair", up_card(cards[0]))
    points, soft = hands.value(cards)
    return HandClass("soft" if soft else "hard", str(points))


@cache
def load(variant: Variant) -> Published:
    """Return the kept results of a game.

    Raises:
        FileNotFoundError: the game has not been analysed (``manage.py analyse GAME --write``).
    """
    data = results.read(variant)
    return Published(
        variant=variant,
        rules=data["rules"],
        ev_table=data["ev_table"],
        ev_composition=data["ev_composition"],
        house_edge=-data["ev_table"],
        sd_table=data["sd_table"],
        natural=data["natural"],
        insurance=data["insurance"],
        table={where: _entry(letters, data, where) for where, letters in _cells(data["table"])},
        first_values=_values(data, "first"),
        later_values=_values(data, "later"),
        dealer={up: _dealer(one["dealer"]) for up, one in data["by_up_card"].items()},
        dealer_overall=_dealer(data["dealer"]),
        removal=data.get("removal", {}),
        bingo=_bingo(data["bingo"]) if "bingo" in data else None,
    )


def _cells(rows: Mapping[str, Any]) -> list[tuple[tuple[HandClass, str], Any]]:
    return [
        ((HandClass(kind, label), up), entry)
        for kind, by_label in rows.items()
        for label, by_up in by_label.items()
        for up, entry in by_up.items()
    ]


def _entry(letters: str, data: Mapping[str, Any], where: tuple[HandClass, str]) -> Entry:
    action = _ACTIONS[letters[0]]
    if action is Action.SPLIT:
        row, up = where
        unsplit = _total_of_pair(row.label)
        under = data["table"][unsplit.kind][unsplit.label][up]
        return Entry(action, _entry(under, data, (unsplit, up)).otherwise, letters)
    if action in {Action.HIT, Action.STAND}:
        return Entry(action, action, letters)
    return Entry(action, Action.STAND if letters[1:] == ELSE_STAND else Action.HIT, letters)


def _total_of_pair(label: str) -> HandClass:
    card = f"{label[-1]}S"
    return hand_class((card, card), pair=False)


def _values(data: Mapping[str, Any], when: str) -> dict[tuple[HandClass, str], dict[Action, float]]:
    return {
        where: {Action(action): value for action, value in values[when].items()}
        for where, values in _cells(data["values"])
        if when in values
    }


def _dealer(ends: Mapping[str, float]) -> Dealer:
    return Dealer(
        {int(end): chance for end, chance in ends.items() if end.isdigit()},
        ends["bust"],
        ends["blackjack"],
    )


def _bingo(data: Mapping[str, Any]) -> Bingo:
    return Bingo(
        data["return"],
        {
            (frozenset(one["lit"]), one["jackpot_open"]): BingoState(
                one["value"], one["leaving"], one["leave"]
            )
            for one in data["states"]
        },
    )
