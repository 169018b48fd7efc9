"""The games in words: cards, totals, actions, outcomes and reasons, in the reader's language."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from accounts.limits import Limit
from blackjack.engine import hands
from blackjack.engine.bingo import CELLS, PAY_TABLES, Combination, Session
from blackjack.engine.cards import Card
from blackjack.engine.refusals import BingoRefusal, Refusal
from blackjack.engine.rules import Rules, Surrender, Variant
from blackjack.engine.state import Action, Outcome, Scheme

Text = str | Promise

TITLES: Final[dict[Variant, Text]] = {
    Variant.DOUBLE_DECK: gettext_lazy("Double deck"),
    Variant.SIX_DECK: gettext_lazy("Six decks"),
    Variant.CLASSIC: gettext_lazy("Classic"),
    Variant.BINGO: gettext_lazy("Bingo"),
}
LINES: Final[dict[Variant, Text]] = {
    Variant.DOUBLE_DECK: gettext_lazy("Expert mode, and a cut before every round"),
    Variant.SIX_DECK: gettext_lazy("You may surrender, unless the dealer shows an ace"),
    Variant.CLASSIC: gettext_lazy("The dealer gets his hole card at once"),
    Variant.BINGO: gettext_lazy("A side bet on the dealer’s totals, up to 60 to 1"),
}
REBET: Final[dict[Variant, Text]] = {
    Variant.DOUBLE_DECK: gettext_lazy("Rebet"),
    Variant.SIX_DECK: gettext_lazy("Rebet"),
    Variant.CLASSIC: gettext_lazy("Repeat bets"),
    Variant.BINGO: gettext_lazy("Repeat"),
}
CLEAR: Final[dict[Variant, Text]] = {
    Variant.DOUBLE_DECK: gettext_lazy("Clear bets"),
    Variant.SIX_DECK: gettext_lazy("Clear bets"),
    Variant.CLASSIC: pgettext_lazy("classic", "Clear bets"),
    Variant.BINGO: pgettext_lazy("bets", "Cancel"),
}
"""One pair of buttons, with the game's own label (rules.md section 12)."""
COMBINATIONS: Final[dict[Combination, Text]] = {
    Combination.NONE: gettext_lazy("No combination"),
    Combination.THREE: gettext_lazy("Three numbers"),
    Combination.FOUR: gettext_lazy("Four numbers"),
    Combination.FULL_HOUSE: gettext_lazy("Full House"),
    Combination.JACKPOT: gettext_lazy("Jackpot"),
}

_RANKS: Final[dict[str, Text]] = {
    "2": pgettext_lazy("card", "two"),
    "3": pgettext_lazy("card", "three"),
    "4": pgettext_lazy("card", "four"),
    "5": pgettext_lazy("card", "five"),
    "6": pgettext_lazy("card", "six"),
    "7": pgettext_lazy("card", "seven"),
    "8": pgettext_lazy("card", "eight"),
    "9": pgettext_lazy("card", "nine"),
    "0": pgettext_lazy("card", "ten"),
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
    "A": pgettext_lazy("card", "ace"),
}
_SUITS: Final[dict[str, Text]] = {
    "S": pgettext_lazy("card", "spades"),
    "C": pgettext_lazy("card", "clubs"),
    "D": pgettext_lazy("card", "diamonds"),
    "H": pgettext_lazy("card", "hearts"),
}
_AGAINST: Final[dict[str, Text]] = {
    "A": gettext_lazy("against an ace"),
    "J": gettext_lazy("against a jack"),
    "Q": gettext_lazy("against a queen"),
    "K": gettext_lazy("against a king"),
}

