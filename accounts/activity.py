"""What counts as activity: a player who does nothing for 30 minutes is signed out.

Only what he does counts. Sockets never come here, and a request that a page makes by itself is
marked with ``made_by_the_page`` and counts for nothing.
"""

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.sessions import SessionStore

logger = logging.getLogger(__name__)

V = TypeVar("V", bound=Callable[..., HttpResponseBase])
Asked = Callable[[HttpRequest], bool]

_MARK: Final = "made_by_the_page"


def made_by_the_page(when: Asked = lambda request: True) -> Callable[[V], V]:
    """Mark a view whose requests, or those for which ``when`` holds, pages make by themselves."""

    def mark(view: V) -> V:
        setattr(view, _MARK, when)
        return view

    return mark


class Activity:
    """Moves the end of a session on whenever its player does something.

    Must stand below the middleware of sessions and of authentication.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did; a session that goes on keeps its cookie as long."""
        response = self.get_response(request)
        session = request.session
        # A session that was changed is written, and its cookie set, by Django.
        if getattr(request, "visit_noted", False) and session.session_key and not session.modified:
            _keep_cookie(response, session)
        return response

    def process_view(self, request: HttpRequest, view: Any, *args: Any) -> None:
        """Note the visit before the view runs: what it fails at was done all the same."""
        made_by_itself = cast("Asked | None", getattr(view, _MARK, None))
        if made_by_itself is not None and made_by_itself(request):
            return
        if not request.user.is_authenticated:
            return
        try:
            request.visit_noted = cast("SessionStore", request.session).note_visit()  # type: ignore[attr-defined]
        except OperationalError as error:
            # The page can do without it; whether the view can, it says itself.
            logger.warning("A visit was not noted: %s", str(error).partition("\n")[0])


def _keep_cookie(response: HttpResponseBase, session: SessionBase) -> None:
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        str(session.session_key),
        max_age=session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )
