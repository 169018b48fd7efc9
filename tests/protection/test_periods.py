"""Days, weeks and months of the house's calendar, to the second, also where clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.protection.models import Period
from accounts.protection.periods import bounds, months_later

MOSCOW = ZoneInfo("Europe/Moscow")
BERLIN = ZoneInfo("Europe/Berlin")
BEIRUT = ZoneInfo("Asia/Beirut")  # its clocks are put forward at midnight: that day begins at 1
SECOND = timedelta(seconds=1)


def utc(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("period", "edge", "before", "after"),
    [
        pytest.param(
            Period.DAY, utc(2026, 5, 10, 21), utc(2026, 5, 9, 21), utc(2026, 5, 11, 21), id="day"
        ),
        pytest.param(
            Period.WEEK, utc(2026, 5, 10, 21), utc(2026, 5, 3, 21), utc(2026, 5, 17, 21), id="week"
        ),
        pytest.param(
            Period.MONTH,
            utc(2026, 2, 28, 21),
            utc(2026, 1, 31, 21),
            utc(2026, 3, 31, 21),
            id="the end of February",
        ),
        pytest.param(
            Period.MONTH,
            utc(2026, 12, 31, 21),
            utc(2026, 11, 30, 21),
            utc(2027, 1, 31, 21),
            id="the end of a year",
        ),
        pytest.param(
            Period.MONTH,
            utc(2028, 2, 29, 21),
            utc(2028, 1, 31, 21),
            utc(2028, 3, 31, 21),
            id="a leap year",
        ),
    ],
)
def test_a_period_ends_where_the_next_begins(period, edge, before, after):
    assert bounds(period, edge - SECOND, MOSCOW) == (before, edge)
    assert bounds(period, edge, MOSCOW) == (edge, after)
    assert bounds(period, edge + SECOND, MOSCOW) == (edge, after)


@pytest.mark.parametrize(
    ("day", "hours"),
    [(utc(2026, 3, 29, 12), 23), (utc(2026, 10, 25, 12), 25), (utc(2026, 10, 26, 12), 24)],
    ids=["clocks put forward", "clocks put back", "an ordinary day"],
)
def test_a_day_lasts_as_long_as_the_clocks_say(day, hours):
    start, end = bounds(Period.DAY, day, BERLIN)
    assert end.astimezone(UTC) - start.astimezone(UTC) == timedelta(hours=hours)
    assert bounds(Period.DAY, end, BERLIN).start == end
    assert bounds(Period.DAY, (end.astimezone(UTC) - SECOND), BERLIN).start == start


def test_a_day_without_a_midnight_begins_with_its_first_hour():
    start, end = bounds(Period.DAY, utc(2026, 3, 29, 12), BEIRUT)
    assert start.astimezone(UTC) == utc(2026, 3, 28, 22)
    assert end.astimezone(UTC) == utc(2026, 3, 29, 21)
    assert bounds(Period.DAY, utc(2026, 3, 28, 22) - SECOND, BEIRUT).end.astimezone(UTC) == utc(
        2026, 3, 28, 22
    )


def test_a_week_with_changed_clocks_is_an_hour_shorter():
    start, end = bounds(Period.WEEK, utc(2026, 3, 25), BERLIN)
    assert end.astimezone(UTC) - start.astimezone(UTC) == timedelta(hours=7 * 24 - 1)
    assert start.astimezone(BERLIN).weekday() == 0


@pytest.mark.parametrize(
    ("now", "months", "then"),
    [
        (utc(2026, 1, 31, 12), 1, utc(2026, 2, 28, 12)),
        (utc(2026, 8, 31, 12), 6, utc(2027, 2, 28, 12)),
        (utc(2028, 2, 29, 12), 12, utc(2029, 2, 28, 12)),
        (utc(2026, 11, 30, 21), 1, utc(2026, 12, 31, 21)),  # the first of a month in Moscow
    ],
)
def test_a_month_later_is_the_same_day_or_the_months_last(now, months, then):
    assert months_later(now, months, MOSCOW) == then