ACTIONS: Final[dict[Action, Text]] = {
    Action.HIT: pgettext_lazy("button", "Hit"),
    Action.STAND: pgettext_lazy("button", "Stand"),
    Action.DOUBLE: pgettext_lazy("button", "Double"),
    Action.SPLIT: pgettext_lazy("button", "Split"),
    Action.SURRENDER: pgettext_lazy("button", "Surrender"),
    Action.INSURE: pgettext_lazy("button", "Insure"),
    Action.DECLINE: pgettext_lazy("button", "No insurance"),
}
OUTCOMES: Final[dict[Outcome, Text]] = {
    Outcome.BLACKJACK: pgettext_lazy("outcome", "Blackjack"),
    Outcome.WIN: pgettext_lazy("outcome", "Win"),
    Outcome.PUSH: pgettext_lazy("outcome", "Push"),
    Outcome.LOSE: pgettext_lazy("outcome", "Lose"),
    Outcome.BUST: pgettext_lazy("outcome", "Bust"),
    Outcome.SURRENDER: pgettext_lazy("outcome", "Surrendered"),
}
_REFUSALS: Final[dict[Refusal, Text]] = {
    Refusal.UNKNOWN_ACTION: gettext_lazy("There is no such action."),
    Refusal.NO_TURN: gettext_lazy("No hand awaits a decision."),
    Refusal.NOT_IN_THIS_GAME: gettext_lazy("This game does not have it."),
    Refusal.NOT_THE_FIRST_ACTION: gettext_lazy("Only as the first action on two cards."),
    Refusal.NO_DOUBLE_AFTER_SPLIT: gettext_lazy("Split hands can't be doubled in this game."),
    Refusal.NOT_A_PAIR: gettext_lazy("Only two cards of equal points can be split."),
    Refusal.HANDS_FULL: gettext_lazy("This box can't be split again."),
    Refusal.SURRENDER_AGAINST_ACE: gettext_lazy("No surrender against an ace."),
    Refusal.NO_ACE_UP: gettext_lazy("Insurance is offered only against an ace."),
    Refusal.INSURANCE_FIRST: gettext_lazy("First decide whether to insure the box."),
    Refusal.INSURANCE_OVER: gettext_lazy("Insurance is decided before anybody plays."),
    Refusal.ACE_NOT_DOUBLED: gettext_lazy("Two cards with an ace can't be doubled in this game."),
    Refusal.SPLIT_ACES: gettext_lazy("Split aces get one card each."),
    Refusal.INSURED_ALREADY: gettext_lazy("The box is insured already."),
}
_BINGO_REFUSALS: Final[dict[BingoRefusal, Text]] = {
    BingoRefusal.NOT_WHOLE_UNITS: gettext_lazy("Bets are whole units."),
    BingoRefusal.NO_MAIN_BET: gettext_lazy("It needs a main bet on the same box."),
    BingoRefusal.ABOVE_MAIN_BET: gettext_lazy("It can’t be larger than the main bet on its box."),
    BingoRefusal.SESSION_RUNNING: gettext_lazy("A bingo session is running there already."),
}
SCHEMES: Final[dict[Scheme, Text]] = {
    Scheme.DEALER_1_FIRST: gettext_lazy("One card to the dealer, then the boxes"),
    Scheme.DEALER_2_FIRST: gettext_lazy("Two cards to the dealer, then the boxes"),
    Scheme.DEALER_1_LAST: gettext_lazy("The boxes, then one card to the dealer"),
    Scheme.DEALER_2_LAST: gettext_lazy("The boxes, then two cards to the dealer"),
}

END_NAMES: Final[dict[str, Text]] = {
    "bust": pgettext_lazy("dealer", "over 21"),
    "blackjack": pgettext_lazy("dealer", "Blackjack"),
    "natural": gettext_lazy("blackjack of a box"),
}
"""How a dealer's hand ends where its total does not say it; and what boxes are dealt."""


def by_house(actions: Sequence[str], first: int | None) -> str:
    """Return what the house did at the end of ten days; empty where it did nothing."""
    done = [] if first is None else actions[first:]
    return ", ".join(str(ACTIONS[Action(word)]) for word in done)


def card(code: Card) -> str:
    """Return a card's name, such as "ten of hearts"."""
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS[code[0]],
        "suit": _SUITS[code[1]],
    }


def total(cards: Sequence[Card], *, blackjack: bool = False) -> str:
    """Return a hand's total, such as "soft 17"; empty without cards."""
    if not cards:
        return ""
    if blackjack:
        return pgettext("total", "Blackjack")
    points, soft = hands.value(cards)
    if soft and points < hands.TWENTY_ONE and len(cards) > 1:
        return _("soft %(points)s") % {"points": points}
    return str(points)


def said(cards: Sequence[Card], *, blackjack: bool = False) -> str:
    """Return a total within a sentence, such as "blackjack"."""
    return pgettext("in a sentence", "blackjack") if blackjack else total(cards)


def against(up_card: Card) -> str:
    """Return what a hand plays against, such as "against an ace"."""
    if up_card[0] in _AGAINST:
        return str(_AGAINST[up_card[0]])
    points = hands.value((up_card,)).points
    return _("against %(points)s") % {"points": points}


