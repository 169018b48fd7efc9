"""Hints and training at a demo table: the page, and its switches. There is none for roubles."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import Currency
from accounts.redirects import SeeOther
from blackjack.engine.rules import Variant
from blackjack.presenters.training import training_url, training_view
from blackjack.refusing import UNPROCESSABLE
from blackjack.replays import table_state
from blackjack.training import services as trainings
from blackjack.views.answering import at_table, is_htmx, player_of
from casino.forms import OneOf, Refused, StrictForm
from casino.throttle import TABLE, throttled
from casino.throttle import player as player_or_address

WISHES: Final = {
    "hints": {"hints": True},
    "no_hints": {"hints": False},
    "grade": {"grading": True},
    "no_grades": {"grading": False},
}
"""The switches' buttons, and what each turns on or off."""


class TrainingForm(StrictForm):
    """One of the switches."""

    wish = OneOf(
        choices=[(one, one) for one in WISHES],
        error_messages={"invalid_choice": _("There is no switch “%(value)s”.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@throttled(TABLE, by=player_or_address)
@at_table
def training(request: HttpRequest, variant: Variant, mode: str) -> HttpResponseBase:
    """Show what each choice of the hand in turn is worth, and how the training goes; or switch."""
    if request.method != "POST":
        return _shown(request, variant)
    form = TrainingForm(request.POST)
    try:
        form.require()
    except Refused as refused:
        return _shown(request, variant, refused=refused)
    trainings.switch(
        player=player_of(request), now=timezone.now(), **WISHES[form.cleaned_data["wish"]]
    )
    return _shown(request, variant) if is_htmx(request) else SeeOther(training_url(variant))


def _shown(
    request: HttpRequest, variant: Variant, *, refused: Refused | None = None
) -> HttpResponse:
    player = player_of(request)
    state = table_state(player, variant, Currency.FUN)
    row = trainings.training_of(player)
    view = training_view(
        variant,
        row,
        [] if row is None else trainings.dearest(row),
        state.round if state.open_round else None,
        state.balance or 0,
    )
    template = "blackjack/_training.html" if is_htmx(request) else "blackjack/training.html"
    context = {"training": view, "refused": [] if refused is None else refused.messages}
    return render(request, template, context, status=UNPROCESSABLE if refused else 200)
