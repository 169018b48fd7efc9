"""The player's past rounds: the list with its file, and each of them step by step."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import Currency
from blackjack.engine.rules import Variant
from blackjack.exceptions import BrokenRound
from blackjack.forms import LARGEST_NUMBER
from blackjack.history_file import file_name, stream
from blackjack.presenters.history import history_view, replay_view
from blackjack.presenters.table import table_url
from blackjack.refusing import UNPROCESSABLE
from blackjack.replays import past_rounds, round_of, stages
from blackjack.views.answering import broken, player_of, settled
from casino.access import player_required
from casino.forms import OneOf, Refused, StrictForm, WholeNumber

PAGE: Final = 25


class HistoryForm(StrictForm):
    """Which rounds: of a game, of a mode, older than a number."""

    game = OneOf(
        choices=[(one.value, one.value) for one in Variant],
        required=False,
        error_messages={"invalid_choice": _("There is no game “%(value)s”.")},
    )
    currency = OneOf(
        choices=[(one, one) for one in Currency.values],
        required=False,
        error_messages={"invalid_choice": _("There is no money “%(value)s”.")},
    )
    before = WholeNumber(minimum=1, maximum=LARGEST_NUMBER, required=False)


@require_safe
@player_required
def history(request: HttpRequest) -> HttpResponse:
    """Show the rounds that are still kept, with bets, cards and results."""
    form = HistoryForm(request.GET)
    try:
        form.require()
    except Refused as refused:
        context = {"refused": refused.messages}
        return render(request, "blackjack/history.html", context, status=UNPROCESSABLE)
    wanted = {"variant": form.cleaned_data["game"], "currency": form.cleaned_data["currency"]}
    player = player_of(request)
    rows = past_rounds(player, **wanted, before=form.cleaned_data["before"], count=PAGE + 1)
    view = history_view(rows[:PAGE], **wanted, more=len(rows) > PAGE)
    news = settled(player, request.path)
    return render(request, "blackjack/history.html", {"history": view, "settled": news})


@require_safe
@player_required
def history_file(request: HttpRequest) -> HttpResponseBase:
    """Give the kept rounds as a file for spreadsheets."""
    form = HistoryForm(request.GET)
    try:
        form.require()
    except Refused:
        raise Http404 from None
    rounds = stream(
        player_of(request),
        variant=form.cleaned_data["game"],
        currency=form.cleaned_data["currency"],
        language=get_language(),
    )
    response = StreamingHttpResponse(rounds, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name()}"'
    return response


@require_safe
@player_required
def replay(request: HttpRequest, number: int) -> HttpResponseBase:
    """Show one past round at ``?step=``, from 0 for the deal; without it at the end."""
    row = round_of(player_of(request), number)
    if row is None:
        raise Http404
    if row.ended_at is None:
        return redirect(table_url(row.table.variant, row.table.currency))
    try:
        played = stages(row)
    except BrokenRound as error:
        return broken(request, error, again=request.path)
    asked = request.GET.get("step", str(len(played) - 1))
    step = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else len(played)
    if step >= len(played):
        raise Http404
    view = replay_view(row, played, step)
    return render(request, "blackjack/replay.html", {"replay": view})
