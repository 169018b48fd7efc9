"""The audit as staff read it: by time, by who did it, to whom, and what was done."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.back_office.audit_words import about_in_words, change_in_words, facts_in_words
from accounts.models import StaffAction, User
from casino.read_only_admin import ReadOnlyAdmin


class ByStaff(admin.SimpleListFilter):
    """What one member of staff did."""

    title = _("member of staff")
    parameter_name = "staff"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Everybody of the staff."""
        people = User.objects.filter(is_staff=True).order_by("pk")[:200]
        return [(str(one.pk), one.username) for one in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the list; an unknown number is ignored by Django's own check."""
        value = self.value()
        known = value is not None and value.isascii() and value.isdigit() and len(value) < 19
        return queryset.filter(staff_id=int(value)) if known and value else queryset


class Refused(admin.SimpleListFilter):
    """Only what was tried in vain."""

    title = _("outcome")
    parameter_name = "refused"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """There is one choice beside all."""
        return [("yes", _("refused"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the list."""
        return queryset.filter(refused=True) if self.value() == "yes" else queryset


@admin.register(StaffAction)
class StaffActionAdmin(ReadOnlyAdmin):
    """The audit. Nobody writes in it by hand, and nobody takes a line out."""

    players = ("player",)
    numbered = False
    moment = "at"
    list_display = (
        "at",
        "who",
        "deed",
        "outcome",
        "about",
        "change",
        "reason",
    )
    list_filter = (ByStaff, Refused, "deed")
    list_select_related = ("staff", "player")
    fields = (
        "at",
        "who",
        "deed",
        "outcome",
        "about",
        "was",
        "became",
        "reason",
        "address",
    )
    readonly_fields = ("who", "outcome", "about", "was", "became")

    @admin.display(description=_("who"))
    def who(self, row: StaffAction) -> str:
        """The member of staff, or whoever ran a command."""
        return row.staff.username if row.staff else str(_("on the server"))

    @admin.display(description=_("outcome"))
    def outcome(self, row: StaffAction) -> str:
        """Whether it was refused."""
        return str(_("refused")) if row.refused else str(_("done"))

    @admin.display(description=_("about"))
    def about(self, row: StaffAction) -> SafeString | str:
        """What it was about, as a way there."""
        return about_in_words(row)

    @admin.display(description=_("what changed"))
    def change(self, row: StaffAction) -> SafeString | str:
        """What it changed."""
        return change_in_words(row)

    @admin.display(description=_("before"))
    def was(self, row: StaffAction) -> str:
        """What there was before."""
        return facts_in_words(row.before) or "—"

    @admin.display(description=_("after"))
    def became(self, row: StaffAction) -> str:
        """What there is after it."""
        return facts_in_words(row.after) or "—"