def box(number: int) -> str:
    """Return "Box 2"."""
    return _("Box %(number)s") % {"number": number}


def hand(number: int, of: int) -> str:
    """Return which hand of its box this is; empty when it is the only one."""
    if of == 1:
        return ""
    names = {1: _("first hand"), 2: _("second hand"), 3: _("third hand"), 4: _("fourth hand")}
    return names[number]


def box_and_hand(box_number: int, number: int, of: int) -> str:
    """Return "Box 2, first hand", or "Box 2" when it has one hand."""
    name = hand(number, of)
    return f"{box(box_number)}, {name}" if name else box(box_number)


def refusal(reason: Refusal, rules: Rules) -> str:
    """Return why an action is not allowed, as a sentence."""
    if reason is Refusal.TOTAL_NOT_DOUBLED:
        return _("Doubling is possible on %(totals)s.") % {"totals": doubles(rules)}
    return str(_REFUSALS[reason])


def bingo_refusal(reason: BingoRefusal) -> str:
    """Return why a bingo bet may not be laid, as a sentence."""
    return str(_BINGO_REFUSALS[reason])


def combination(one: Combination, pay_table: int) -> str:
    """Return a combination with its pay, such as "Three numbers · 1:1"."""
    to_one = PAY_TABLES[pay_table].get(one)
    name = str(COMBINATIONS[one])
    return name if to_one is None else f"{name} · {to_one}:1"


def bingo_status(session: Session) -> str:
    """Return how a running bingo session stands, such as "2 of 5"."""
    if session.combination is Combination.NONE:
        return _("%(lit)s of %(cells)s") % {"lit": len(session.lit), "cells": len(CELLS)}
    return combination(session.combination, session.pay_table)


def doubles(rules: Rules) -> str:
    """Return the totals that may be doubled, such as "9, 10 or 11"."""
    if rules.double_on.totals is None:
        return _("any two cards") if rules.double_on.aces else _("any two cards without an ace")
    *others, last = (str(number) for number in sorted(rules.double_on.totals))
    if not others:
        return last
    return _("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


def dealer_rule(rules: Rules) -> str:
    """Return what the felt says of the dealer."""
    if rules.hits_soft_17:
        return _("Dealer hits soft 17")
    return _("Dealer stands on all 17s")


def decks_note(rules: Rules) -> str:
    """Return the note that equal cards are no fault of the shuffle."""
    return ngettext(
        "%(count)s deck", "%(count)s decks: the same card may appear more than once", rules.decks
    ) % {"count": rules.decks}


def bet_range(demo: Limit | None, real: Limit | None) -> str:
    """Return what may be bet on a box at first; staff may set each money's own limits."""
    ranges = [f"{one.minimum}–{one.maximum}" for one in (demo, real) if one is not None]
    if len(ranges) < 2 or ranges[0] == ranges[1]:
        return ranges[0] if ranges else ""
    return _("%(demo)s in the demo, %(real)s for money") % {"demo": ranges[0], "real": ranges[1]}


def facts(rules: Rules, bets: str) -> Sequence[tuple[str, str]]:
    """Return the game's rules in short: what and how, for the lobby and the rules page.

    Args:
        bets: what may be bet on a box at first.
    """
    surrender = {
        Surrender.NONE: _("no"),
        Surrender.EARLY_NOT_AGAINST_ACE: _("not against an ace"),
        Surrender.LATE_NOT_AGAINST_ACE: _("not against an ace"),
    }
    return (
        (_("Bet on a box"), bets),
        (_("Decks"), _decks(rules)),
        (_("Boxes"), str(rules.boxes)),
        (_("On soft 17"), _("dealer hits") if rules.hits_soft_17 else _("dealer stands")),
        (pgettext("rule", "Double"), _("on %(totals)s") % {"totals": doubles(rules)}),
        (_("Double after a split"), _("yes") if rules.double_after_split else _("no")),
        (pgettext("rule", "Surrender"), surrender[rules.surrender]),
    )


def _decks(rules: Rules) -> str:
    if rules.kept_shoe is None:
        return _("%(count)s, a new shoe") % {"count": rules.decks}
    values = {"count": rules.decks, "mark": rules.kept_shoe.replaced_from}
    return _("%(count)s, until card %(mark)s") % values
