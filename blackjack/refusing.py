"""Every refusal in the player's words, and its HTTP status: the one place where they meet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.ledger import InsufficientFunds
from accounts.protection import words as protection
from accounts.protection.exceptions import LimitReached, PlayStopped, RealityCheckDue
from accounts.protection.models import Measure
from accounts.protection.presenters import QuestionView, question_of
from blackjack import words
from blackjack.engine.errors import (
    BadBet,
    BadBingo,
    BadCut,
    BadMoved,
    BadScheme,
    BadSeed,
    IllegalAction,
    RoundOver,
)
from blackjack.engine.rules import Rules
from blackjack.exceptions import (
    BetOutOfLimits,
    BingoBelowLimit,
    GameClosed,
    NoSession,
    NotClosable,
    NothingToRepeat,
    RoundExpired,
    RoundUnfinished,
    ShoeCut,
    ShoeOver,
    StaleTable,
    WouldLeave,
)
from blackjack.presenters.table import not_enough
from blackjack.presenters.table_view import Notice
from blackjack.templatetags.money import money
from casino.forms import Refused
from fairplay.services import SealBroken

CONFLICT: Final = 409
UNPROCESSABLE: Final = 422

REFUSALS: Final = (
    BadBet,
    BadCut,
    BadMoved,
    BadScheme,
    BadSeed,
    BetOutOfLimits,
    BingoBelowLimit,
    GameClosed,
    IllegalAction,
    InsufficientFunds,
    NoSession,
    LimitReached,
    NotClosable,
    NothingToRepeat,
    PlayStopped,
    RealityCheckDue,
    Refused,
    RoundExpired,
    RoundOver,
    RoundUnfinished,
    ShoeCut,
    ShoeOver,
    SealBroken,
    StaleTable,
    WouldLeave,
)
"""What a table refuses with a sentence. Anything else is a fault of ours."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A refusal as it is answered.

    Attributes:
        wrong: the form's fields that caused it.
        leaving: bingo places that a deal would leave, with what each gives back (hundredths):
            the page asks, and the same bets may be sent again with the player's word.
        question: of the reality check, asked before the deal may be repeated.
    """

    status: int
    notices: tuple[Notice, ...] = ()
    wrong: frozenset[str] = frozenset()
    leaving: Mapping[int, int] = field(default_factory=dict)
    question: QuestionView | None = None


def answer(error: Exception, rules: Rules) -> Answer:
    """Put a refusal in words.

    Raises:
        TypeError: ``error`` is none of ``REFUSALS``.
    """
    match error:
        case StaleTable():
            title = _("The table has changed")
            text = _("This was done from an older page. The current table is shown.")
            return Answer(CONFLICT, (Notice("info", title, text),))
        case RoundUnfinished():
            title = _("The round is not over")
            text = _("Finish the round on the table first.")
            return Answer(CONFLICT, (Notice("info", title, text),))
        case RoundExpired():
            title = _("The round’s ten days are over")
            text = _("The house has stood on your open hands and paid what they won.")
            return Answer(CONFLICT, (Notice("info", title, text),))
        case ShoeOver():
            title = _("A new shoe")
            text = _("The last shoe is over and revealed. The new one is signed: cut it and deal.")
            return Answer(CONFLICT, (Notice("info", title, text),))
        case WouldLeave():
            return Answer(CONFLICT, leaving=error.boxes)
        case NoSession():
            return _not_now(_("No bingo session is running there."))
        case NotClosable(closable_from=None):
            return _not_now(_("This game has a new shoe for every round."))
        case NotClosable(closable_from=int(cards)):
            text = ngettext(
                "The shoe can be closed from %(cards)s card out.",
                "The shoe can be closed from %(cards)s cards out.",
                cards,
            )
            return _not_now(text % {"cards": cards})
        case IllegalAction():
            return _not_now(words.refusal(error.refusal, rules))
        case RoundOver():
            return _not_now(_("The round is over."))
        case SealBroken():
            title = _("No new round for the moment")
            text = _("The signed shoe can't be opened. Nothing was taken; support is informed.")
            return Answer(CONFLICT, (Notice("error", title, text),))
        case PlayStopped():
            # The page shows the reason in the place of the bets.
            return Answer(CONFLICT, ())
        case RealityCheckDue():
            return Answer(CONFLICT, (), question=question_of(error, timezone.now()))
        case LimitReached():
            return Answer(UNPROCESSABLE, (_limit_notice(error),))
        case Refused():
            return Answer(UNPROCESSABLE, tuple(_bet_notice(text) for text in error.messages))
        case _:
            text, wrong = _about_the_deal(error)
            return Answer(UNPROCESSABLE, (_bet_notice(text),), frozenset(wrong))


def _not_now(text: str) -> Answer:
    return Answer(CONFLICT, (Notice("warning", _("Not possible now"), text),))


def _limit_notice(error: LimitReached) -> Notice:
    """Say which limit stands in the way, what is used of it and when it counts anew."""
    values = {
        "limit": protection.amount(error.measure, error.limit),
        "used": protection.amount(error.measure, max(0, error.used)),
        "left": protection.amount(error.measure, error.left),
        "ends": protection.moment(error.ends_at),
    }
    if error.measure is Measure.TIME:
        text = _("%(limit)s, used %(used)s. From %(ends)s a new round is possible.")
    else:
        text = _("%(limit)s, used %(used)s, left %(left)s. From %(ends)s it counts anew.")
    title = protection.limit_name(error.measure, error.period)
    return Notice("warning", title, text % values)


def _bet_notice(text: str) -> Notice:
    return Notice("error", _("Not accepted"), text)


def _about_the_deal(error: Exception) -> tuple[str, set[str]]:
    """Return the sentence, naming the refused value, and the form's fields it concerns."""
    match error:
        case BadBingo():
            return _bingo(error.box, error.amount, words.bingo_refusal(error.refusal))
        case BingoBelowLimit():
            least = _("The smallest is %(minimum)s.") % {"minimum": money(error.minimum)}
            return _bingo(error.box, error.amount, least)
        case BadBet(box=None):
            return _("Lay a bet on at least one box."), set()
        case BadBet():
            text = _("Box %(box)s: %(amount)s is not a bet. Bets are whole units.")
            values = {"box": error.box, "amount": money(error.amount)}
            return text % values, {f"bet_{error.box}"}
        case BetOutOfLimits():
            text = _(
                "Box %(box)s: a bet of %(amount)s is outside the limits "
                "%(minimum)s to %(maximum)s. The other bets are untouched."
            )
            values = {
                "box": error.box,
                "amount": money(error.amount),
                "minimum": money(error.minimum),
                "maximum": money(error.maximum),
            }
            return text % values, {f"bet_{error.box}"}
        case InsufficientFunds():
            return not_enough(error.needed, error.balance, error.currency), set()
        case BadCut():
            text = _("The cut: “%(value)s” is not from %(minimum)s to %(maximum)s.")
            return text % {"value": error.after, "minimum": 1, "maximum": error.cards}, {"cut"}
        case BadMoved(repeated=True):
            text = _("Moved cards: card %(value)s is named twice.")
            return text % {"value": error.position}, {"moved"}
        case BadMoved():
            text = _("Moved cards: “%(value)s” is not from 1 to %(maximum)s.")
            return text % {"value": error.position, "maximum": error.cards}, {"moved"}
        case BadScheme():
            return _("There is no deal scheme “%(value)s”.") % {"value": error.scheme}, {"scheme"}
        case BadSeed():
            text = _("Own shuffle: “%(value)s” is not 16 to 64 Latin letters and digits.")
            return text % {"value": error.seed}, {"seed"}
        case ShoeCut():
            return _("This shoe has been cut. It is cut once."), {"cut", "seed"}
        case GameClosed():
            return _("This game is closed for the moment."), set()
        case NothingToRepeat():
            return _("There is no previous round whose bets could be repeated."), set()
        case _:
            raise TypeError(f"{type(error).__name__} is no refusal of a table")


def _bingo(box: int | None, amount: int, why: str) -> tuple[str, set[str]]:
    text = _("Bingo, box %(box)s: a bet of %(amount)s is not accepted. %(why)s")
    return text % {"box": box, "amount": money(amount), "why": why}, {f"bingo_{box}"}
