"""Calendar periods in the house's zone, and lengths of breaks. Pure: the time comes in."""

import calendar
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from accounts.protection.models import Period


class Bounds(NamedTuple):
    """A period from ``start`` on and before ``end``."""

    start: datetime
    end: datetime


def bounds(period: Period, now: datetime, zone: tzinfo) -> Bounds:
    """The calendar period of ``zone`` in which ``now`` lies; a day may have 23 or 25 hours."""
    today = now.astimezone(zone).date()
    if period is Period.DAY:
        first, after = today, today + timedelta(days=1)
    elif period is Period.WEEK:
        first = today - timedelta(days=today.weekday())
        after = first + timedelta(days=7)
    else:
        first = today.replace(day=1)
        after = _months_later(first, 1)
    return Bounds(_midnight(first, zone), _midnight(after, zone))


def months_later(now: datetime, months: int, zone: tzinfo) -> datetime:
    """The same day and time ``months`` later by the zone's calendar; 31 becomes the last day."""
    local = now.astimezone(zone)
    day = _months_later(local.date(), months)
    return datetime.combine(day, local.time(), tzinfo=zone).astimezone(now.tzinfo)


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _midnight(day: date, zone: tzinfo) -> datetime:
    """The day's first moment, in UTC; where clocks skip midnight, the moment they skip it."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
