"""What is known of the background work: the last run of every task, and signs of life."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TaskRun(models.Model):
    """The last run of one task; a row a task, written over by each run."""

    name = models.CharField(_("task"), max_length=120, unique=True)
    began_at = models.DateTimeField(_("began"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    succeeded = models.BooleanField(_("went well"), null=True)
    result = models.CharField(_("result"), max_length=200, blank=True)
    succeeded_at = models.DateTimeField(_("went well last"), null=True)
    failures = models.PositiveIntegerField(_("failures since"), default=0)

    class Meta:
        verbose_name = _("background task")
        verbose_name_plural = _("background tasks")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def ran(self) -> bool:
        """Whether it ever began: of a planned task that did not there is no stored row."""
        return not self._state.adding


class Heartbeat(models.Model):
    """When a part of the background work last showed that it lives."""

    class Part(models.TextChoices):
        """The two processes beside the web."""

        WORKER = "worker", _("worker")
        BEAT = "beat", _("scheduler")

    part = models.CharField(_("part"), max_length=10, choices=Part.choices, primary_key=True)
    at = models.DateTimeField(_("last sign of life"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.part
