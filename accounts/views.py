"""Pages about accounts: signing in and out, registering, playing as a guest, the profile."""

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import presenters, services, sessions
from accounts.activity import made_by_the_page
from accounts.forms import GuestForm, LoginForm, RegistrationForm
from accounts.redirects import SeeOther, next_url
from accounts.signed_in import is_registered, password_changed, player_of, sign_in
from casino.access import player_required
from casino.forms import Refused, StrictForm, shown
from casino.throttle import GUESTS, LOGIN, REGISTRATION, address, throttled


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@throttled(LOGIN, by=address)
def login(request: HttpRequest) -> HttpResponse:
    """Sign in. An unknown login and a wrong password get the same answer, equally fast."""
    if request.method != "POST":
        if is_registered(request):
            return SeeOther(next_url(request))
        return _form_page(request, "accounts/login.html", LoginForm())
    form = LoginForm(request.POST)
    try:
        form.require()
    except Refused:
        return _form_page(request, "accounts/login.html", form)
    user = auth.authenticate(
        request, username=form.cleaned_data["login"], password=form.cleaned_data["password"]
    )
    if user is None:
        form.add_error(None, _("This login and this password don't belong together."))
        return _form_page(request, "accounts/login.html", form)
    sign_in(request, user)
    return SeeOther(next_url(request))


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Sign out; by a form only, so that no link and no picture can do it."""
    auth.logout(request)
    return SeeOther(next_url(request))


@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
@throttled(REGISTRATION, by=address)
def register(request: HttpRequest) -> HttpResponse:
    """Become a player. A guest is led to keeping the account that he has."""
    if is_registered(request):
        return SeeOther(next_url(request))
    if request.user.is_authenticated:
        onwards = urlencode({"next": next_url(request, default="accounts:profile")})
        return SeeOther(f"{reverse('accounts:upgrade')}?{onwards}")
    if request.method != "POST":
        return _form_page(request, "accounts/register.html", RegistrationForm())
    form = RegistrationForm(request.POST)
    try:
        form.require()
        user = services.register(**_registration(form))
    except Refused:
        return _form_page(request, "accounts/register.html", form)
    except services.LoginTaken as taken:
        _add_taken(form, taken)
        return _form_page(request, "accounts/register.html", form)
    sign_in(request, user)
    return SeeOther(next_url(request))


@require_POST
@throttled(GUESTS, by=address)
def guest(request: HttpRequest) -> HttpResponse:
    """Play the demo at once. Who is signed in already just goes on."""
    form = GuestForm(request.POST)
    try:
        form.require()
    except Refused:
        return _form_page(request, "accounts/guest.html", form)
    if not request.user.is_authenticated:
        sign_in(request, services.start_guest(), lasts=sessions.GUEST_AGE)
    return SeeOther(next_url(request))


@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
@throttled(REGISTRATION, by=address)
def upgrade(request: HttpRequest) -> HttpResponse:
    """Turn the guest's account into a registered player's, and stay signed in."""
    if is_registered(request):
        return SeeOther(next_url(request, default="accounts:profile"))
    if request.method != "POST":
        return _form_page(
            request, "accounts/upgrade.html", RegistrationForm(), default="accounts:profile"
        )
    form = RegistrationForm(request.POST)
    try:
        form.require()
        user = services.upgrade_guest(user_id=player_of(request).pk, **_registration(form))
    except Refused:
        return _form_page(request, "accounts/upgrade.html", form, default="accounts:profile")
    except services.LoginTaken as taken:
        _add_taken(form, taken)
        return _form_page(request, "accounts/upgrade.html", form, default="accounts:profile")
    except services.NotAGuest:  # the second of two clicks
        return SeeOther(next_url(request, default="accounts:profile"))
    # A password ends all sessions of the account but this one.
    password_changed(request, user)
    request.session.set_expiry(None)
    messages.success(request, _("You are registered. Your games and your balance stay."))
    return SeeOther(next_url(request, default="accounts:profile"))


@require_safe
@player_required
def profile(request: HttpRequest) -> HttpResponse:
    """Who the player is here, what he holds and what he may bet."""
    context = {"profile": presenters.profile(player_of(request))}
    return render(request, "accounts/profile.html", context)


def _form_page(
    request: HttpRequest, template: str, form: StrictForm, *, default: str = "lobby"
) -> HttpResponse:
    """The page with its form; a form that was sent comes back as refused."""
    context = {"form": form, "next": next_url(request, default=default)}
    return render(request, template, context, status=422 if form.is_bound else 200)


def _registration(form: RegistrationForm) -> dict[str, str]:
    return {name: form.cleaned_data[name] for name in ("login", "password", "email")}


def _add_taken(form: RegistrationForm, taken: services.LoginTaken) -> None:
    form.add_error("login", _("The login “%(value)s” is taken.") % {"value": shown(taken)})


@made_by_the_page()
@require_safe
@player_required
def balance(request: HttpRequest) -> HttpResponse:
    """Give the header's balance anew, for a page that heard that something has changed.

    A stop that has begun in another tab rides along.
    """
    return render(request, "accounts/_heard.html")
