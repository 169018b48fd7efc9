"""The cash history as a page and as a file."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.signed_in import player_of
from accounts.statement import csv_file, presenters
from accounts.statement.forms import FilterForm, PageForm
from casino.access import player_required
from casino.forms import Refused


@require_safe
@player_required
def cash_history(request: HttpRequest) -> HttpResponse:
    """Show a page of the player's journal for a period."""
    form = PageForm(request.GET)
    try:
        form.require()
    except Refused as refused:
        return _refused(request, refused)
    player = player_of(request)
    wanted = presenters.filter_of(player, form)
    view = presenters.statement(
        player,
        wanted,
        before=form.cleaned_data["before"],
        after=form.cleaned_data["after"],
    )
    return _page(request, wanted, view)


@require_safe
@player_required
def cash_history_file(request: HttpRequest) -> HttpResponseBase:
    """Hand out the lines of the period as a file."""
    form = FilterForm(request.GET)
    try:
        form.require()
    except Refused as refused:
        return _refused(request, refused)
    player = player_of(request)
    wanted = presenters.filter_of(player, form)
    section = presenters.section_of(player, wanted)
    return StreamingHttpResponse(
        csv_file.stream(section, wanted, get_language() or ""),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{csv_file.file_name(wanted)}"'},
    )


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The page as it is without a wish, and what was wrong with this one."""
    form = PageForm({})
    form.require()
    player = player_of(request)
    wanted = presenters.filter_of(player, form)
    return _page(request, wanted, presenters.statement(player, wanted), refused.messages)


def _page(
    request: HttpRequest,
    wanted: presenters.Filter,
    view: presenters.StatementView,
    wrong: list[str] | None = None,
) -> HttpResponse:
    fields = FilterForm(
        initial={
            "currency": wanted.currency,
            "kind": wanted.kind,
            "since": wanted.period.first,
            "until": wanted.period.last,
        }
    )
    context = {"statement": view, "form": fields, "wrong": wrong or []}
    status = 422 if wrong else 200
    return render(request, "accounts/cash_history.html", context, status=status)
