"""The administration's door: staff only, and only with a second factor."""

from typing import Any, cast

from django.apps import apps
from django.contrib.admin import AdminSite, site
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from casino import throttle


class StaffAdminConfig(AdminConfig):
    """Django's administration behind this door."""

    default_site = "casino.staff_site.StaffSite"

    def ready(self) -> None:
        """Find all pages, and name those of other people's apps in words of ours."""
        super().ready()
        apps.get_app_config("axes").verbose_name = _("Locked logins")
        apps.get_app_config("otp_totp").verbose_name = _("Second factor")
        # Recovery codes are their owner's alone.
        site.unregister(apps.get_model("otp_static", "StaticDevice"))


class StaffSite(AdminSite):
    """The administration. A password alone opens none of its pages."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether this is staff who has shown the second factor in this session."""
        return super().has_permission(request) and bool(request.user.is_verified())  # type: ignore[union-attr]

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask for login and password, and lead staff whose second factor is missing to it."""
        if super().has_permission(request) and not self.has_permission(request):
            onwards = {"next": request.GET.get("next") or reverse("admin:index")}
            return redirect(f"{reverse('accounts:second_factor')}?{urlencode(onwards)}")
        return self._login(request, extra_context)

    def _login(self, request: HttpRequest, extra_context: dict[str, Any] | None) -> HttpResponse:
        door = super().login

        @throttle.throttled(throttle.LOGIN, by=throttle.address)
        def ask(request: HttpRequest) -> HttpResponseBase:
            return door(request, extra_context)

        return cast("HttpResponse", ask(request))
