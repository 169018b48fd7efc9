"""Pages about the safety of an account: password, e-mail, sessions, closing it."""

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import security
from accounts.ending import handle_of
from accounts.presenters import sessions_view
from accounts.redirects import SeeOther
from accounts.security import Obstacle
from accounts.security_forms import (
    CloseForm,
    EmailForm,
    EmptyForm,
    PasswordChangeForm,
    SessionForm,
)
from accounts.signed_in import password_changed, player_of, registered_required
from casino.access import player_required
from casino.forms import Refused
from casino.throttle import PASSWORD_ASKED, player, throttled

OBSTACLES = {
    Obstacle.STAFF: gettext_lazy("Accounts of staff are closed by their manager."),
    Obstacle.BALANCE: gettext_lazy("You still have roubles here: withdraw them first."),
    Obstacle.ROUND: gettext_lazy("You have an unfinished round: finish it first."),
    Obstacle.IN_PLAY: gettext_lazy("You still have stakes in play."),
    Obstacle.REQUEST: gettext_lazy("A request to the cashier is not decided yet."),
}


@require_safe
@registered_required
def security_page(request: HttpRequest) -> HttpResponse:
    """Show the forms for another password and another e-mail."""
    return _security_page(request)


@sensitive_post_parameters("current", "password", "password_again")
@require_POST
@registered_required
@throttled(PASSWORD_ASKED, by=player)
def change_password(request: HttpRequest) -> HttpResponse:
    """Take another password; all other sessions end."""
    user = player_of(request)
    form = PasswordChangeForm(request.POST, request=request, auto_id="password_%s")
    try:
        form.require()
    except Refused:
        return _security_page(request, password=form)
    user = security.change_password(
        user_id=user.pk,
        password=form.cleaned_data["password"],
        keep=request.session.session_key,
    )
    password_changed(request, user)
    messages.success(request, _("Your password is changed. You are signed out everywhere else."))
    return SeeOther(reverse("accounts:security"))


@sensitive_post_parameters("current")
@require_POST
@registered_required
@throttled(PASSWORD_ASKED, by=player)
def change_email(request: HttpRequest) -> HttpResponse:
    """Take another e-mail address."""
    user = player_of(request)
    form = EmailForm(request.POST, request=request, auto_id="email_%s")
    try:
        form.require()
    except Refused:
        return _security_page(request, email=form)
    security.change_email(user_id=user.pk, email=form.cleaned_data["email"])
    messages.success(request, _("Your e-mail is changed."))
    return SeeOther(reverse("accounts:security"))


@require_safe
@player_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where the player is signed in."""
    return _sessions_page(request)


@require_POST
@player_required
def end_session(request: HttpRequest) -> HttpResponseBase:
    """End one session; this one too, if it is the one."""
    form = SessionForm(request.POST)
    try:
        form.require()
    except Refused:
        messages.error(request, _("This form was not understood. Nothing has changed."))
        return _sessions_page(request, status=422)
    handle = form.cleaned_data["session"]
    if handle == handle_of(str(request.session.session_key)):
        auth.logout(request)
        return SeeOther(reverse("lobby"))
    if security.end_session(user_id=player_of(request).pk, handle=handle):
        messages.success(request, _("The session is ended."))
    else:
        messages.info(request, _("This session is over already."))
    return SeeOther(reverse("accounts:sessions"))


@require_POST
@player_required
def end_other_sessions(request: HttpRequest) -> HttpResponseBase:
    """End all sessions but this one."""
    form = EmptyForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This form was not understood. Nothing has changed."))
        return _sessions_page(request, status=422)
    ended = security.end_other_sessions(
        user_id=player_of(request).pk, keep=request.session.session_key
    )
    messages.success(
        request,
        ngettext("%(count)s session is ended.", "%(count)s sessions are ended.", ended)
        % {"count": ended},
    )
    return SeeOther(reverse("accounts:sessions"))


@sensitive_post_parameters("current")
@require_http_methods(["GET", "HEAD", "POST"])
@registered_required
@throttled(PASSWORD_ASKED, by=player)
def close(request: HttpRequest) -> HttpResponse:
    """Close the account for good, once nothing is left in it."""
    user = player_of(request)
    if request.method != "POST":
        return _close_page(request, CloseForm(request=request), security.obstacles(user), 200)
    form = CloseForm(request.POST, request=request)
    try:
        form.require()
        security.close_account(user_id=user.pk)
    except Refused:
        return _close_page(request, form, security.obstacles(user), 422)
    except security.NotClosable as error:
        return _close_page(request, form, error.obstacles, 409)
    auth.logout(request)
    messages.success(request, _("Your account is closed."))
    return SeeOther(reverse("lobby"))


def _sessions_page(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    rows = security.sessions_of(player_of(request).pk)
    view = sessions_view(rows, request.session.session_key)
    return render(request, "accounts/sessions.html", {"sessions": view}, status=status)


def _security_page(
    request: HttpRequest,
    *,
    password: PasswordChangeForm | None = None,
    email: EmailForm | None = None,
) -> HttpResponse:
    refused = password is not None or email is not None
    initial = {"email": player_of(request).email}
    context = {
        "password": password or PasswordChangeForm(request=request, auto_id="password_%s"),
        "email": email or EmailForm(request=request, auto_id="email_%s", initial=initial),
    }
    return render(request, "accounts/security.html", context, status=422 if refused else 200)


def _close_page(
    request: HttpRequest, form: CloseForm, obstacles: tuple[Obstacle, ...], status: int
) -> HttpResponse:
    context = {"form": form, "obstacles": [OBSTACLES[one] for one in obstacles]}
    return render(request, "accounts/close.html", context, status=status)
