"""The tables: parse with a form, call one service, render one template."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.activity import made_by_the_page
from accounts.protection import reality
from accounts.redirects import SeeOther
from blackjack import services
from blackjack.engine.rules import Variant, rules_of
from blackjack.exceptions import RoundExpired, ShoeOver
from blackjack.forms import ActionForm, DealForm, LeaveForm, TableForm
from blackjack.presenters.betting import Laid
from blackjack.presenters.bingo import left_table
from blackjack.presenters.signature import signature_text
from blackjack.presenters.table import DECLINE_ALL, MODES
from blackjack.refusing import REFUSALS, answer
from blackjack.replays import table_state
from blackjack.views.answering import at_table, done, is_htmx, player_of, refused_with, table_answer
from casino.throttle import TABLE, throttled
from casino.throttle import player as player_or_address


@made_by_the_page(when=lambda request: is_htmx(request) and "have" in request.GET)
@require_safe
@at_table
def table(request: HttpRequest, variant: Variant, mode: str) -> HttpResponse:
    """Show a table. A full load makes it ready; a part asked for by htmx changes nothing.

    ``?lay=rebet`` fills the betting form with the previous round's bets, ``?lay=rebet-double`` with
    twice as much, ``?lay=clear`` empties it: all work without JavaScript and change nothing. A page
    that heard of a change asks with ``?have=`` and the state that it shows.
    """
    player, currency = player_of(request), MODES[mode]
    if is_htmx(request):
        state = table_state(player, variant, currency)
    else:
        state = services.open_table(player=player, variant=variant, currency=currency)
    match request.GET.get("lay"):
        case None:
            have = request.GET.get("have") if is_htmx(request) else None
            return table_answer(request, state, variant, mode, have=have)
        case "clear":
            return table_answer(request, state, variant, mode)
        case "rebet" | "rebet-double" as lay:
            times = 2 if lay == "rebet-double" else 1
        case _:
            raise Http404
    try:
        bets = services.previous_bets(
            player=player, variant=variant, currency=currency, times=times
        )
    except REFUSALS as error:
        refused = answer(error, rules_of(variant))
        return table_answer(request, state, variant, mode, refused=refused)
    return table_answer(request, state, variant, mode, laid=Laid.of(bets))


@require_POST
@throttled(TABLE, by=player_or_address)
@at_table
def deal(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Deal a round."""
    player, currency, form = player_of(request), MODES[mode], _deal_form(request, variant)
    try:
        form.require()
        if form.cleaned_data["go_on"]:
            reality.go_on(player=player, currency=currency, now=timezone.now())
        state = services.deal(
            player=player,
            variant=variant,
            currency=currency,
            version=form.cleaned_data["version"],
            wish=form.wish,
        )
    except ShoeOver as over:
        return _new_shoe(request, over, form, variant, mode)
    except REFUSALS as error:
        return refused_with(request, error, variant, mode, laid=form.laid)
    return done(request, state, variant, mode, dealt=True)


@require_POST
@throttled(TABLE, by=player_or_address)
@at_table
def close(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Close a kept shoe early: its string is revealed, and the next one is signed."""
    form = TableForm(request.POST)
    try:
        form.require()
        state = services.change_shoe(
            player=player_of(request),
            variant=variant,
            currency=MODES[mode],
            version=form.cleaned_data["version"],
            early=True,
        )
    except REFUSALS as error:
        return refused_with(request, error, variant, mode)
    return done(request, state, variant, mode)


@require_POST
@throttled(TABLE, by=player_or_address)
@at_table
def leave(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Leave a bingo place, or with no box named the table: then the lobby says what was paid."""
    form = LeaveForm(request.POST, rules=rules_of(variant))
    try:
        form.require()
        box = form.cleaned_data["box"]
        state = services.leave(
            player=player_of(request),
            variant=variant,
            currency=MODES[mode],
            version=form.cleaned_data["version"],
            box=box,
        )
    except REFUSALS as error:
        return refused_with(request, error, variant, mode)
    if box is not None:
        return done(request, state, variant, mode)
    messages.success(request, left_table(state.places, MODES[mode]))
    return (
        HttpResponseClientRedirect(reverse("lobby"))
        if is_htmx(request)
        else SeeOther(reverse("lobby"))
    )


@require_POST
@throttled(TABLE, by=player_or_address)
@at_table
def act(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Apply one action, or decline insurance for all boxes."""
    form = ActionForm(request.POST)
    try:
        form.require()
        at: dict[str, Any] = {
            "player": player_of(request),
            "variant": variant,
            "currency": MODES[mode],
            "version": form.cleaned_data["version"],
        }
        action = form.cleaned_data["action"]
        if action == DECLINE_ALL:
            state = services.decline_all(**at)
        else:
            state = services.act(**at, action=action)
    except RoundExpired as late:
        services.expire_table(late.table, now=timezone.now())
        return refused_with(request, late, variant, mode)
    except REFUSALS as error:
        return refused_with(request, error, variant, mode)
    return done(request, state, variant, mode)


@require_safe
@at_table
def signature(request: HttpRequest, variant: Variant, mode: str) -> HttpResponse:
    """Give the signatures of the open shoe as a text file to keep."""
    state = table_state(player_of(request), variant, MODES[mode])
    if state.shoe is None:
        raise Http404
    response = HttpResponse(signature_text(state.shoe), content_type="text/plain; charset=utf-8")
    name = f"fairplay-{state.shoe.commitment.md5[:8]}.txt"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _deal_form(request: HttpRequest, variant: Variant) -> DealForm:
    return DealForm(request.POST, rules=rules_of(variant))


def _new_shoe(
    request: HttpRequest, over: ShoeOver, form: DealForm, variant: Variant, mode: str
) -> HttpResponse:
    """Sign a new shoe in the place of one that is over, and keep the bets laid for it."""
    try:
        services.change_shoe(
            player=player_of(request),
            variant=variant,
            currency=MODES[mode],
            version=form.cleaned_data["version"],
        )
    except REFUSALS as error:
        return refused_with(request, error, variant, mode, laid=form.laid)
    laid = replace(form.laid, open_cut=True)
    return refused_with(request, over, variant, mode, laid=laid)
