"""From which address the running request came: the audit asks, services need not hand it on."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

_ADDRESS: Final[ContextVar[str]] = ContextVar("address", default="")


def address() -> str:
    """Return the address of the request that runs; blank where none does, as in a command."""
    return _ADDRESS.get()


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
        noted = _ADDRESS.set(str(request.META.get("REMOTE_ADDR") or "")[:45])
        try:
            return self.get_response(request)
        finally:
            _ADDRESS.reset(noted)
