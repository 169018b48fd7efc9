"""The bingo bet on the rules page, from the same pay table as the game (rules.md section 8)."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from blackjack import words
from blackjack.engine import bingo, hands
from blackjack.engine.bingo import CELLS, JACKPOT_ROUNDS, Combination, Ended, Session
from blackjack.presenters import rules_counts as counts
from blackjack.presenters.rules_example import BET
from blackjack.presenters.rules_view import BingoExample, BingoRound, Row, RulesTable, Section
from casino.amounts import money

BEST_RETURN: Final = 9337
"""Hundredths of a percent that come back with the best leaving decisions (rules.md section 8)."""
TOTALS: Final = (17, 20, 17, 21, 19)
"""The dealer's totals in the rounds of the worked session."""

_WON: Final = {
    # The shortest sessions that give each combination: how many cells, and in how many rounds.
    Combination.JACKPOT: (len(CELLS), JACKPOT_ROUNDS),
    Combination.FULL_HOUSE: (len(CELLS), JACKPOT_ROUNDS + 1),
    Combination.FOUR: (4, 4),
    Combination.THREE: (3, 3),
}


def bingo_section() -> Section:
    """Put the side bet in sentences, with what each combination pays and a worked session."""
    return Section(
        "bingo",
        _("The bingo bet"),
        text=[
            _(
                "A side bet on the dealer’s totals of many rounds. It lies in the opening of the "
                "card above a box and opens a session."
            )
        ],
        tables=[_pays()],
        points=[*_bet(), *_ending(), _returns()],
        bingo=_worked(),
    )


def _bet() -> list[str]:
    return [
        _(
            "You lay it between rounds, on a box with a main bet and no running session: whole "
            "units, at least the smallest bet on a box, at most the main bet there. Once dealt it "
            "can’t be changed or taken back."
        ),
        _(
            "The card has the numbers %(cells)s. After every round the dealer’s total lights its "
            "number; his blackjack lights %(most)s. The round of the bet counts already."
        )
        % {"cells": ", ".join(map(str, CELLS)), "most": hands.TWENTY_ONE},
        _(
            "In later rounds the main bet may be smaller, lose or be surrendered: the session "
            "goes on. It only has to be there."
        ),
    ]


def _pays() -> RulesTable:
    whens = {
        Combination.JACKPOT: _("all %(cells)s numbers in the first %(rounds)s, paid at once")
        % {"cells": len(CELLS), "rounds": counts.rounds(JACKPOT_ROUNDS)},
        Combination.FULL_HOUSE: _("all %(cells)s numbers later, paid at once")
        % {"cells": len(CELLS)},
        Combination.FOUR: _("paid when you leave the place"),
        Combination.THREE: _("paid when you leave the place"),
    }
    table = bingo.PAY_TABLES[bingo.NEWEST_PAY_TABLE]
    rows = [
        Row(
            str(words.COMBINATIONS[one]),
            (_("%(pay)s to 1") % {"pay": table[one]}, money(_returned(one))),
            note=when,
        )
        for one, when in whens.items()
    ]
    rows += [
        Row(
            _("Fewer numbers"),
            (_("nothing"), money(0)),
            note=_("when you leave the place"),
        ),
        Row(_("Dealer bust"), (_("nothing"), money(_bust())), note=_("the card is cleared")),
    ]
    return RulesTable(
        caption=_("What bingo pays"),
        head=(
            _("Combination"),
            _("Pays"),
            _("For a bet of %(bet)s") % {"bet": money(BET)},
        ),
        rows=rows,
    )


def _returned(one: Combination) -> int:
    """Return what a combination gives back for the example's bet, as the engine pays it."""
    cells, rounds = _WON[one]
    return bingo.left(Session(BET, frozenset(CELLS[:cells]), rounds)).returned


def _bust() -> int:
    ended = bingo.after_round(Session(BET, frozenset(CELLS[:4]), 4), hands.TWENTY_ONE + 1)
    return ended.returned if isinstance(ended, Ended) else 0


def _ending() -> list[str]:
    return [
        _("The dealer’s bust clears the card and takes the bet, however many numbers are lit."),
        _(
            "You leave a place by its button between rounds, by “Leave the table”, or by dealing "
            "with no main bet on its box; you are asked first. Within a round nobody leaves."
        ),
        _(
            "Going to another page, closing the browser, signing out or a lost connection is not "
            "leaving."
        ),
        _(
            "If the house makes playing on impossible, or you exclude yourself, the session ends "
            "at once: a combination is paid, without one the bet comes back."
        ),
    ]


def _returns() -> str:
    text = _(
        "With the best decisions about leaving %(percent)s %% of the bets come back in the long "
        "run (independent rounds, each from a fresh shoe)."
    )
    return text % {"percent": money(BEST_RETURN)}


def _worked() -> BingoExample:
    """Count a session round by round."""
    session: Session | Ended = Session(BET)
    rounds: list[BingoRound] = []
    for number, total in enumerate(TOTALS, start=1):
        if isinstance(session, Ended):
            break
        session = bingo.after_round(session, total)
        rounds.append(_round(number, total, session))
    return BingoExample(
        text=[
            _("You lay %(bet)s on the bingo of a box; the dealer’s totals are these.")
            % {"bet": money(BET)}
        ],
        rounds=rounds,
        ending=_choice(session),
    )


def _round(number: int, total: int, session: Session | Ended) -> BingoRound:
    lit = frozenset(CELLS) if isinstance(session, Ended) else session.lit
    gone = bingo.left(session) if isinstance(session, Session) else session
    leaving = _("nothing")
    if gone.returned:
        leaving = f"{words.COMBINATIONS[gone.combination]}: {money(gone.returned)}"
    cells = tuple((cell, cell in lit) for cell in CELLS)
    return BingoRound(number, str(total), cells, leaving)


def _choice(session: Session | Ended) -> Sequence[str]:
    """Say what leaving gives now, and what one more round could bring."""
    if isinstance(session, Ended):
        return [
            _("The card is full: %(money)s come back at once.") % {"money": money(session.returned)}
        ]
    (missing,) = set(CELLS) - session.lit or {0}
    full = bingo.after_round(session, missing)
    bust = bingo.after_round(session, hands.TWENTY_ONE + 1)
    texts = [
        _("Leave now, and %(money)s come back.") % {"money": money(bingo.left(session).returned)}
    ]
    if isinstance(full, Ended) and isinstance(bust, Ended):
        texts.append(
            _(
                "Play on, and a dealer’s %(missing)s brings %(full)s, his bust %(bust)s, another "
                "total changes nothing."
            )
            % {
                "missing": missing,
                "full": money(full.returned),
                "bust": money(bust.returned),
            }
        )
    return texts
