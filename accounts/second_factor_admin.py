"""The second factors of staff, as their manager sees them: who has one, and the way to take it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
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
    one = gettext_lazy("Second factor")
    many = gettext_lazy("Second factors of staff")
    list_display = ("login", "made", "used", "way")
    fields = ("login", "made", "used")
    readonly_fields = fields
    list_select_related = ("user",)
    players = ("user",)
    numbered = False

    def row_title(self, row: TOTPDevice) -> str:
        """Whose it is."""
        return _("Second factor of %(login)s") % {"login": row.user.username}

    @admin.display(description=gettext_lazy("login"))
    def login(self, row: TOTPDevice) -> str:
        """Whose it is."""
        return str(row.user.username)

    @admin.display(description=gettext_lazy("set up at"))
    def made(self, row: TOTPDevice) -> str:
        """When it was set up."""
        return _moment(row.created_at)

    @admin.display(description=gettext_lazy("last used at"))
    def used(self, row: TOTPDevice) -> str:
        """When a code of it was shown the last time."""
        return _moment(row.last_used_at)

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
            trail=((str(self.many), here),),
            facts={
                _("Member of staff"): device.user.username,
                _("Set up at"): _moment(device.created_at),
                _("Last used at"): _moment(device.last_used_at),
            },
            warning=_(
                "The app and the recovery codes are forgotten: until a new one is set up, the "
                "password alone stands between anybody and this account."
            ),
        )
        return answer(request, change, ReasonForm, {})


def _moment(at: datetime | None) -> str:
    return "—" if at is None else date_format(localtime(at), "DATETIME_FORMAT")
