"""What a player has set for his own protection: limits, stops, and the reality check.

Limits and stops are histories: lines are added and never changed, and the last line of each
says what holds. Nothing is counted here; sums come from the journal (``sums``).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.insert_only import InsertOnlyModel


class Measure(models.TextChoices):
    """What a limit holds down. Money is in roubles: demo money can't be lost."""

    DEPOSIT = "deposit", _("Deposits")
    LOSS = "loss", _("Losses")
    STAKE = "stake", pgettext_lazy("limit", "Stakes")
    TIME = "time", _("Time played")


class Period(models.TextChoices):
    """A calendar period in the house's zone; a week begins on Monday."""

    DAY = "day", _("a day")
    WEEK = "week", _("a week")
    MONTH = "month", _("a month")


class Step(models.TextChoices):
    """What happened to a limit."""

    SET = "set", _("set")
    ASKED = "asked", _("higher asked for")
    CONFIRMED = "confirmed", _("confirmed")
    WITHDRAWN = "withdrawn", _("withdrawn")


class StopKind(models.TextChoices):
    """Why no new round may begin."""

    BREAK = "break", _("Break")
    EXCLUSION = "exclusion", _("Self-exclusion")


class LimitChange(InsertOnlyModel):
    """One step of one limit; the last one says what holds and what waits.

    Money is hundredths of a rouble, time is minutes. ``number`` counts a limit's steps from 1:
    a form carries the number of the step that it shows, so that of many clicks one counts.
    """

    # The unique constraint below is the index by player.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    measure = models.CharField(_("what"), max_length=16, choices=Measure.choices)
    period = models.CharField(_("period"), max_length=8, choices=Period.choices)
    number = models.PositiveIntegerField(_("number"))
    step = models.CharField(_("step"), max_length=16, choices=Step.choices)
    limit = models.BigIntegerField(_("limit in force"), null=True)
    waiting = models.BooleanField(_("a higher one waits"), default=False)
    wished = models.BigIntegerField(_("limit asked for"), null=True)
    ripe_at = models.DateTimeField(_("may be confirmed from"), null=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("change of a player's limit")
        verbose_name_plural = _("changes of players' limits")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "measure", "period", "number"],
                name="accounts_limitchange_one_per_number",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="accounts_limitchange_from_one"
            ),
            models.CheckConstraint(
                condition=(Q(limit=None) | Q(limit__gte=1)) & (Q(wished=None) | Q(wished__gte=1)),
                name="accounts_limitchange_above_zero",
            ),
            models.CheckConstraint(
                condition=Q(waiting=True, ripe_at__isnull=False)
                | Q(waiting=False, ripe_at__isnull=True, wished__isnull=True),
                name="accounts_limitchange_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.measure} {self.period} {self.number}"


class PlayStop(InsertOnlyModel):
    """A break or a self-exclusion. It has no way back before its end."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16, choices=StopKind.choices)
    began_at = models.DateTimeField(_("began at"))
    until = models.DateTimeField(_("until"), null=True, help_text=_("empty: for good"))

    class Meta:
        verbose_name = _("break or self-exclusion")
        verbose_name_plural = _("breaks and self-exclusions")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "number"], name="accounts_playstop_one_per_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="accounts_playstop_from_one"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=models.F("began_at")),
                name="accounts_playstop_lasts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.number}"


class RealityCheck(models.Model):
    """How often a player wants to be asked whether he goes on, and when he last said so."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        primary_key=True,
        verbose_name=_("player"),
    )
    minutes = models.PositiveSmallIntegerField(_("every so many minutes, 0 for never"), default=60)
    confirmed_at = models.DateTimeField(_("went on at"), null=True)

    class Meta:
        verbose_name = _("reality check")
        verbose_name_plural = _("reality checks")
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__in=[0, 15, 30, 60, 120]), name="accounts_realitycheck_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"
