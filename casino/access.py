"""Who may see a page: a decorator that also answers htmx and plain forms fittingly."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
"""A view; its request comes first and without a name."""


def player_required(view: View[P]) -> View[P]:
    """Lead a visitor to the login page, and back to where he was.

    A part asked for by htmx leads there as a whole page: the login form never lands in a table.
    After a form that was sent too late the way back is the page it stood on.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        htmx = getattr(request, "htmx", None)
        answer = redirect_to_login(page_of(request))
        return HttpResponseClientRedirect(answer.url) if htmx else answer

    return guarded


def page_of(request: HttpRequest) -> str:
    """Return the page that the player was looking at: never an address that takes forms only."""
    htmx = getattr(request, "htmx", None)
    if htmx:
        return htmx.current_url_abs_path or reverse("lobby")
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return urlsplit(came_from).path
    return reverse("lobby")
