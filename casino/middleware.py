"""What holds for every page: headers that forbid storing it, and where its code runs."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class NeverStored:
    """Keep every page out of caches: each one shows a balance, a hand or a form of one player.

    ``Vary`` tells the browser that a part for htmx is no substitute for the page at its address.
    Static files are answered before this middleware and may be stored.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did, with the two headers set."""
        response = self.get_response(request)
        response["Cache-Control"] = "no-store"
        patch_vary_headers(response, ["HX-Request"])
        return response


@sync_only_middleware
def in_one_thread(get_response: GetResponse) -> GetResponse:
    """Make all middleware above run with the view in one thread. Must be the last in the list.

    Django adapts each middleware to what stands below it. Above an asynchronous view handler
    each would hop to a thread and back twice per request; above this one none does.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    return middleware
