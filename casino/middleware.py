"""What holds for every page: headers that forbid storing it, and where its code runs."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware

from casino.refusals import AWAY, bad_request, busy

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


class ReadableForms:
    """Refuse a form that nobody can read, before anything tries to.

    Pages are UTF-8 and so are their forms; a multipart form names its boundary. Reading another
    one would raise at every layer that asks for the token in it.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did, or with 400 to what is no form of ours."""
        charset = request.content_params.get("charset", "utf-8") if request.content_params else ""
        boundary = (request.content_params or {}).get("boundary", "")
        multipart = request.content_type == "multipart/form-data"
        if (charset and charset.lower() not in {"utf-8", "utf8"}) or (multipart and not boundary):
            return bad_request(request)
        return self.get_response(request)


class BusyAnswer:
    """Say that the database can't answer now, instead of breaking.

    A lock that is held too long, a statement that takes too long and a server that is away arrive
    as one of two errors. The page promises nothing about what was asked: the statement may have
    been one after the commit. Loaded again, the table shows what counts. Where a middleware fails
    and not a view, ``refusals.server_error`` gives the same answer.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did, or with 503 where the database did not."""
        try:
            return self.get_response(request)
        except AWAY as error:
            return busy(error)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """Answer for a view."""
        return busy(exception) if isinstance(exception, AWAY) else None


@sync_only_middleware
def in_one_thread(get_response: GetResponse) -> GetResponse:
    """Make all middleware above run with the view in one thread. Must be the last in the list.

    Django adapts each middleware to what stands below it. Above an asynchronous view handler
    each would hop to a thread and back twice per request; above this one none does.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    return middleware
