"""Lets the audit know from which address a request came."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.audit.where import coming_from


class KnowsWhere:
    """Notes each request's address while it is answered; the server has judged its proxies' word.

    Must run in one thread with the view.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did."""
        with coming_from(str(request.META.get("REMOTE_ADDR") or "")):
            return self.get_response(request)
