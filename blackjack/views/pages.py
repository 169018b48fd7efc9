"""Pages beside the tables: the lobby and the rules of each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.models import Tier
from blackjack.engine.rules import NEWEST, RULES, Variant
from blackjack.presenters.lobby import lobby_view
from blackjack.presenters.returns import return_view
from blackjack.presenters.rules import rules_view
from blackjack.presenters.strategy import strategy_view
from blackjack.replays import running_bingo, unfinished
from blackjack.site_figures.judging import figures
from blackjack.views.answering import is_htmx, settled


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the games, and the way back into unfinished rounds; ``?tier=`` shows other limits."""
    tier, waiting, sessions, news = Tier.LITE, [], [], None
    if request.user.is_authenticated:
        tier, waiting = Tier(request.user.tier), unfinished(request.user)
        sessions, news = running_bingo(request.user), settled(request.user, reverse("lobby"))
    try:
        looked_at = Tier(request.GET.get("tier", tier))
    except ValueError:
        raise Http404("no such tier") from None
    listed = limits.listed()
    view = lobby_view(
        tier,
        waiting,
        sessions,
        now=timezone.now(),
        looked_at=looked_at,
        limits_of=lambda variant, money: listed.get((variant.value, looked_at.value, money)),
    )
    return render(request, "blackjack/lobby.html", {"lobby": view, "settled": news})


@require_safe
def rules(request: HttpRequest, variant: Variant) -> HttpResponse:
    """Show the rules of one game, made from the same data as the game."""
    tier = Tier.LITE.value
    if request.user.is_authenticated:
        tier = request.user.tier
    view = rules_view(RULES[NEWEST], variant, limits.listed(), tier, figures(variant))
    return render(request, "blackjack/rules.html", {"rules": view})


@require_safe
def strategy(request: HttpRequest, variant: Variant) -> HttpResponse:
    """Show the strategy card of one game: as a page, and to htmx for the sheet at the table."""
    own = figures(variant)
    context = {"strategy": strategy_view(variant), "returns": return_view(variant, own)}
    template = (
        "blackjack/_strategy_sheet_body.html" if is_htmx(request) else "blackjack/strategy.html"
    )
    return render(request, template, context)
