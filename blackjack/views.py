"""Pages of the lobby and the tables: parse with a form, call one service, render one template."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits
from accounts.models import Currency, Tier, User
from accounts.protection import presenters as protection
from accounts.protection import reality
from accounts.redirects import SeeOther
from blackjack import services
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.exceptions import BrokenRound, ShoeOver
from blackjack.forms import ActionForm, DealForm, TableForm
from blackjack.presenters.betting import Laid
from blackjack.presenters.lobby import lobby_view
from blackjack.presenters.rules import rules_view
from blackjack.presenters.signature import signature_text
from blackjack.presenters.table import MODES, Seat, table_url, table_view
from blackjack.presenters.table_view import Notice
from blackjack.refusing import CONFLICT, REFUSALS, Answer, answer
from blackjack.replays import TableState, table_state, unfinished
from casino.access import player_required

TableViewFunction = Callable[[HttpRequest, Variant, str], HttpResponseBase]


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the games, and the way back into unfinished rounds."""
    tier, waiting = Tier.LITE.value, []
    if request.user.is_authenticated:
        tier, waiting = request.user.tier, unfinished(request.user)
    view = lobby_view(tier, waiting, limits_of=lambda variant: _limit(variant, tier, "FUN"))
    return render(request, "blackjack/lobby.html", {"lobby": view})


@require_safe
def rules(request: HttpRequest, variant: Variant) -> HttpResponse:
    """Show the rules of one game, made from the same data as the game."""
    tier = Tier.LITE.value
    if request.user.is_authenticated:
        tier = request.user.tier
    view = rules_view(rules_of(variant), _limit(variant, tier, "FUN"))
    return render(request, "blackjack/rules.html", {"rules": view})


