"""Pages of the second factor, for staff only: to everybody else they do not exist.

Recovery codes are read once, in the answer to the form that made them: no page shows them again,
to its owner or to whoever has got hold of his session.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

import django_otp
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import second_factor
from accounts.redirects import SeeOther, next_url
from accounts.security_forms import CodeForm, PresentFactorForm, ReplaceForm, SetUpForm
from accounts.signed_in import player_of
from casino.access import player_required
from casino.forms import Refused
from casino.throttle import PASSWORD_ASKED, SECOND_FACTOR, player, throttled

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
ONWARDS = "admin:index"


def _staff_only(view: View[P]) -> View[P]:
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not player_of(request).is_staff:
            raise Http404
        return view(request, *args, **kwargs)

    return player_required(guarded)


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
@throttled(SECOND_FACTOR, by=player)
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a code before the administration opens."""
    user = player_of(request)
    if _is_verified(request):
        return SeeOther(next_url(request, default=ONWARDS))
    if not second_factor.is_set_up(user.pk):
        onwards = urlencode({"next": next_url(request, default=ONWARDS)})
        return SeeOther(f"{reverse('accounts:second_factor_set_up')}?{onwards}")
    if request.method != "POST":
        return _ask_page(request, CodeForm())
    form = CodeForm(request.POST)
    try:
        form.require()
        device = second_factor.verify(user_id=user.pk, code=form.cleaned_data["code"])
    except Refused:
        return _ask_page(request, form)
    except second_factor.WrongCode:
        form.add_error("code", _wrong())
        return _ask_page(request, form)
    _let_in(request, device)
    return SeeOther(next_url(request, default=ONWARDS))


@sensitive_post_parameters("code", "offer", "current", "present")
@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
@throttled(SECOND_FACTOR, by=player)
def set_up(request: HttpRequest) -> HttpResponseBase:
    """Hand a key to an authenticator app, and store it once the app gives a code.

    Where there is an app already, its owner gives his password and a code of it once more.
    """
    user, again = player_of(request), _is_verified(request)
    there = second_factor.is_set_up(user.pk)
    if there and not again:
        return SeeOther(reverse("accounts:second_factor"))
    if request.method != "POST":
        form = ReplaceForm(request=request) if there else SetUpForm()
        return _set_up_page(request, form, second_factor.offer(user.pk))
    return _take_app(request, there)


@throttled(PASSWORD_ASKED, by=player)
def _take_app(request: HttpRequest, there: bool) -> HttpResponse:
    user = player_of(request)
    offer = str(request.POST.get("offer", ""))
    try:
        key = second_factor.key_in(offer, user_id=user.pk)
    except second_factor.PageTooOld:
        messages.error(request, _("The page has grown old. Scan the new code."))
        return SeeOther(reverse("accounts:second_factor_set_up"))
    form = ReplaceForm(request.POST, request=request) if there else SetUpForm(request.POST)
    try:
        form.require()
        codes = second_factor.set_up(
            user_id=user.pk,
            key=key,
            code=form.cleaned_data["code"],
            present=form.cleaned_data.get("present"),
        )
    except second_factor.SetUpAlready:
        return SeeOther(reverse("accounts:second_factor"))
    except Refused:
        return _set_up_page(request, form, offer)
    except second_factor.WrongPresentCode:
        form.add_error("present", _wrong())
        return _set_up_page(request, form, offer)
    except second_factor.WrongCode:
        form.add_error("code", _wrong())
        return _set_up_page(request, form, offer)
    _let_in(request, second_factor.app_of(user.pk))
    messages.success(request, _("The second factor is set up."))
    return _codes_page(request, PresentFactorForm(request=request), codes=codes)


@sensitive_post_parameters("current", "present")
@require_http_methods(["GET", "HEAD", "POST"])
@_staff_only
@throttled(SECOND_FACTOR, by=player)
@throttled(PASSWORD_ASKED, by=player)
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Say how many recovery codes are left, or make new ones and show them this once."""
    if not _is_verified(request):
        here = urlencode({"next": reverse("accounts:recovery_codes")})
        return SeeOther(f"{reverse('accounts:second_factor')}?{here}")
    if request.method != "POST":
        return _codes_page(request, PresentFactorForm(request=request))
    form = PresentFactorForm(request.POST, request=request)
    try:
        form.require()
        codes = second_factor.renew_recovery_codes(
            user_id=player_of(request).pk, present=form.cleaned_data["present"]
        )
    except Refused:
        return _codes_page(request, form)
    except second_factor.WrongPresentCode:
        form.add_error("present", _wrong())
        return _codes_page(request, form)
    messages.success(request, _("These are new codes; the former ones are over."))
    return _codes_page(request, PresentFactorForm(request=request), codes=codes)


def _let_in(request: HttpRequest, device: django_otp.models.Device) -> None:
    django_otp.login(request, device)
    request.session.cycle_key()


def _is_verified(request: HttpRequest) -> bool:
    return bool(request.user.is_verified())  # type: ignore[union-attr]


def _wrong() -> str:
    return _("This code is not right, or was used already. Wait for the next one.")


def _ask_page(request: HttpRequest, form: CodeForm) -> HttpResponse:
    context = {"form": form, "next": next_url(request, default=ONWARDS)}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/second_factor.html", context, status=status)


def _set_up_page(request: HttpRequest, form: SetUpForm, offer: str) -> HttpResponse:
    user = player_of(request)
    key = second_factor.key_in(offer, user_id=user.pk)
    context = {
        "form": form,
        "offer": offer,
        "next": next_url(request, default=ONWARDS),
        "picture": second_factor.picture(user, key),
        "key": second_factor.spelled(key),
    }
    status = 422 if form.is_bound else 200
    return render(request, "accounts/second_factor_set_up.html", context, status=status)


def _codes_page(
    request: HttpRequest, form: PresentFactorForm, *, codes: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "form": form,
        "codes": codes,
        "left": second_factor.recovery_codes_left(player_of(request).pk),
        "next": next_url(request, default=ONWARDS),
    }
    status = 422 if form.is_bound else 200
    return render(request, "accounts/recovery_codes.html", context, status=status)
