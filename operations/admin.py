"""The background work, for staff to look at: what each task came to, and who lives."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.read_only_admin import ReadOnlyAdmin
from operations import health
from operations.models import Heartbeat, TaskRun


@admin.register(TaskRun)
class TaskRunAdmin(ReadOnlyAdmin):
    """The last run of every task."""

    list_display = ("name", "began_at", "took", "succeeded", "result", "succeeded_at", "failures")
    list_filter = ("succeeded",)
    ordering = ("name",)
    numbered = False
    searched = False

    def row_title(self, row: TaskRun) -> str:
        """The task, as the log names it."""
        return row.name

    @admin.display(description=_("took"))
    def took(self, run: TaskRun) -> str:
        """How long the run took, or that it goes on."""
        if run.ended_at is None:
            return str(_("running"))
        return f"{(run.ended_at - run.began_at) / timedelta(milliseconds=1):.0f} ms"


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
