"""What a report is asked for."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Currency, Tier
from accounts.registry import games
from casino.forms import OneOf, StrictForm

MOST_DAYS: Final = 92


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class ReportForm(StrictForm):
    """A period of at most a quarter, a currency, and perhaps one game or tier."""

    first = _day(gettext_lazy("From day"))
    last = _day(gettext_lazy("to day"))
    currency = OneOf(label=gettext_lazy("Currency"), choices=Currency.choices)
    game = OneOf(label=gettext_lazy("Game"), choices=(), required=False)
    tier = OneOf(
        label=gettext_lazy("Tier"),
        choices=[("", gettext_lazy("all tiers")), *Tier.choices],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of_house = games()
        self.fields["game"].choices = [  # type: ignore[attr-defined]
            ("", _("all games")),
            *((variant, of_house.game_name(variant)) for variant in of_house.variants()),
        ]

    @staticmethod
    def usual() -> dict[str, str]:
        """The last 30 days in roubles."""
        today = localdate()
        return {
            "first": str(today - timedelta(days=29)),
            "last": str(today),
            "currency": Currency.RUR.value,
            "game": "",
            "tier": "",
        }

    def clean(self) -> dict[str, Any]:
        """Hold the period in order and short.

        Raises:
            ValidationError: it is not.
        """
        values = super().clean() or self.cleaned_data
        first, last = values.get("first"), values.get("last")
        if first is None or last is None:
            return values
        if not 2000 <= first.year <= last.year <= 2200 or first > last:
            raise ValidationError({"first": _("The first day can’t be after the last one.")})
        if (last - first).days >= MOST_DAYS:
            text = _("A report spans at most %(days)s days.") % {"days": MOST_DAYS}
            raise ValidationError({"first": text})
        return values
