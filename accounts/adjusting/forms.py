"""The form by which staff ask to move a player's roubles."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Adjustment
from casino.forms import Hundredths, StrictForm


class AdjustmentForm(StrictForm):
    """What, and why. The token is the form's own: sent twice, it asks once."""

    amount = Hundredths(
        label=_("Amount in roubles"),
        help_text=_("Whole or with two decimals; with a minus it is taken from the player."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=Adjustment._meta.get_field("reason").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    token = forms.UUIDField(widget=forms.HiddenInput)

    def clean_amount(self) -> int:
        """Refuse an amount that moves nothing.

        Raises:
            ValidationError: it is 0.
        """
        amount: int = self.cleaned_data["amount"]
        if amount == 0:
            raise ValidationError(
                _("“%(value)s” moves no money."),
                params={"value": self.data[self.add_prefix("amount")]},
            )
        return amount
