"""The adjustments: why staff moved a player's roubles, who asked for it and who booked it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.decided_model import Decided


class AdjustmentState(models.TextChoices):
    """Where an adjustment stands. Money has moved in the two booked states only."""

    ASKED = "asked", pgettext_lazy("adjustment", "waits for approval")
    BOOKED = "booked", pgettext_lazy("adjustment", "booked")
    REFUSED = "refused", pgettext_lazy("adjustment", "refused")
    BOOKED_BY_ONE = "booked_by_one", pgettext_lazy("adjustment", "booked by one person")
    """From the days before a second person was asked; nothing new gets this state."""


_BOOKED = ["booked", "booked_by_one"]


class Adjustment(Decided):
    """Why staff move a player's roubles: who asked, who decided, when, how much, for what reason.

    ``before`` and ``after`` are known once it is booked.
    """

    wallet = models.ForeignKey(
        "accounts.Wallet",
        on_delete=models.PROTECT,
        related_name="adjustments",
        verbose_name=_("wallet"),
    )
    amount = models.BigIntegerField(_("amount, hundredths"))
    reason = models.CharField(_("reason"), max_length=200)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("asked by"),
    )
    state = models.CharField(
        _("state"), max_length=16, choices=AdjustmentState.choices, default=AdjustmentState.ASKED
    )
    before = models.BigIntegerField(_("balance before, hundredths"), null=True)
    after = models.BigIntegerField(_("balance after, hundredths"), null=True)
    token = models.UUIDField(_("form's token"), unique=True, editable=False)
    created_at = models.DateTimeField(_("time"))

    class Meta:
        app_label = "accounts"
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        permissions = [("decide_adjustment", "Can approve or refuse adjustments")]
        indexes = [models.Index(fields=["state", "id"], name="accounts_adjustment_by_state")]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="accounts_adjustment_moves_money"),
            models.CheckConstraint(
                condition=Q(before__gte=0, after__gte=0), name="accounts_adjustment_not_below_zero"
            ),
            models.CheckConstraint(
                condition=Q(after=F("before") + F("amount")), name="accounts_adjustment_adds_up"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="accounts_adjustment_reasoned"),
            models.CheckConstraint(
                condition=Q(state__in=_BOOKED, before__isnull=False, after__isnull=False)
                | Q(state__in=["asked", "refused"], before__isnull=True, after__isnull=True),
                name="accounts_adjustment_booked",
            ),
            models.CheckConstraint(
                condition=Q(
                    state="asked", decided_by__isnull=True, decided_at__isnull=True, answer=""
                )
                | Q(state="booked_by_one", decided_by__isnull=True)
                | Q(state="refused", decided_by__isnull=False, decided_at__isnull=False)
                & ~Q(answer="")
                | Q(state="booked", decided_by__isnull=False, decided_at__isnull=False),
                name="accounts_adjustment_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="booked") | ~Q(decided_by=F("staff")),
                name="accounts_adjustment_by_two",
            ),
        ]

    def __str__(self) -> str:
        return self.cause

    @property
    def cause(self) -> str:
        """How the journal names this adjustment."""
        return f"accounts.adjustment/{self.pk}"