def at_table(view: TableViewFunction) -> TableViewFunction:
    """Let registered players to every table and guests to the demo; say when one is broken."""

    @player_required
    def seated(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
        if _player(request).is_guest and mode == "real":
            messages.info(request, _("Register to play for roubles; your demo games stay yours."))
            answer = redirect("accounts:upgrade")
            return HttpResponseClientRedirect(answer.url) if _htmx(request) else answer
        try:
            return view(request, variant, mode)
        except BrokenRound as error:
            if _htmx(request):  # a whole page has no place inside a table
                whole = HttpResponseClientRedirect(table_url(variant, MODES[mode]))
                whole.status_code = CONFLICT
                return whole
            context = {"number": error.number}
            return render(request, "blackjack/broken.html", context, status=CONFLICT)

    return seated


@require_safe
@at_table
def table(request: HttpRequest, variant: Variant, mode: str) -> HttpResponse:
    """Show a table. A full load makes it ready; a part asked for by htmx changes nothing.

    ``?lay=rebet`` fills the betting form with the previous round's bets, ``?lay=clear`` empties
    it: both work without JavaScript and change nothing. A page that heard of a change asks with
    ``?have=`` and the state that it shows.
    """
    player, currency = _player(request), MODES[mode]
    if _htmx(request):
        state = table_state(player, variant, currency)
    else:
        state = services.open_table(player=player, variant=variant, currency=currency)
    match request.GET.get("lay"):
        case None:
            have = request.GET.get("have") if _htmx(request) else None
            return _answer(request, state, variant, mode, have=have)
        case "clear":
            return _answer(request, state, variant, mode)
        case "rebet":
            pass
        case _:
            raise Http404
    try:
        bets = services.previous_bets(player=player, variant=variant, currency=currency)
    except REFUSALS as error:
        refused = answer(error, rules_of(variant))
        return _answer(request, state, variant, mode, refused=refused)
    return _answer(request, state, variant, mode, laid=Laid.of(bets))


@require_POST
@at_table
def deal(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Deal a round."""
    player, currency, form = _player(request), MODES[mode], _deal_form(request, variant)
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
        return _refused(request, error, variant, mode, laid=form.laid)
    return _done(request, state, variant, mode)


@require_POST
@at_table
def close(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Close a kept shoe early: its string is revealed, and the next one is signed."""
    form = TableForm(request.POST)
    try:
        form.require()
        state = services.change_shoe(
            player=_player(request),
            variant=variant,
            currency=MODES[mode],
            version=form.cleaned_data["version"],
            early=True,
        )
    except REFUSALS as error:
        return _refused(request, error, variant, mode)
    return _done(request, state, variant, mode)


@require_POST
@at_table
def act(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Apply one action."""
    player, currency, form = _player(request), MODES[mode], ActionForm(request.POST)
    try:
        form.require()
        state = services.act(
            player=player,
            variant=variant,
            currency=currency,
            version=form.cleaned_data["version"],
            action=form.cleaned_data["action"],
        )
    except REFUSALS as error:
        return _refused(request, error, variant, mode)
    return _done(request, state, variant, mode)


@require_safe
@at_table
def signature(request: HttpRequest, variant: Variant, mode: str) -> HttpResponse:
    """Give the signatures of the open shoe as a text file to keep."""
    state = table_state(_player(request), variant, MODES[mode])
    if state.shoe is None:
        raise Http404
    response = HttpResponse(signature_text(state.shoe), content_type="text/plain; charset=utf-8")
    name = f"fairplay-{state.shoe.commitment.md5[:8]}.txt"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _deal_form(request: HttpRequest, variant: Variant) -> DealForm:
    return DealForm(request.POST, rules=rules_of(variant))


def _player(request: HttpRequest) -> User:
    return cast("User", request.user)


def _htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _limit(variant: Variant, tier: str, currency: str) -> limits.Limit | None:
    try:
        return limits.limit(variant=variant.value, tier=tier, currency=currency)
    except limits.NoLimit:
        return None


def _new_shoe(
    request: HttpRequest, over: ShoeOver, form: DealForm, variant: Variant, mode: str
) -> HttpResponse:
    """Sign a new shoe in the place of one that is over, and keep the bets laid for it."""
    try:
        services.change_shoe(
            player=_player(request),
            variant=variant,
            currency=MODES[mode],
            version=form.cleaned_data["version"],
        )
    except REFUSALS as error:
        return _refused(request, error, variant, mode, laid=form.laid)
    laid = replace(form.laid, open_cut=True)
    return _refused(request, over, variant, mode, laid=laid)


def _done(request: HttpRequest, state: TableState, variant: Variant, mode: str) -> HttpResponseBase:
    """Show what was done: the part to htmx, the page again (never a re-post) to a plain form."""
    if _htmx(request):
        return _answer(request, state, variant, mode)
    return SeeOther(table_url(variant, MODES[mode]))


def _refused(
    request: HttpRequest,
    error: Exception,
    variant: Variant,
    mode: str,
    *,
    laid: Laid | None = None,
) -> HttpResponse:
    state = table_state(_player(request), variant, MODES[mode])
    refused = answer(error, rules_of(variant))
    return _answer(request, state, variant, mode, refused=refused, laid=laid)


def _answer(
    request: HttpRequest,
    state: TableState,
    variant: Variant,
    mode: str,
    *,
    refused: Answer | None = None,
    laid: Laid | None = None,
    have: str | None = None,
) -> HttpResponse:
    """Render the table as it stands: the whole page, or the part that htmx swaps.

    Args:
        have: the state that the page shows already; when it still stands, nothing is sent.
    """
    player, now = _player(request), timezone.now()
    view = table_view(
        state,
        _seat(player, rules_of(variant), mode, state),
        laid=laid if refused is None or laid is None else laid.with_wrong(refused.wrong),
        notices=_notices(refused),
        stop=None if state.open_round else protection.stop_view(player.pk, now),
        question=None if refused is None else refused.question,
    )
    if have == view.state:
        return HttpResponse(status=204)
    if not _htmx(request) or view.betting or not (state.open_round and state.open_round.actions):
        session = protection.session_view(player.pk, view.currency, now)
        view = replace(view, session=session.with_in_play(view.in_play))
    template = "blackjack/_answer.html" if _htmx(request) else "blackjack/table.html"
    status = 200 if refused is None else refused.status
    return render(request, template, {"table": view}, status=status)


def _notices(refused: Answer | None) -> tuple[Notice, ...]:
    return () if refused is None else refused.notices


def _seat(player: User, rules: Rules, mode: str, state: TableState) -> Seat:
    currency = Currency(MODES[mode]).value
    return Seat(
        rules=rules,
        mode=mode,
        currency=currency,
        tier=player.tier,
        limit=_limit(rules.variant, player.tier, currency) or limits.Limit(0, 0),
        balance=state.balance or 0,
    )
