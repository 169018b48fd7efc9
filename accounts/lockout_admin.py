"""Locked logins as staff see them: which, from where, and the way to lift a lock."""

from collections.abc import Mapping
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import lockout
from accounts.audit.models import Deed
from accounts.back_office.changing import Change, ChangedByForm, ReasonForm, answer
from accounts.models import User


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
class AccessAttemptAdmin(ChangedByForm):
    """Logins that were tried with wrong passwords. A lock is lifted by a form with a reason."""

    form_word = "lift"
    form_title = _("Lift the lock")
    one = _("Locked login")
    many = _("Locked logins")
    fields = ("username", "ip_address", "failures_since_start", "attempt_time")
    list_display = (
        "username",
        "ip_address",
        "failures_since_start",
        "is_locked",
        "attempt_time",
        "way",
    )
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

    @admin.display(description=_("locked"), boolean=True)
    def is_locked(self, attempt: AccessAttempt) -> bool:
        """Whether it is."""
        return bool(attempt.failures_since_start >= settings.AXES_FAILURE_LIMIT)

    def form_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Lift a lock."""
        attempt = get_object_or_404(AccessAttempt, pk=number)
        here = reverse("admin:axes_accessattempt_changelist")

        def do(values: Mapping[str, Any], staff: User) -> str:
            login = lockout.lift(number=number, reason=values["reason"], staff=staff)
            return gettext("The login “%(login)s” may be tried again.") % {"login": login}

        change = Change(
            title=str(self.form_title),
            deed=Deed.LOCK_LIFTED,
            permission=lockout.MAY_LIFT,
            subject=lockout.subject_of(attempt),
            do=do,
            onwards=here,
            trail=((gettext("Locked logins"), here),),
            facts={
                gettext("Login"): attempt.username,
                gettext("Address"): attempt.ip_address,
                gettext("Wrong passwords"): attempt.failures_since_start,
                gettext("Last tried at"): attempt.attempt_time,
            },
            warning=gettext(
                "Make sure that it is the player who asks: somebody has been guessing."
            ),
        )
        return answer(request, change, ReasonForm, {})
