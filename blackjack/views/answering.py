"""How every view of a table answers: who may sit there, and the table as it stands."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits
from accounts.models import Currency, User
from accounts.protection import presenters as protection
from accounts.protection import snapshot
from accounts.redirects import SeeOther
from blackjack import services
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.keeping import told_until
from blackjack.presenters.betting import Laid
from blackjack.presenters.settled import SettledView, settled_view
from blackjack.presenters.table import MODES, Seat, table_url, table_view
from blackjack.presenters.table_view import CoachView
from blackjack.presenters.training import coach_view
from blackjack.refusing import CONFLICT, Answer, answer
from blackjack.replays import TableState, table_state
from blackjack.training import services as trainings
from casino.access import player_required

_INDENTATION: Final = re.compile(rb"\n\s+")
"""A twentieth of an answer, even compressed; no part of a table holds text where it would count."""

TableViewFunction = Callable[[HttpRequest, Variant, str], HttpResponseBase]


def at_table(view: TableViewFunction) -> TableViewFunction:
    """Let registered players to every table and guests to the demo; say when one is broken."""

    @player_required
    def seated(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
        if player_of(request).is_guest and mode == "real":
            messages.info(request, _("Register to play for roubles; your demo games stay yours."))
            answer = redirect("accounts:upgrade")
            return HttpResponseClientRedirect(answer.url) if is_htmx(request) else answer
        try:
            return view(request, variant, mode)
        except BrokenRound as error:
            if is_htmx(request):  # a whole page has no place inside a table
                whole = HttpResponseClientRedirect(table_url(variant, MODES[mode]))
                whole.status_code = CONFLICT
                return whole
            return broken(request, error, again=table_url(variant, MODES[mode]))

    return seated


def broken(request: HttpRequest, error: BrokenRound, *, again: str) -> HttpResponse:
    """Say that a round can't be shown, or not for the moment; it stays as it is.

    Args:
        again: address where it is shown once it can be.
    """
    sealed = isinstance(error, SealedRound)
    context = {"number": error.number, "sealed": sealed, "again": again}
    return render(request, "blackjack/broken.html", context, status=CONFLICT)


def player_of(request: HttpRequest) -> User:
    """Return who sits at the table, behind ``at_table``."""
    return cast("User", request.user)


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part is asked for, not a page."""
    return bool(getattr(request, "htmx", False))


def done(
    request: HttpRequest, state: TableState, variant: Variant, mode: str, *, dealt: bool = False
) -> HttpResponseBase:
    """Show what was done: the part to htmx, the page again (never a re-post) to a plain form."""
    if is_htmx(request):
        return table_answer(request, state, variant, mode, dealt=dealt)
    return SeeOther(table_url(variant, MODES[mode]))


def refused_with(
    request: HttpRequest,
    error: Exception,
    variant: Variant,
    mode: str,
    *,
    laid: Laid | None = None,
) -> HttpResponse:
    """Show the table as it stands with the reason, and what was laid for it."""
    state = table_state(player_of(request), variant, MODES[mode])
    refused = answer(error, rules_of(variant))
    return table_answer(request, state, variant, mode, refused=refused, laid=laid)


def settled(player: User, page: str, *, table: tuple[str, str] = ("", "")) -> SettledView | None:
    """Return what the house has ended for a player; mostly nothing.

    Args:
        page: to which he comes back when he has said that he knows.
        table: game and currency of the one table that the page is of.
    """
    found = services.settlements(player, variant=table[0], currency=table[1])
    return settled_view(found, services.still_kept(found), page, table=table)


def table_answer(
    request: HttpRequest,
    state: TableState,
    variant: Variant,
    mode: str,
    *,
    refused: Answer | None = None,
    laid: Laid | None = None,
    have: str | None = None,
    dealt: bool = False,
) -> HttpResponse:
    """Render the table as it stands: the whole page, or the part that htmx swaps.

    Args:
        dealt: the round has just begun, whatever was decided with its bets.
        have: the state that the page shows already; when it still stands, nothing is sent.
    """
    player, now = player_of(request), timezone.now()
    # A round that goes on changes neither: the header's clock stands, and no stop ends a round.
    goes_on = state.open_round is not None and bool(state.open_round.actions) and not dealt
    asked = not (is_htmx(request) and goes_on)
    found = snapshot.taken(player.pk, MODES[mode], now) if asked else None
    stop = None if found is None or state.open_round else protection.stop_in(found)
    view = table_view(
        state,
        _seat(player, rules_of(variant), mode, state),
        now=now,
        laid=laid if refused is None or laid is None else laid.with_wrong(refused.wrong),
        notices=() if refused is None else refused.notices,
        leaving={} if refused is None else refused.leaving,
        stop=stop,
        question=None if refused is None else refused.question,
        kept_until=None if is_htmx(request) else told_until(state.open_round, now),
    )
    if view.demo:
        view = replace(view, coach=_coach(player, variant, state))
    if have == view.state:
        return HttpResponse(status=204)
    if found is not None:
        session = protection.session_view(found, view.currency, now)
        view = replace(view, session=session.with_in_play(view.in_play))
    status = 200 if refused is None else refused.status
    if is_htmx(request):
        part = render(request, "blackjack/_answer.html", {"table": view}, status=status)
        part.content = _INDENTATION.sub(b"\n", part.content)
        return part
    context = {
        "table": view,
        "settled": settled(player, view.table_url, table=(view.variant, view.currency)),
    }
    return render(request, "blackjack/table.html", context, status=status)


def _seat(player: User, rules: Rules, mode: str, state: TableState) -> Seat:
    currency = Currency(MODES[mode]).value
    found = state.limit or limits.found(
        variant=rules.variant.value, tier=player.tier, currency=currency
    )
    return Seat(
        rules=rules,
        mode=mode,
        currency=currency,
        tier=player.tier,
        limit=found or limits.Limit(0, 0),
        balance=state.balance or 0,
    )


def _coach(player: User, variant: Variant, state: TableState) -> CoachView:
    """Show hints and training at a demo table, as the player has turned them on."""
    playing = state.round if state.open_round else None
    row = trainings.training_of(player)
    return coach_view(variant, row, playing, state.balance or 0)
