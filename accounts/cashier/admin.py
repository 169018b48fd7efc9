"""Staff confirm or refuse what players ask of the cashier."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.models import Deed
from accounts.cashier import providers, services
from accounts.deciding_admin import DecidingAdmin, amount_text
from accounts.models import CashierRequest, RequestKind, User


@admin.register(CashierRequest)
class CashierRequestAdmin(DecidingAdmin):
    """Deposits and withdrawals that players asked for, and what became of them."""

    many = gettext_lazy("Requests to the cashier")
    decide_permission = "accounts.decide_cashierrequest"
    yes = gettext_lazy("Confirm")
    deeds = (Deed.REQUEST_CONFIRMED, Deed.REQUEST_REFUSED)
    list_display = (
        "number",
        "asked_at",
        "player",
        "kind",
        "money",
        "state",
        "decided_by",
        "way",
    )
    list_filter = ("state", "kind")
    list_select_related = ("wallet__user", "decided_by")

    @admin.display(description="№")
    def number(self, row: CashierRequest) -> str:
        """The number that the player sees, too."""
        return str(row.pk)

    @admin.display(description=gettext_lazy("amount"))
    def money(self, row: CashierRequest) -> str:
        """The amount in roubles."""
        return amount_text(row.amount)

    def facts(self, row: CashierRequest) -> Mapping[str, Any]:
        """What the page of the decision shows."""
        withdrawal = row.kind == RequestKind.WITHDRAWAL
        provider = providers.provider(row.provider)
        return {
            _("Player"): row.wallet.user.username,
            _("Kind"): row.get_kind_display(),
            _("Amount"): f"{amount_text(row.amount)} RUR",
            **({_("Where to pay"): row.details} if withdrawal else {}),
            _("Paid through"): provider.title(),
            _("Asked at"): row.asked_at,
            _("State"): row.get_state_display(),
            _("Decided by"): row.decided_by.username if row.decided_by else "—",
            _("Answer"): row.answer or "—",
            _("Balance now"): f"{amount_text(row.wallet.balance)} RUR",
        }

    def public_facts(self, row: CashierRequest) -> Mapping[str, Any]:
        """All but the player's card or account, which only those need who pay."""
        return {
            label: fact for label, fact in self.facts(row).items() if label != _("Where to pay")
        }

    def say_yes(self, number: int, staff: User, answer: str) -> str:
        """The money has arrived, or was paid out."""
        done = services.confirm(number=number, staff=staff, answer=answer)
        words = (
            _("Deposit № %(number)s is confirmed: %(amount)s RUR are on the player's balance.")
            if done.kind == RequestKind.DEPOSIT
            else _("Withdrawal № %(number)s is confirmed: %(amount)s RUR are paid out.")
        )
        return words % {"number": done.pk, "amount": amount_text(done.amount)}

    def say_no(self, number: int, staff: User, answer: str) -> str:
        """Refuse it, for a reason that the player reads."""
        done = services.refuse(number=number, staff=staff, answer=answer)
        words = (
            _("Deposit № %(number)s is refused. Nothing was moved.")
            if done.kind == RequestKind.DEPOSIT
            else _("Withdrawal № %(number)s is refused: its money is back on the balance.")
        )
        return words % {"number": done.pk}
