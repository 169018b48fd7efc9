"""Whose page it is: views that are for registered players, and the start of their sessions."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast

from django.contrib import auth, messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from accounts.redirects import SeeOther
from casino.access import page_of, player_required

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

_NO_PASSWORD: Final = _("Register first: a guest has no password and no e-mail.")
_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


def player_of(request: HttpRequest) -> User:
    """Who is signed in, behind ``player_required``."""
    return cast("User", request.user)


def is_registered(request: HttpRequest) -> bool:
    """Whether a registered player, not a guest, is signed in."""
    return request.user.is_authenticated and not player_of(request).is_guest


def registered_required(view: View[P], *, why: str | Promise = _NO_PASSWORD) -> View[P]:
    """Lead a visitor to the login page, and a guest to keeping his account, and back.

    Args:
        why: what a guest is told.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not player_of(request).is_guest:
            return view(request, *args, **kwargs)
        messages.info(request, str(why))
        onwards = urlencode({"next": page_of(request)})
        answer = SeeOther(f"{reverse('accounts:upgrade')}?{onwards}")
        htmx = getattr(request, "htmx", None)
        return HttpResponseClientRedirect(answer.url) if htmx else answer

    return player_required(guarded)


def sign_in(request: HttpRequest, user: User, *, lasts: int | None = None) -> None:
    """Sign in under a fresh session key, also where somebody was signed in before.

    Args:
        lasts: seconds without a visit; without it as long as the settings say.
    """
    auth.login(request, user, backend=_BACKEND)
    request.session.cycle_key()
    request.session.set_expiry(lasts)


def password_changed(request: HttpRequest, user: Any) -> None:
    """Let this session, under a fresh key, outlive the change of its player's password."""
    auth.update_session_auth_hash(request, user)
