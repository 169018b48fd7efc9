"""The second factors of staff, as their manager sees them: who has one, and the way to take it."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from accounts.back_office.changing import staff_of
from accounts.back_office.listing import UncountedAdmin


@admin.register(TOTPDevice)
class SecondFactorAdmin(UncountedAdmin):
    """Authenticator apps; never their keys. Who has lost his sets another up once it is deleted."""

    one = gettext_lazy("Second factor")
    many = gettext_lazy("Second factors of staff")
    list_display = ("login", "made", "used")
    fields = list_display
    readonly_fields = list_display
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

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: its owner sets it up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def delete_model(self, request: HttpRequest, obj: TOTPDevice) -> None:
        """Forget it, and the recovery codes with it."""
        second_factor.forget(user_id=obj.user_id, staff=staff_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Forget all that were marked."""
        for device in queryset:
            self.delete_model(request, device)


def _moment(at: datetime | None) -> str:
    return "—" if at is None else date_format(localtime(at), "DATETIME_FORMAT")
