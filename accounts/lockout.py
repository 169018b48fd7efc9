"""The lock on a login after wrong passwords: how django-axes is told about our logins and pages.

Counted are wrong passwords by login and address together: nobody can lock another out from
elsewhere. A login that nobody has is counted and locked just the same. Whoever is signed in and
is asked for his password again is counted with them: a stolen session is no place to guess.
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotAsSeen
from accounts.models import User
from accounts.signed_in import player_of
from casino import refusals

_LONGEST = 255
_LONGEST_SUBJECT = 200
MAY_LIFT = "axes.delete_accessattempt"
"""The permission to lift a lock."""


class ByLoginAndAddress(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts in one row for each login and address, whatever the browser calls itself.

    So a row is a lock: what staff see is what counts, and deleting it lifts the lock.
    """

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any
    ) -> None:
        """Count a wrong password; nothing of the form that it stood in is kept."""
        if request is None:
            super().user_login_failed(sender, credentials, request, **kwargs)
            return
        request.axes_user_agent = ""
        forms = request.GET, request.POST
        request.GET = request.POST = QueryDict()
        try:
            super().user_login_failed(sender, credentials, request, **kwargs)
        finally:
            request.GET, request.POST = forms


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


def is_own_password(request: HttpRequest, password: str) -> bool:
    """Check the password of the player who is signed in, counting as the login page does.

    Every place that asks a player for his password again asks here. A wrong one counts against
    his login at this address, a right one starts the count anew; while the login is locked none
    is right, and the middleware answers in place of the page.
    """
    user = player_of(request)
    credentials = {"username": user.username}
    if not AxesProxyHandler.is_allowed(request, credentials):
        request.axes_locked_out = True  # type: ignore[attr-defined]
        request.axes_credentials = credentials  # type: ignore[attr-defined]
        return False
    if user.check_password(password):
        AxesProxyHandler.get_implementation().reset_user_attempts(request, credentials)
        return True
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)
    return False


def lift(*, number: int, reason: str, staff: User) -> str:
    """Forget the wrong passwords of one login at one address; return the login.

    Raises:
        NotAsSeen: the lock is over, or somebody else has lifted it.
        PermissionDenied: ``staff`` may not.
        ValueError: no reason.
    """
    if not staff.has_perm(MAY_LIFT):
        raise PermissionDenied
    if not reason.strip():
        raise ValueError("It needs a reason.")
    with transaction.atomic(durable=True):
        attempt = AccessAttempt.objects.select_for_update().filter(pk=number).first()
        if attempt is None:
            raise NotAsSeen
        recording.done(
            Deed.LOCK_LIFTED,
            staff=staff,
            subject=subject_of(attempt),
            before={"failures": attempt.failures_since_start, "address": str(attempt.ip_address)},
            reason=reason.strip(),
        )
        attempt.delete()
    return str(attempt.username)


def subject_of(attempt: AccessAttempt) -> str:
    """Return how the audit names a lock."""
    return f"axes.accessattempt/{attempt.username}"[:_LONGEST_SUBJECT]


def _seconds_left(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    now, cool_off = timezone.now(), get_cool_off(request)
    attempts = AxesProxyHandler.get_implementation().get_user_attempts(request, credentials)
    last = attempts[0].aggregate(last=Max("attempt_time"))["last"] or now
    return max(1, int((last + cool_off - now).total_seconds()) + 1)
