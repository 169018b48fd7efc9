"""What a player may send from the limits page, taken exactly as it is or refused by name."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import lockout
from accounts.forms import password_field
from accounts.protection import reality, words
from accounts.protection.models import Measure, Period
from accounts.protection.stops import Length
from accounts.signed_in import player_of
from casino.forms import OneOf, StrictForm, Switch, WholeNumber

_LARGEST_NUMBER: Final = 2**31 - 1
_LARGEST_MONEY: Final = 10**9
"""Whole roubles."""
_LONGEST: Final = {Period.DAY: 24 * 60, Period.WEEK: 7 * 24 * 60, Period.MONTH: 31 * 24 * 60}
"""Minutes that a period has."""
_HUNDREDTHS: Final = 100


class LimitForm(StrictForm):
    """Which limit, as the page showed it: ``number`` is that of its last step."""

    measure = OneOf(
        choices=Measure.choices,
        error_messages={"invalid_choice": _("There is no limit “%(value)s”.")},
    )
    period = OneOf(
        choices=Period.choices,
        error_messages={"invalid_choice": _("There is no period “%(value)s”.")},
    )
    number = WholeNumber(minimum=0, maximum=_LARGEST_NUMBER)

    @property
    def names(self) -> dict[str, Any]:
        """What the services take to find the limit. Only after ``require``."""
        return {
            "measure": Measure(self.cleaned_data["measure"]),
            "period": Period(self.cleaned_data["period"]),
            "number": self.cleaned_data["number"],
        }


class SetLimitForm(LimitForm):
    """A new limit: whole roubles, or minutes."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        is_time = data.get("measure") == Measure.TIME.value
        maximum = _LARGEST_MONEY
        if is_time:
            period = data.get("period")
            maximum = _LONGEST[Period(period)] if period in Period.values else 1
        self.fields["limit"] = WholeNumber(
            minimum=1,
            maximum=maximum,
            label=pgettext_lazy("form", "New limit"),
            error_messages={
                "invalid": _("“%(value)s” is not a limit: write a whole number."),
                "range": _(
                    "“%(value)s” can’t be the limit: it is from %(minimum)s to %(maximum)s."
                ),
            },
        )

    @property
    def limit(self) -> int:
        """Hundredths of a rouble, or minutes. Only after ``require``."""
        value: int = self.cleaned_data["limit"]
        is_time = self.cleaned_data["measure"] == Measure.TIME.value
        return value if is_time else value * _HUNDREDTHS


class RealityForm(StrictForm):
    """How often the player wants to be asked."""

    minutes = OneOf(
        choices=[(str(minutes), str(minutes)) for minutes in reality.CHOICES],
        error_messages={"invalid_choice": _("There is no interval “%(value)s”.")},
    )


class StopForm(StrictForm):
    """A break or a self-exclusion. A player gives his password; a guest, who has none, ticks."""

    length = OneOf(
        label=_("For how long"),
        choices=[(length.value, words.LENGTHS[length]) for length in Length],
        error_messages={"invalid_choice": _("There is no break of the length “%(value)s”.")},
    )
    number = WholeNumber(minimum=0, maximum=_LARGEST_NUMBER)
    sure = Switch(
        label=_("I know that this can’t be undone before its end"),
        error_messages={"required": _("Tick that you know that this can’t be undone.")},
    )

    def __init__(self, data: Any, *, request: HttpRequest) -> None:
        super().__init__(data)
        self._request = request
        if not player_of(request).is_guest:
            field = password_field(_("Your password"), new=False)
            field.error_messages["required"] = _("Confirm with your password.")
            self.fields["password"] = field

    def clean_password(self) -> str:
        """Check the password. Slow on purpose, so before the wallets are locked.

        Raises:
            ValidationError: it is another one.
        """
        password: str = self.cleaned_data["password"]
        if not lockout.is_own_password(self._request, password):
            raise ValidationError(_("This is not your password."))
        return password
