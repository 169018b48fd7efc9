"""The lock on a login after wrong passwords: how django-axes is told about our logins and pages.

Counted are wrong passwords by login and address together: nobody can lock another out from
elsewhere. A login that nobody has is counted and locked just the same.
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from casino import refusals

_LONGEST = 255


class ByLoginAndAddress(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts in one row for each login and address, whatever the browser calls itself.

    So a row is a lock: what staff see is what counts, and deleting it lifts the lock.
    """

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any
    ) -> None:
        """Count a wrong password."""
        if request is not None:
            request.axes_user_agent = ""
        super().user_login_failed(sender, credentials, request, **kwargs)


def login_of(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Return the login that was tried, as it is counted: case makes no other login."""
    tried = (credentials or {}).get("username") or request.POST.get("username") or ""
    return str(tried).replace("\0", "").lower()[:_LONGEST]


def address_of(request: HttpRequest) -> str | None:
    """Return the address that it was tried from; the server has judged its proxies' word."""
    return request.META.get("REMOTE_ADDR") or None


def answer(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Answer whoever tries a locked login: when to try again, and nothing of the password."""
    return refusals.locked_out(request, _seconds_left(request, credentials))


def _seconds_left(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    now, cool_off = timezone.now(), get_cool_off(request)
    attempts = AxesProxyHandler.get_implementation().get_user_attempts(request, credentials)
    last = attempts[0].aggregate(last=Max("attempt_time"))["last"] or now
    return max(1, int((last + cool_off - now).total_seconds()) + 1)
