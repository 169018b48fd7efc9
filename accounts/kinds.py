"""The kinds of journal lines: which account stands on the other side, and which way money goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Kind(TextChoices):
    """Why money moved."""

    BET = "bet", _("Bet")
    DOUBLE = "double", pgettext_lazy("money", "Double")
    SPLIT = "split", _("Split")
    INSURANCE = "insurance", _("Insurance")
    PAYOUT = "payout", _("Payout")
    SURRENDER = "surrender", pgettext_lazy("money", "Surrender")
    INSURANCE_PAYOUT = "insurance_payout", _("Insurance payout")
    BINGO = "bingo", pgettext_lazy("money", "Bingo bet")
    BINGO_PAYOUT = "bingo_payout", _("Bingo payout")
    BINGO_REFUND = "bingo_refund", _("Bingo bet returned")
    DEMO_FILL = "demo_fill", _("Demo fill-up")
    ADJUSTMENT = "adjustment", _("Adjustment by staff")
    DEPOSIT = "deposit", _("Deposit")
    WITHDRAWAL = "withdrawal", _("Withdrawal")
    WITHDRAWAL_RETURNED = "withdrawal_returned", _("Withdrawal returned")


class CounterAccount(TextChoices):
    """The house's account on the other side of a line. Its balance is a sum, never a row."""

    STAKES = "stakes", _("Stakes")
    PAYOUTS = "payouts", _("Payouts")
    DEMO = "demo", _("Demo money")
    ADJUSTMENT = "adjustment", _("Adjustments")
    CASHIER = "cashier", _("Cashier")


class Sign(TextChoices):
    """Which way the money of a kind goes, seen from the player."""

    TAKEN = "taken"
    GIVEN = "given"
    EITHER = "either"

    def allows(self, amount: int) -> bool:
        """Whether ``amount`` (hundredths, signed) goes this way; nothing goes no way."""
        if self is Sign.TAKEN:
            return amount < 0
        if self is Sign.GIVEN:
            return amount > 0
        return amount != 0


@dataclass(frozen=True, slots=True)
class Booking:
    """How a kind is booked."""

    counter_account: CounterAccount
    sign: Sign


_STAKE = Booking(CounterAccount.STAKES, Sign.TAKEN)
_PAYOUT = Booking(CounterAccount.PAYOUTS, Sign.GIVEN)

BOOKINGS: Mapping[Kind, Booking] = MappingProxyType(
    {
        Kind.BET: _STAKE,
        Kind.DOUBLE: _STAKE,
        Kind.SPLIT: _STAKE,
        Kind.INSURANCE: _STAKE,
        Kind.PAYOUT: _PAYOUT,
        Kind.SURRENDER: _PAYOUT,
        Kind.INSURANCE_PAYOUT: _PAYOUT,
        Kind.BINGO: _STAKE,
        Kind.BINGO_PAYOUT: _PAYOUT,
        Kind.BINGO_REFUND: Booking(CounterAccount.STAKES, Sign.GIVEN),
        Kind.DEMO_FILL: Booking(CounterAccount.DEMO, Sign.GIVEN),
        Kind.ADJUSTMENT: Booking(CounterAccount.ADJUSTMENT, Sign.EITHER),
        Kind.DEPOSIT: Booking(CounterAccount.CASHIER, Sign.GIVEN),
        Kind.WITHDRAWAL: Booking(CounterAccount.CASHIER, Sign.TAKEN),
        Kind.WITHDRAWAL_RETURNED: Booking(CounterAccount.CASHIER, Sign.GIVEN),
    }
)
"""One row per kind; a new kind of money is a new row."""
