"""The second factors of staff, as their manager sees them: who has one, and the way to take it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from accounts.back_office.changing import staff_of
from accounts.back_office.listing import UncountedAdmin


@admin.register(TOTPDevice)
class SecondFactorAdmin(UncountedAdmin):
    """Authenticator apps; never their keys. Who has lost his sets another up once it is deleted."""

    fields = ("user", "created_at", "last_used_at")
    list_display = ("user", "created_at", "last_used_at")
    list_select_related = ("user",)
    players = ("user",)
    numbered = False

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
