"""What may be asked of the cash history: all of it by GET, in the address."""

import re
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.kinds import Kind
from accounts.models import Currency
from accounts.statement.periods import Month, Period, last_days
from casino.forms import OneOf, StrictForm, WholeNumber, shown

DAYS: Final = {"today": 1, "week": 7, "month30": 30}
ALL: Final = "all"
DEFAULT: Final = "month30"
_YEARS: Final = range(2000, 2100)
_LARGEST: Final = 2**63 - 1


class Day(forms.Field):
    """A day as browsers send it, ``2026-11-30``, or as it is written, ``30.11.2026``."""

    default_error_messages = {
        "invalid": gettext_lazy("“%(value)s” is not a day: write it like 2026-11-30."),
    }
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def to_python(self, value: Any) -> date | None:
        """The day; ``None`` for nothing.

        Raises:
            ValidationError: it is no day, or of no year that could be meant.
        """
        text = "" if value is None else str(value).strip(" ")
        if not text:
            return None
        parts = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
        numbers = parts.groups() if parts else ()
        if not numbers and (parts := re.fullmatch(r"([0-9]{2})\.([0-9]{2})\.([0-9]{4})", text)):
            numbers = parts.groups()[::-1]
        try:
            day = date(*map(int, numbers))
        except (TypeError, ValueError):
            day = date.min
        if day.year not in _YEARS:
            raise ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": shown(text)}
            )
        return day


class MonthField(forms.Field):
    """A month, ``2026-11``."""

    default_error_messages = {
        "invalid": gettext_lazy("“%(value)s” is not a month: write it like 2026-11."),
    }

    def to_python(self, value: Any) -> Month | None:
        """The month; ``None`` for nothing.

        Raises:
            ValidationError: it is no month, or of no year that could be meant.
        """
        text = "" if value is None else str(value).strip(" ")
        if not text:
            return None
        parts = re.fullmatch(r"([0-9]{4})-([0-9]{2})", text)
        month = Month(int(parts[1]), int(parts[2])) if parts else Month(0, 0)
        if month.year not in _YEARS or not 1 <= month.month <= 12:
            raise ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": shown(text)}
            )
        return month


class FilterForm(StrictForm):
    """Which lines: of one currency, in a period, of one kind or of all.

    The period is named in one of three ways: by a word, by a month, or by its days, where a
    blank one leaves that end open. Named in none, it is the last 30 days.
    """

    besides = frozenset[str]()
    currency = OneOf(label=gettext_lazy("Currency"), choices=Currency.choices, required=False)
    kind = OneOf(
        label=gettext_lazy("Kind"),
        choices=[("", gettext_lazy("All kinds")), *Kind.choices],
        required=False,
    )
    period = OneOf(
        label=gettext_lazy("Period"),
        choices=[(word, word) for word in (*DAYS, ALL)],
        required=False,
    )
    month = MonthField(label=gettext_lazy("Month"), required=False)
    since = Day(label=gettext_lazy("From day"), required=False)
    until = Day(label=gettext_lazy("To day"), required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse two periods at once, and one that ends before it begins.

        Raises:
            ValidationError: it is so.
        """
        values = super().clean() or self.cleaned_data
        since, until = values.get("since"), values.get("until")
        named = [values.get("period"), values.get("month"), since or until]
        if sum(map(bool, named)) > 1:
            raise ValidationError(_("Choose a period, a month or days: one of them."))
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return values

    def chosen_period(self) -> Period:
        """The period that a valid form names."""
        values = self.cleaned_data
        if values["month"]:
            month: Month = values["month"]
            return month.period
        if values["period"]:
            word: str = values["period"]
            return Period() if word == ALL else last_days(DAYS[word])
        if "since" in self.data or "until" in self.data:
            return Period(values["since"], values["until"])
        return last_days(DAYS[DEFAULT])


class PageForm(FilterForm):
    """Which page of them, too: the lines before or after a line's number."""

    before = WholeNumber(label=gettext_lazy("Before"), minimum=1, maximum=_LARGEST, required=False)
    after = WholeNumber(label=gettext_lazy("After"), minimum=0, maximum=_LARGEST, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse two pages at once, too.

        Raises:
            ValidationError: it is so.
        """
        values = super().clean()
        if values.get("before") is not None and values.get("after") is not None:
            raise ValidationError(_("A page is before a line or after it, not both."))
        return values
