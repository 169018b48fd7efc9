"""Locked logins as staff see them: which, from where, and the way to lift a lock."""

from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.back_office.changing import staff_of
from accounts.back_office.listing import UncountedAdmin


class LockedFilter(admin.SimpleListFilter):
    """Only those that are locked, or only those that are not."""

    title = _("locked")
    parameter_name = "locked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Give the choices."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Narrow the list."""
        limit = settings.AXES_FAILURE_LIMIT
        if self.value() == "yes":
            return queryset.filter(failures_since_start__gte=limit)
        if self.value() == "no":
            return queryset.filter(failures_since_start__lt=limit)
        return queryset


@admin.register(AccessAttempt)
class AccessAttemptAdmin(UncountedAdmin):
    """Logins that were tried with wrong passwords. Deleting one lifts its lock."""

    one = _("Locked login")
    many = _("Locked logins")
    fields = ("username", "ip_address", "failures_since_start", "attempt_time")
    list_display = ("username", "ip_address", "failures_since_start", "is_locked", "attempt_time")
    list_filter = (LockedFilter,)
    search_help_text = _("A login or an address, in full.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """By the whole login or the whole address; both have an index."""
        text = search_term.strip().lower()
        if not text:
            return queryset, False
        return queryset.filter(Q(username=text) | Q(ip_address=text)), False

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Lift the lock, and say so in the audit."""
        with transaction.atomic():
            recording.done(
                Deed.LOCK_LIFTED,
                staff=staff_of(request),
                subject=f"axes.accessattempt/{obj.username}",
                before={"failures": obj.failures_since_start, "address": str(obj.ip_address)},
            )
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Lift each of them."""
        with transaction.atomic():
            for attempt in queryset:
                self.delete_model(request, attempt)

    @admin.display(description=_("locked"), boolean=True)
    def is_locked(self, attempt: AccessAttempt) -> bool:
        """Whether it is."""
        return bool(attempt.failures_since_start >= settings.AXES_FAILURE_LIMIT)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: a lock stands or is lifted."""
        return False
