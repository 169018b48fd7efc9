"""A forgotten password: asking for a link by e-mail, and choosing another one by it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import reset, security
from accounts.redirects import SeeOther
from accounts.security_forms import NewPasswordForm, ResetForm
from casino.forms import Refused
from casino.throttle import RESET, address, throttled


@require_http_methods(["GET", "HEAD", "POST"])
@throttled(RESET, by=address)
def ask(request: HttpRequest) -> HttpResponse:
    """Send a link to the address, if it is somebody's. The answer is the same if it is not."""
    if request.method != "POST":
        return render(request, "accounts/reset.html", {"form": ResetForm()})
    form = ResetForm(request.POST)
    try:
        form.require()
    except Refused:
        return render(request, "accounts/reset.html", {"form": form}, status=422)
    site = request.build_absolute_uri("/").removesuffix("/")
    reset.ask(email=form.cleaned_data["email"], site=site, language=get_language() or "ru")
    messages.info(
        request,
        _("If this e-mail belongs to an account, a link to a new password is on its way."),
    )
    return SeeOther(reverse("accounts:login"))


@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
@throttled(RESET, by=address)
def choose(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """Choose a new password by a link that was sent. It is good once."""
    try:
        user = security.require_reset(user_id=number, token=token)
        if request.method != "POST":
            form = NewPasswordForm(user=user)
            return render(request, "accounts/new_password.html", {"form": form})
        form = NewPasswordForm(request.POST, user=user)
        form.require()
        security.reset_password(user_id=number, token=token, password=form.cleaned_data["password"])
    except Refused:
        return render(request, "accounts/new_password.html", {"form": form}, status=422)
    except security.LinkOver:
        return render(request, "accounts/reset_over.html", status=404)
    messages.success(request, _("Your new password is set: sign in with it."))
    return SeeOther(reverse("accounts:login"))
