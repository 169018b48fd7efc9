"""The second factors of staff, as their manager sees them: who has one, and the way to take it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from accounts.audit.models import Deed
from accounts.back_office.changing import Change, ChangedByForm, ReasonForm, answer
from accounts.models import User


@admin.register(TOTPDevice)
class SecondFactorAdmin(ChangedByForm):
    """Authenticator apps; never their keys. Who has lost his sets another up once it is reset."""

    form_word = "reset"
    form_title = gettext_lazy("Reset the second factor")
    fields = ("user", "created_at", "last_used_at")
    list_display = ("user", "created_at", "last_used_at", "way")
    list_select_related = ("user",)
    players = ("user",)
    numbered = False

    def form_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Forget an app, and the recovery codes with it."""
        device = get_object_or_404(TOTPDevice.objects.select_related("user"), pk=number)
        here = reverse("admin:otp_totp_totpdevice_changelist")

        def do(values: Mapping[str, Any], staff: User) -> str:
            second_factor.reset(device=number, reason=values["reason"], staff=staff)
            return _("%(login)s sets up a new second factor at the next sign-in.") % {
                "login": device.user.username
            }

        change = Change(
            title=str(self.form_title),
            deed=Deed.SECOND_FACTOR_FORGOTTEN,
            permission=second_factor.MAY_RESET,
            subject=f"accounts.user/{device.user_id}",
            player_id=device.user_id,
            do=do,
            onwards=here,
            trail=((str(self.opts.verbose_name_plural).capitalize(), here),),
            facts={
                _("Member of staff"): device.user.username,
                _("Set up at"): device.created_at,
                _("Last used at"): device.last_used_at or "—",
            },
            warning=_(
                "The app and the recovery codes are forgotten: until a new one is set up, the "
                "password alone stands between anybody and this account."
            ),
        )
        return answer(request, change, ReasonForm, {})
