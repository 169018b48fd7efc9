"""Telling all open pages that something has changed, as closing a game does; for measurements."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.live import announce_to_all


@require_POST
def announce(request: HttpRequest) -> HttpResponse:
    """Announce, and answer once the word is on its way."""
    with transaction.atomic():
        announce_to_all()
    return HttpResponse("ok")
