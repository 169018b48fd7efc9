"""The days that are summed up for the reports: what each came to, by game, tier and currency.

Copies of what the journal says, held against it every night; nothing else is derived from them.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ReportDay(models.Model):
    """A day that is over and summed up; one without play has no lines."""

    day = models.DateField(_("day"), primary_key=True)
    summed_at = models.DateTimeField(_("summed up at"))

    class Meta:
        verbose_name = _("day of the reports")
        verbose_name_plural = _("days of the reports")
        ordering = ["day"]

    def __str__(self) -> str:
        return self.day.isoformat()


class ReportLine(models.Model):
    """What was staked and given back on one day in one game, tier and currency; hundredths."""

    day = models.ForeignKey(
        ReportDay, on_delete=models.CASCADE, related_name="lines", verbose_name=_("day")
    )
    game = models.CharField(_("game"), max_length=40)
    tier = models.CharField(_("tier"), max_length=16)
    currency = models.CharField(_("currency"), max_length=3)
    stakes = models.BigIntegerField(_("stakes, hundredths"))
    returns = models.BigIntegerField(_("returns, hundredths"))

    class Meta:
        verbose_name = _("line of the reports")
        verbose_name_plural = _("lines of the reports")
        ordering = ["day", "game", "tier", "currency"]
        constraints = [
            models.UniqueConstraint(
                fields=["day", "game", "tier", "currency"], name="accounts_reportline_one_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.day_id} {self.game} {self.tier} {self.currency}"
