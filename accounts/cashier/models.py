"""What players ask of the cashier: deposits and withdrawals of roubles, and what became of them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.decided_model import Decided


class RequestKind(models.TextChoices):
    """Which way the money goes."""

    DEPOSIT = "deposit", _("Deposit")
    WITHDRAWAL = "withdrawal", _("Withdrawal")


class RequestState(models.TextChoices):
    """Where a request stands. It leaves *asked* once, and never comes back."""

    ASKED = "asked", pgettext_lazy("request", "waiting")
    CONFIRMED = "confirmed", pgettext_lazy("request", "confirmed")
    REFUSED = "refused", pgettext_lazy("request", "refused")
    CANCELLED = "cancelled", pgettext_lazy("request", "cancelled")


class CashierRequest(Decided):
    """One deposit or withdrawal that a player asked for.

    The money of a withdrawal leaves the balance when it is asked, and comes back when it is
    refused or cancelled; that of a deposit arrives when it is confirmed.
    """

    # The index below serves the player's list.
    wallet = models.ForeignKey(
        "accounts.Wallet",
        on_delete=models.PROTECT,
        related_name="requests",
        db_index=False,
        verbose_name=_("wallet"),
    )
    kind = models.CharField(_("kind"), max_length=16, choices=RequestKind.choices)
    amount = models.BigIntegerField(_("amount, hundredths"))
    details = models.CharField(_("details"), max_length=200, blank=True, default="")
    provider = models.CharField(_("provider"), max_length=32)
    state = models.CharField(
        _("state"), max_length=16, choices=RequestState.choices, default=RequestState.ASKED
    )
    asked_at = models.DateTimeField(_("asked at"))
    token = models.UUIDField(_("form's token"), editable=False)

    class Meta:
        app_label = "accounts"
        verbose_name = _("cashier request")
        verbose_name_plural = _("cashier requests")
        permissions = [
            ("decide_cashierrequest", "Can confirm or refuse requests to the cashier"),
        ]
        indexes = [
            models.Index(fields=["wallet", "id"], name="accounts_request_by_wallet"),
            models.Index(fields=["state", "id"], name="accounts_request_by_state"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["wallet", "token"], name="accounts_request_one_per_form"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="accounts_request_moves_money"),
            models.CheckConstraint(
                condition=Q(
                    state="asked", decided_by__isnull=True, decided_at__isnull=True, answer=""
                )
                | Q(state="cancelled", decided_by__isnull=True, decided_at__isnull=False)
                | Q(state="refused", decided_by__isnull=False, decided_at__isnull=False)
                & ~Q(answer="")
                | Q(state="confirmed", decided_by__isnull=False, decided_at__isnull=False),
                name="accounts_request_decided",
            ),
        ]

    def __str__(self) -> str:
        return self.cause

    @property
    def cause(self) -> str:
        """How the journal names this request."""
        return f"accounts.{self.kind}/{self.pk}"

    @property
    def cause_of_return(self) -> str:
        """How the journal names the return of a withdrawal's money."""
        return f"{self.cause}/returned"
