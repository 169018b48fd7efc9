"""The background work, for staff to look at: what each task came to, and who lives."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.back_office.listing import UncountedList
from casino.read_only_admin import ReadOnlyAdmin
from operations import health, planned
from operations.models import Heartbeat, TaskRun


class _WithPlanned(UncountedList):
    """All tasks, and among them those that are planned and never ran."""

    def get_results(self, request: HttpRequest) -> None:
        """Add them where nothing is asked for that they can't be."""
        super().get_results(request)
        if not self.params and not self.multi_page:
            self.result_list = list(planned.runs())
            self.result_count = self.full_result_count = len(self.result_list)

    def url_for_result(self, result: Any) -> str:
        """The page of a run.

        Raises:
            NoReverseMatch: there was none.
        """
        if not result.ran:
            raise NoReverseMatch(result.name)
        return super().url_for_result(result)


@admin.register(TaskRun)
class TaskRunAdmin(ReadOnlyAdmin):
    """The last run of every task."""

    list_display = (
        "name",
        "in_order",
        "began",
        "took",
        "succeeded",
        "result",
        "succeeded_at",
        "failures",
    )
    list_filter = ("succeeded",)
    ordering = ("name",)
    numbered = False
    searched = False

    def row_title(self, row: TaskRun) -> str:
        """The task, as the log names it."""
        return row.name

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that knows what is planned."""
        return _WithPlanned

    @admin.display(description=_("in order"), boolean=True)
    def in_order(self, run: TaskRun) -> bool:
        """Whether it went well when it was last due."""
        return not planned.is_unwell(run)

    @admin.display(description=_("began"))
    def began(self, run: TaskRun) -> Any:
        """When the run began, or that there was none."""
        return run.began_at if run.ran else _("never")

    @admin.display(description=_("took"))
    def took(self, run: TaskRun) -> str:
        """How long the run took, or that it goes on."""
        if not run.ran:
            return ""
        if run.ended_at is None:
            return str(_("running"))
        return (
            f"{(run.ended_at - run.began_at) / timedelta(milliseconds=1):.0f}\N{NO-BREAK SPACE}ms"
        )


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """The signs of life of worker and scheduler."""

    list_display = ("named", "at", "lives")
    fields = list_display
    readonly_fields = ("named", "lives")
    numbered = False

    def row_title(self, row: Heartbeat) -> str:
        """The part in words."""
        return str(Heartbeat.Part(row.part).label)

    @admin.display(description=_("part"))
    def named(self, beat: Heartbeat) -> str:
        """The part in words."""
        return self.row_title(beat)

    @admin.display(description=_("lives"), boolean=True)
    def lives(self, beat: Heartbeat) -> bool:
        """Whether its last sign is young enough."""
        return timezone.now() - beat.at <= health.SILENT

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Two rows, the scheduler first."""
        return super().get_queryset(request).order_by("part")
