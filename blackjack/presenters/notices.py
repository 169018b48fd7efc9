"""What a table tells its player above the felt, beside what he has just asked for."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.presenters.table_view import Notice
from blackjack.replays import TableState


def shown_notices(
    state: TableState, given: Sequence[Notice], *, closed: bool, kept_until: datetime | None
) -> tuple[Notice, ...]:
    """What must be told: a refusal before what merely stands, and how long a round is kept.

    Args:
        given: of what the player has just asked for.
        closed: staff have closed the game.
        kept_until: when the house ends his open round, if he is to be told.
    """
    told = tuple(given)
    if closed and not told:
        told = (_closed_notice(state),)
    if state.broken is not None and not told:
        told = (_broken_notice(state, state.broken),)
    if kept_until is not None:
        told = (*told, _kept_notice(kept_until))
    return told


def _closed_notice(state: TableState) -> Notice:
    text = _("No new rounds are dealt here.")
    if state.open_round is not None:
        text = _("Finish your round; no new one is dealt here.")
    return Notice("info", _("This game is closed for the moment."), text)


def _kept_notice(until: datetime) -> Notice:
    """Say how long an open round is kept, and what comes then (rules.md section 9)."""
    moment = date_format(localtime(until), "DATETIME_FORMAT")
    text = _("Then the house stands on your open hands and pays what they won.")
    title = _("This round is kept until %(moment)s") % {"moment": moment}
    return Notice("info", title, text)


def _broken_notice(state: TableState, broken: BrokenRound) -> Notice:
    """Say why the last round is not shown, and whether play goes on."""
    number = {"number": broken.number}
    if isinstance(broken, SealedRound):
        title = _("No new round for the moment")
        text = _("The signed shoe can't be opened. Nothing was taken; support is informed.")
        return Notice("error", title, text)
    title = _("Round %(number)s can’t be shown") % number
    text = _("What was booked for it stands, and support has been told. You can go on.")
    if state.shoe is not None and state.row is not None and state.shoe.pk == state.row.shoe_id:
        text = _("What was booked for it stands, support has been told. You go on with a new shoe.")
    return Notice("warning", title, text)
