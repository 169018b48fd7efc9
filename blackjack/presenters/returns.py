"""What a game returns: the exact figures of its rules, and what the site's own rounds came to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blackjack import words
from blackjack.analysis import published
from blackjack.analysis.published import Bingo
from blackjack.engine.bingo import CELLS
from blackjack.engine.rules import DealerCard, Rules, Variant, rules_of
from blackjack.presenters.felt_view import BingoCell
from blackjack.presenters.figures import decimal, percent
from blackjack.site_figures.judging import Figures, Share

_FEWEST: Final = 1000
"""Rounds below which a return says nothing yet; it is shown with its band all the same."""


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A figure with its name, and a word on what it is."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShareLine:
    """How often something came and should; all in words and figures.

    Attributes:
        band: between which the share lies in 99 of 100 cases.
        inside: whether it does.
    """

    name: str
    exact: str
    seen: str
    band: str
    inside: bool


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """What the site's rounds came to.

    Attributes:
        counted: in a sentence: rounds, and from when to when.
        returned: the return with its band, in a sentence.
        few: whether they are too few to mean much.
    """

    counted: str
    returned: str
    few: bool
    shares: Sequence[ShareLine]


@dataclass(frozen=True, slots=True)
class Leaving:
    """The best decisions of a bingo session.

    Attributes:
        text: sentences.
        cards: the cards on which one leaves, once a number has come twice.
    """

    text: Sequence[str]
    cards: Sequence[Sequence[BingoCell]]


@dataclass(frozen=True, slots=True)
class ReturnView:
    """Everything that ``_returns.html`` needs. ``own`` is ``None`` before a round is counted."""

    figures: Sequence[FigureLine]
    method: Sequence[str]
    leaving: Leaving | None
    own: OwnFigures | None


def return_view(variant: Variant, own: Figures | None) -> ReturnView:
    """Put a game's exact figures in words, and beside them what was counted here."""
    book, rules = published.load(variant), rules_of(variant)
    lines = [
        FigureLine(
            _("Return with the strategy card"),
            percent(1 + book.ev_table, 3),
            _("Of each first bet, in the mean of many rounds."),
        ),
        FigureLine(
            _("House edge"),
            percent(book.house_edge, 3),
            _("What the house keeps of each first bet, in the mean."),
        ),
        FigureLine(
            _("Standard deviation"),
            decimal(book.sd_table, 3),
            _("Of one round, in first bets: how far a round is from the mean, up or down."),
        ),
        FigureLine(
            _("Chance of a blackjack"),
            percent(book.natural, 3),
            _("One hand in %(hands)s.") % {"hands": decimal(1 / book.natural, 1)},
        ),
        FigureLine(
            _("Return when every card is looked at"),
            percent(1 + book.ev_composition, 3),
            _("The most that these rules can give: the card is simpler, and nearly as good."),
        ),
    ]
    if book.bingo is not None:
        lines.append(
            FigureLine(
                _("Return of the bet on bingo"),
                percent(book.bingo.returned, 3),
                _("Of its stake, with the best leaving; the main bet is apart."),
            )
        )
    return ReturnView(
        figures=lines,
        method=_method(rules),
        leaving=None if book.bingo is None else _leaving(book.bingo),
        own=None if own is None else _own(own),
    )


def _method(rules: Rules) -> list[str]:
    """Say how the figures were computed."""
    dealer = (
        _("In rounds that go on the dealer has looked, and has no blackjack.")
        if rules.dealer_card is DealerCard.HOLE_CARD
        else _("His blackjack takes doubled and split bets, too; that is in every figure.")
    )
    method = [
        _(
            "Calculated, not estimated: every order in which the cards of a new shoe can come, "
            "with the very rules by which this table plays. One box, no insurance."
        ),
        dealer,
        _(
            "Millions of rounds dealt by the table’s own code gave the same, as closely as chance "
            "lets them."
        ),
    ]
    if rules.kept_shoe is not None:
        method.append(
            _(
                "Over a whole shoe it is a little less: many small cards make few rounds, and the "
                "rest, which is good for you, is not dealt."
            )
        )
    return method


def _leaving(bingo: Bingo) -> Leaving:
    """Tell when leaving is worth more than going on, from the kept states."""
    early = [lit for (lit, fresh), state in bingo.states.items() if fresh and state.leave]
    late = [lit for (lit, fresh), state in bingo.states.items() if not fresh and state.leave]
    text = []
    if not early:
        text.append(
            _("As long as no number has come twice the jackpot is still to be had: do not leave.")
        )
    text.append(_("Once a number has come twice, leave on exactly these cards, and on no other:"))
    cards = sorted(late or early, key=lambda lit: (len(lit), sorted(lit)))
    return Leaving(
        text=text,
        cards=[[BingoCell(number, number in lit) for number in sorted(CELLS)] for lit in cards],
    )


def _own(own: Figures) -> OwnFigures:
    first, last = (date_format(day, "DATE_FORMAT") for day in (own.first, own.last))
    counted = ngettext(
        "%(days)s: %(rounds)s round of this game, demo and real.",
        "%(days)s: %(rounds)s rounds of this game, demo and real.",
        own.rounds,
    ) % {
        "days": first if first == last else f"{first} – {last}",
        "rounds": decimal(own.rounds, 0),
    }
    returned = _(
        "Players got back %(returned)s of their first bets. With as many rounds the return lies "
        "between %(low)s and %(high)s in 99 of 100 cases; how it is played moves it, too."
    )
    return OwnFigures(
        counted=counted,
        returned=returned
        % {
            "returned": percent(own.returned, 2),
            "low": percent(own.low, 2),
            "high": percent(own.high, 2),
        },
        few=own.rounds < _FEWEST,
        shares=[_share(share) for share in (*own.dealer, own.naturals)],
    )


def _share(share: Share) -> ShareLine:
    return ShareLine(
        name=str(words.END_NAMES.get(share.name, share.name)),
        exact=percent(share.exact, 2),
        seen=percent(share.share, 2),
        band=f"{decimal(100 * share.low, 2)}–{percent(share.high, 2)}",
        inside=share.inside,
    )
