"""Answers to requests that no page may handle, by the site's own pages.

Django's handlers ask for a CSRF token and so read the form, which may be the very thing that
can't be read; its page for a missing token carries a style sheet that our policy refuses.
"""

import logging
import sys
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)

AWAY: Final = (OperationalError, InterfaceError)
"""What is raised where the database does not answer, or no longer."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that can't be read."""
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for what is not the visitor's."""
    return render(request, "403.html", status=403)


def form_not_trusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token."""
    return forbidden(request)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an address that leads nowhere, or to what is another player's."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer where something broke on our side; where that is the database, say that it is away.

    The page is drawn without the context of others, which asks the database who looks at it.
    """
    error = sys.exc_info()[1]
    if isinstance(error, AWAY):
        return busy(error)
    text = render_to_string("500.html", {"number": request.META.get("REQUEST_NUMBER")})
    return HttpResponse(text, status=500)


def busy(error: BaseException) -> HttpResponse:
    """Answer where the database does not; drawn without asking it anything."""
    # Its first line only: what follows may quote values.
    logger.error("The database did not answer: %s", str(error).partition("\n")[0])
    response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = "5"
    return response


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer what is done too often, and say when to try again; htmx swaps no 429.

    A player who acts is told other words than a visitor who tries to get in.
    """
    return _later(request, "429.html", seconds)


def locked_out(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer a login that is locked after wrong passwords, whether or not anybody has it.

    Whoever is signed in has been asked for his password once more, and stays signed in.
    """
    return _later(request, "429_login.html", seconds)


def _later(request: HttpRequest, template: str, seconds: int) -> HttpResponse:
    user = getattr(request, "user", None)
    context = {
        "seconds": seconds,
        "minutes": -(-seconds // 60),
        "signed_in": user is not None and user.is_authenticated,
    }
    response = render(request, template, context, status=429)
    response["Retry-After"] = str(seconds)
    return response
