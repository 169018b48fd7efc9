"""A line of the audit: who did what to whom, when, from where, and what it changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.insert_only import InsertOnlyModel

LONGEST_REASON = 200


class Deed(models.TextChoices):
    """What was done."""

    SIGNED_IN = "signed_in", _("Signed in")
    SECOND_FACTOR_SHOWN = "second_factor_shown", _("Second factor shown")
    SECOND_FACTOR_SET_UP = "second_factor_set_up", _("Second factor set up")
    SECOND_FACTOR_FORGOTTEN = "second_factor_forgotten", _("Second factor reset")
    RECOVERY_CODES = "recovery_codes", _("New recovery codes")
    LOCK_LIFTED = "lock_lifted", _("Login lock lifted")
    PAGE = "page", _("Opened a page")
    ACCOUNT_MADE = "account_made", _("Account made")
    APPOINTED = "appointed", _("Staff rights given")
    TIER = "tier", _("Tier changed")
    BLOCKED = "blocked", _("Player blocked")
    UNBLOCKED = "unblocked", _("Player unblocked")
    LIMIT = "limit", _("Bet limit changed")
    GAME_CLOSED = "game_closed", _("Game closed")
    GAME_OPENED = "game_opened", _("Game opened")
    REQUEST_CONFIRMED = "request_confirmed", _("Cashier request confirmed")
    REQUEST_REFUSED = "request_refused", _("Cashier request refused")
    ADJUSTMENT_ASKED = "adjustment_asked", _("Adjustment asked")
    ADJUSTMENT_BOOKED = "adjustment_booked", _("Adjustment booked")
    ADJUSTMENT_REFUSED = "adjustment_refused", _("Adjustment refused")


class StaffAction(InsertOnlyModel):
    """One line of the audit.

    ``subject`` names what it was about by an opaque text such as ``accounts.adjustment/7``;
    ``before`` and ``after`` hold what it changed, by name.
    """

    at = models.DateTimeField(_("time"))
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_index=False,
        verbose_name=_("member of staff"),
    )
    deed = models.CharField(_("action"), max_length=32, choices=Deed.choices)
    refused = models.BooleanField(_("refused"), default=False)
    subject = models.CharField(_("about"), max_length=200, blank=True, default="")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        db_index=False,
        verbose_name=_("player"),
    )
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True, default="")
    address = models.CharField(_("address"), max_length=45, blank=True, default="")

    class Meta:
        app_label = "accounts"
        verbose_name = _("line of the audit")
        verbose_name_plural = _("audit")
        indexes = [
            models.Index(fields=["at", "id"], name="accounts_audit_by_time"),
            models.Index(fields=["staff", "at", "id"], name="accounts_audit_by_staff"),
            models.Index(fields=["player", "at", "id"], name="accounts_audit_by_player"),
            models.Index(fields=["deed", "at", "id"], name="accounts_audit_by_deed"),
            models.Index(
                fields=["at", "id"], condition=Q(refused=True), name="accounts_audit_refused"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deed} ({self.pk})"
