"""Limits, breaks and times in the player's words."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounts.protection.models import Measure, Period, StopKind
from accounts.protection.stops import Length
from casino.amounts import money

Text = str | Promise

TITLES: Final[dict[Measure, Text]] = {
    Measure.DEPOSIT: gettext_lazy("Deposits"),
    Measure.LOSS: gettext_lazy("Losses"),
    Measure.STAKE: pgettext_lazy("limit", "Stakes"),
    Measure.TIME: gettext_lazy("Time played"),
}
MEANINGS: Final[dict[Measure, Text]] = {
    Measure.DEPOSIT: gettext_lazy("What you pay in, in roubles."),
    Measure.LOSS: gettext_lazy("Stakes less winnings. What is on the table counts as lost."),
    Measure.STAKE: gettext_lazy("All that you stake, whether it is won or lost."),
    Measure.TIME: gettext_lazy(
        "From bet to bet, for roubles and in the demo. A pause of 30 minutes does not count."
    ),
}
PERIODS: Final[dict[Period, Text]] = {
    Period.DAY: pgettext_lazy("limit for a period", "A day"),
    Period.WEEK: pgettext_lazy("limit for a period", "A week"),
    Period.MONTH: pgettext_lazy("limit for a period", "A month"),
}
LENGTHS: Final[dict[Length, Text]] = {
    Length.HOUR: pgettext_lazy("length of a break", "1 hour"),
    Length.DAY: pgettext_lazy("length of a break", "1 day"),
    Length.WEEK: pgettext_lazy("length of a break", "1 week"),
    Length.MONTH: pgettext_lazy("length of a break", "1 month"),
    Length.HALF_YEAR: pgettext_lazy("length of a break", "6 months"),
    Length.YEAR: pgettext_lazy("length of a break", "1 year"),
    Length.FOR_GOOD: pgettext_lazy("length of a break", "For good"),
}
_REACHED: Final[dict[tuple[Measure, Period], Text]] = {
    (Measure.DEPOSIT, Period.DAY): gettext_lazy("Your limit of deposits for a day"),
    (Measure.DEPOSIT, Period.WEEK): gettext_lazy("Your limit of deposits for a week"),
    (Measure.DEPOSIT, Period.MONTH): gettext_lazy("Your limit of deposits for a month"),
    (Measure.LOSS, Period.DAY): gettext_lazy("Your limit of losses for a day"),
    (Measure.LOSS, Period.WEEK): gettext_lazy("Your limit of losses for a week"),
    (Measure.LOSS, Period.MONTH): gettext_lazy("Your limit of losses for a month"),
    (Measure.STAKE, Period.DAY): gettext_lazy("Your limit of stakes for a day"),
    (Measure.STAKE, Period.WEEK): gettext_lazy("Your limit of stakes for a week"),
    (Measure.STAKE, Period.MONTH): gettext_lazy("Your limit of stakes for a month"),
    (Measure.TIME, Period.DAY): gettext_lazy("Your limit of time for a day"),
    (Measure.TIME, Period.WEEK): gettext_lazy("Your limit of time for a week"),
    (Measure.TIME, Period.MONTH): gettext_lazy("Your limit of time for a month"),
}


def limit_name(measure: Measure, period: Period) -> str:
    """A limit within a sentence or a list, such as "Your limit of losses for a day"."""
    return str(_REACHED[measure, period])


def duration(minutes: int) -> str:
    """A length of time, such as "2 h 05 min" or "40 min"."""
    hours, rest = divmod(max(0, minutes), 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": hours}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{rest:02}"}


def clock(lasted: timedelta) -> str:
    """A running time as a clock shows it, such as "01:08:40"."""
    seconds = int(lasted.total_seconds())
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def moment(at: datetime) -> str:
    """A date and time in the house's zone."""
    return date_format(localtime(at), "DATETIME_FORMAT")


def zone() -> str:
    """The zone in which days, weeks and months are counted."""
    return str(settings.TIME_ZONE)


def stopped(kind: StopKind, until: datetime | None) -> str:
    """Why no bet is possible, and until when."""
    if until is None:
        return _("You have excluded yourself from play for good.")
    if kind is StopKind.EXCLUSION:
        text = _("Until %(until)s you have excluded yourself from play.")
    else:
        text = _("Until %(until)s you are taking a break.")
    return text % {"until": moment(until)}


def stop_title(kind: StopKind) -> str:
    """The heading above ``stopped``."""
    if kind is StopKind.EXCLUSION:
        return pgettext("heading", "No new rounds: self-exclusion")
    return pgettext("heading", "No new rounds: a break")


def amount(measure: Measure, value: int) -> str:
    """A limit or what is used of it: roubles from hundredths, or a length of time."""
    return duration(value) if measure is Measure.TIME else f"{money(value)} RUR"
