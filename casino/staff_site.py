"""The administration's door: staff only, and only with a second factor; and its first page."""

from functools import wraps
from typing import Any, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy

from casino import throttle


class StaffAdminConfig(AdminConfig):
    """Django's administration behind this door."""

    default_site = "casino.staff_site.StaffSite"


class StaffSite(AdminSite):
    """The administration. A password alone opens none of its pages."""

    site_header = gettext_lazy("Blackjack: the office")
    site_title = gettext_lazy("Blackjack: the office")
    index_title = gettext_lazy("What is to be done?")
    enable_nav_sidebar = False
    empty_value_display = "—"

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

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """A page of the administration; what its member of staff may not do stands in the audit."""

        @wraps(view)
        def watched(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            try:
                return view(request, *args, **kwargs)
            except PermissionDenied:
                _record_refusal(request)
                raise

        return super().admin_view(watched, cacheable)

    def get_urls(self) -> list[Any]:
        """The administration's pages and the reports; passwords are changed on the site's own."""
        from accounts.reporting import views as reports  # noqa: PLC0415  apps must be loaded

        own = [
            path("reports/", self.admin_view(reports.report), name="reports"),
            path("reports/file/", self.admin_view(reports.report_file), name="reports_file"),
        ]
        kept = [
            one
            for one in super().get_urls()
            if not (isinstance(one, URLPattern) and one.name in _NOT_HERE)
        ]
        return [*own, *kept]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """The first page: what waits, and the ways to what is done most."""
        from casino.staff_index import lists, ways  # noqa: PLC0415  apps must be loaded

        shown = {"ways": ways(request.user), "lists": lists(request)}
        return super().index(request, {**(extra_context or {}), **shown})


_NOT_HERE = {"password_change", "password_change_done", "autocomplete", "view_on_site"}
"""Pages of Django's that the house has elsewhere, or does without."""


def _record_refusal(request: HttpRequest) -> None:
    from accounts.audit import recording  # noqa: PLC0415  apps must be loaded
    from accounts.audit.models import Deed  # noqa: PLC0415

    recording.refused(
        Deed.PAGE,
        staff=cast("Any", request.user),
        subject=request.path[:200],
        after={"refused": "PermissionDenied", "method": request.method or ""},
    )
