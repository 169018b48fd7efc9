"""Telling a player what the house has ended for him, until he says that he knows."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from accounts.models import Currency
from accounts.redirects import SeeOther, next_url
from blackjack import services
from blackjack.engine.rules import Variant
from blackjack.forms import LARGEST_NUMBER
from blackjack.refusing import UNPROCESSABLE
from blackjack.views.answering import is_htmx, player_of
from casino.access import player_required
from casino.forms import OneOf, Refused, StrictForm, WholeNumber


class ToldForm(StrictForm):
    """Up to which line the page has told; ``redirects.next_url`` judges where it leads back."""

    besides = StrictForm.besides | {"next"}
    last = WholeNumber(minimum=1, maximum=LARGEST_NUMBER)
    game = OneOf(choices=[(one.value, one.value) for one in Variant], required=False)
    currency = OneOf(choices=[(one, one) for one in Currency.values], required=False)


@require_POST
@player_required
def told(request: HttpRequest) -> HttpResponseBase:
    """Put away what the player has read, and lead back to the page that told it."""
    form = ToldForm(request.POST)
    try:
        form.require()
    except Refused as refused:
        return HttpResponse(
            "\n".join(refused.messages), status=UNPROCESSABLE, content_type="text/plain"
        )
    services.told(
        player=player_of(request),
        last=form.cleaned_data["last"],
        variant=form.cleaned_data["game"],
        currency=form.cleaned_data["currency"],
    )
    return HttpResponse() if is_htmx(request) else SeeOther(next_url(request))
