"""The cash history: opening plus lines is closing, for every period, whatever the clock did."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts import ledger
from accounts.models import Currency, Entry, User
from accounts.statement import sections
from accounts.statement.periods import Month, Period, last_days, months_since
from tests.accounts.statement_pages import get, numbers, sums
from tests.pages import read

pytestmark = pytest.mark.django_db

MOSCOW = ZoneInfo("Europe/Moscow")


def section(player: User, period: Period, currency: str = Currency.RUR) -> sections.Section:
    return sections.section(player.pk, currency, start=period.start, end=period.end)


def amounts(player: User, of: sections.Section) -> list[int]:
    found = Entry.objects.filter(wallet__user=player, wallet_id=of.wallet)
    found = found.filter(number__gte=of.first, number__lte=of.last).order_by("number")
    return list(found.values_list("amount", flat=True))


# --- Sections ---------------------------------------------------------------------------------


def test_thirteen_months_each_closing_is_the_next_ones_opening(player, at):
    """Seeded: some hundred lines at any time of the days, at the edges, and none in two months."""
    dice = Random(13)
    months = [Month(2025, 11)]
    while len(months) < 13:
        months.append(months[-1].next)
    moments = [
        datetime(2025, 11, 1, tzinfo=MOSCOW) + timedelta(seconds=dice.randrange(395 * 86_400))
        for _ in range(300)
    ]
    moments += [month.period.end - timedelta(microseconds=1) for month in months]
    moments += [month.period.start for month in months]
    empty = {(2026, 2), (2026, 7)}
    local = [(moment, moment.astimezone(MOSCOW)) for moment in sorted(moments)]
    moments = [moment for moment, there in local if (there.year, there.month) not in empty]
    by_month: dict[tuple[int, int], int] = {}
    balance = 0
    for moment in moments:
        amount = dice.randrange(1, 90_000) if balance < 50_000 else -dice.randrange(1, balance)
        at(moment, amount)
        balance += amount
        there = moment.astimezone(MOSCOW)
        key = (there.year, there.month)
        by_month[key] = by_month.get(key, 0) + amount
    found = [section(player, month.period) for month in months]
    assert found[0].opening == 0
    assert found[-1].closing == balance == ledger.balance(player.pk, Currency.RUR)
    for before, after in pairwise(found):
        assert (before.closing, before.last + 1) == (after.opening, after.first)
    for month, of in zip(months, found, strict=True):
        assert of.change == sum(amounts(player, of)) == by_month.get((month.year, month.month), 0)
    assert sum(of.lines for of in found) == Entry.objects.count() == len(moments)
    everything = section(player, Period())
    assert (everything.opening, everything.closing) == (0, balance)
    year = section(player, Period(date(2025, 11, 1), date(2026, 11, 30)))
    assert (year.first, year.last, year.change) == (1, len(moments), balance)
    half = section(player, Period(date(2026, 2, 1), date(2026, 7, 31)))
    assert (half.opening, half.closing) == (found[3].opening, found[8].closing)


def test_pages_of_all_months_show_the_same_sums(player, at):
    for month in range(1, 13):
        at(datetime(2026, month, 15, 12), 100 * month, -50)
    closing = 0
    with time_machine.travel(datetime(2026, 12, 20, tzinfo=UTC), tick=False):
        for month in range(1, 13):
            page = read(get(player, f"month=2026-{month:02}"))
            assert sums(page) == (closing, 100 * month - 50, closing + 100 * month - 50)
            assert numbers(page) == [2 * month, 2 * month - 1]
            closing += 100 * month - 50


def test_empty_periods_open_and_close_with_what_is_held(player, at):
    at(datetime(2026, 5, 10, 12), 700)
    for period, held in [
        (Period(date(2026, 5, 1), date(2026, 5, 9)), 0),
        (Period(date(2026, 5, 11), date(2026, 5, 31)), 700),
        (Period(None, date(2026, 5, 9)), 0),
        (Period(date(2026, 5, 11), None), 700),
        (Period(date(2099, 12, 31), date(2099, 12, 31)), 700),
    ]:
        of = section(player, period)
        assert (of.lines, of.opening, of.closing) == (0, held, held)
    nobody = section(player, Period(), Currency.FUN)
    assert (nobody.lines, nobody.opening, nobody.closing) == (0, 0, 0)


@pytest.mark.parametrize(
    "edge", [date(2026, 1, 1), date(2026, 3, 1), date(2024, 3, 1), date(2026, 12, 31)], ids=str
)
def test_a_day_begins_at_midnight_of_the_house(player, at, edge):
    midnight = datetime(edge.year, edge.month, edge.day, tzinfo=MOSCOW)
    at(midnight - timedelta(microseconds=1), 1)
    at(midnight, 20)
    at(midnight + timedelta(days=1) - timedelta(microseconds=1), 300)
    at(midnight + timedelta(days=1), 4_000)
    of = section(player, Period(edge, edge))
    assert amounts(player, of) == [20, 300]
    assert (of.opening, of.closing) == (1, 321)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Pacific/Kiritimati", date(2026, 1, 1), 24),
        ("America/New_York", date(2026, 12, 31), 24),
    ],
)
def test_days_of_other_zones_and_of_changed_clocks(settings, player, at, zone, day, hours):
    settings.TIME_ZONE = zone
    period = Period(day, day)
    begins, ends = period.start, period.end
    assert begins is not None
    assert ends is not None
    assert ends.astimezone(UTC) - begins.astimezone(UTC) == timedelta(hours=hours)
    at(begins.astimezone(UTC) - timedelta(seconds=1), 1)
    at(begins.astimezone(UTC), 20)
    at(ends.astimezone(UTC) - timedelta(seconds=1), 300)
    at(ends.astimezone(UTC), 4_000)
    assert amounts(player, section(player, period)) == [20, 300]
    assert read(get(player, f"since={day}&until={day}")).text.count(zone) == 1


def test_a_clock_that_was_put_back_tears_no_period_apart(player, at):
    at(datetime(2026, 5, 31, 23, 30), 1)
    at(datetime(2026, 6, 1, 0, 10), 20)  # an hour fast
    at(datetime(2026, 5, 31, 23, 20), 300)
    at(datetime(2026, 6, 1, 0, 5), 4_000)
    may, june = section(player, Month(2026, 5).period), section(player, Month(2026, 6).period)
    assert (amounts(player, may), amounts(player, june)) == ([1], [20, 300, 4_000])
    assert (may.closing, june.closing) == (june.opening, 4_321)


def test_what_is_booked_meanwhile_is_not_in_the_section(player, at):
    at(datetime(2026, 5, 1), 1, 2)
    of = section(player, Period())
    at(datetime(2026, 5, 2), 4)
    assert (of.last, of.closing) == (2, 3)
    assert [entry.number for entry in sections.page(of, size=10).lines] == [2, 1]


def test_currencies_do_not_mix(player, at):
    at(datetime(2026, 5, 1), 500)
    at(datetime(2026, 5, 1), 7, currency=Currency.FUN)
    assert sums(read(get(player, "period=all&currency=FUN"))) == (0, 7, 7)
    assert sums(read(get(player, "period=all&currency=RUR"))) == (0, 500, 500)


# --- Periods ----------------------------------------------------------------------------------


def test_words_name_days_of_the_house():
    with time_machine.travel(datetime(2026, 2, 28, 22, 30, tzinfo=UTC), tick=False):  # 1.3. there
        assert last_days(1) == Period(date(2026, 3, 1), date(2026, 3, 1))
        assert last_days(7) == Period(date(2026, 2, 23), date(2026, 3, 1))
        begun = datetime(2025, 11, 30, 21, 0, tzinfo=UTC)  # 1.12. there
        months = months_since(begun)
    assert months == [Month(2026, 3), Month(2026, 2), Month(2026, 1), Month(2025, 12)]


def test_months_end_where_the_next_begins():
    month = Month(2023, 12)
    for _ in range(30):
        period, following = month.period, month.next.period
        assert period.end == following.start
        month = month.next
    assert Month(2024, 2).period.last == date(2024, 2, 29)
