"""What players send to the cashier."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import CashierRequest
from casino.forms import Amount, StrictForm, WholeNumber


class DepositForm(StrictForm):
    """How much to deposit. The token is the form's own: sent twice, it asks once."""

    amount = Amount(label=_("Amount in roubles"))
    token = forms.UUIDField(widget=forms.HiddenInput)


class WithdrawalForm(DepositForm):
    """How much to withdraw, and where to."""

    details = forms.CharField(
        label=_("Where to pay it"),
        max_length=CashierRequest._meta.get_field("details").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("For example a bank and the phone number of your account. Only staff see it."),
    )


class CancelForm(StrictForm):
    """The button that takes a request back: it asks for nothing."""


class OlderForm(StrictForm):
    """Which part of the list of requests is shown: those before a number."""

    besides = frozenset[str]()
    before = WholeNumber(label=_("Before"), minimum=1, maximum=2**63 - 1, required=False)
