"""The bingo bet on the rules page, from the same pay table as the game (rules.md section 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from accounts.limits import Limit
from blackjack import words
from blackjack.engine.bingo import (
    CELLS,
    JACKPOT_ROUNDS,
    NEWEST_PAY_TABLE,
    PAY_TABLES,
    Combination,
)
from blackjack.templatetags.money import money

BEST_RETURN: Final = 9337
"""Hundredths of a percent that come back with the best leaving decisions (rules.md section 8)."""


@dataclass(frozen=True, slots=True)
class BingoRules:
    """The side bet in sentences; ``pays`` are rows of a table: combination, when, pay."""

    bet: Sequence[str]
    pays: Sequence[tuple[str, str, str]]
    ending: Sequence[str]
    returns: str


def bingo_rules(limit: Limit | None) -> BingoRules:
    """Put the side bet in sentences.

    Args:
        limit: initial bets of the player's tier, whole units; ``None`` for a closed game.
    """
    return BingoRules(bet=_bet(limit), pays=_pays(), ending=_ending(), returns=_returns())


def _bet(limit: Limit | None) -> list[str]:
    texts = [
        _(
            "A bingo bet is laid before a round into the opening of the card above a box that has "
            "a main bet. It opens a session, which lasts over many rounds; it can’t be changed or "
            "taken back once dealt."
        ),
        _("It is at most the main bet on its box, in whole units."),
        _(
            "The card has the numbers %(cells)s. After every round the dealer’s total lights its "
            "number, a blackjack lights 21. The round of the bet is the first to count."
        )
        % {"cells": ", ".join(map(str, CELLS))},
        _(
            "Later main bets on the box may be smaller, or be lost or surrendered: the session "
            "goes on, also with the next shoe."
        ),
    ]
    if limit is not None:
        smallest = _("The smallest bingo bet is %(minimum)s, as on a box.")
        texts.insert(2, smallest % {"minimum": limit.minimum})
    return texts


def _pays() -> list[tuple[str, str, str]]:
    whens = {
        Combination.JACKPOT: _("all five in the first %(rounds)s rounds, at once")
        % {"rounds": JACKPOT_ROUNDS},
        Combination.FULL_HOUSE: _("all five later, at once"),
        Combination.FOUR: _("when you leave the place"),
        Combination.THREE: _("when you leave the place"),
    }
    table = PAY_TABLES[NEWEST_PAY_TABLE]
    return [
        (str(words.COMBINATIONS[one]), when, _("%(pay)s to 1") % {"pay": table[one]})
        for one, when in whens.items()
    ]


def _ending() -> list[str]:
    return [
        _("The dealer’s bust clears the card and takes the bet."),
        _(
            "You leave a place by its button between rounds, by “Leave the table”, or by dealing "
            "without a main bet on its box; you are asked first. With fewer than three numbers the "
            "bet is lost."
        ),
        _(
            "Going to another page, closing the browser, signing out or a lost connection is not "
            "leaving. After 10 days without a round the session ends as if you had left."
        ),
        _(
            "If the house makes playing on impossible, or you exclude yourself, the session ends "
            "at once: a combination is paid, without one the bet is returned."
        ),
    ]


def _returns() -> str:
    text = _(
        "With the best decisions about leaving %(percent)s %% of the bets come back in the long "
        "run (independent rounds, each from a fresh shoe)."
    )
    return text % {"percent": money(BEST_RETURN)}
