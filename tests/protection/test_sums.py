"""What is used up of a limit: sums of the journal over the period, and how they are found."""

import random
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import ledger
from accounts.kinds import Kind
from accounts.models import Currency, Entry
from accounts.protection import sessions, snapshot, sums
from accounts.protection.models import Measure, Period
from accounts.protection.sessions import PAUSE

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
NOON = datetime(2026, 5, 13, 9, tzinfo=UTC)  # a Wednesday, noon in Moscow
MIDNIGHT = datetime(2026, 5, 12, 21, tzinfo=UTC)  # where that day begins
MONDAY = datetime(2026, 5, 10, 21, tzinfo=UTC)
FIRST = datetime(2026, 4, 30, 21, tzinfo=UTC)


def at(moment: datetime, book, *args, **kwargs) -> None:
    with time_machine.travel(moment, tick=False):
        book(*args, **kwargs)


def used(player, measure: Measure, period: Period = Period.DAY, now: datetime = NOON) -> int:
    return sums.used(player.pk, [(measure, period)], now)[measure, period]


def test_stakes_are_all_that_is_staked_and_a_loss_is_net(player, book):
    for amount, kind in [
        (-10_00, Kind.BET),
        (-10_00, Kind.DOUBLE),
        (-10_00, Kind.SPLIT),
        (-5_00, Kind.INSURANCE),
        (20_00, Kind.PAYOUT),
        (5_00, Kind.SURRENDER),
        (3_00, Kind.INSURANCE_PAYOUT),
        (500_00, Kind.ADJUSTMENT),
    ]:
        at(NOON, book, amount, kind=kind)
    assert used(player, Measure.STAKE) == 35_00
    assert used(player, Measure.LOSS) == 7_00
    assert used(player, Measure.DEPOSIT) == 0


def test_demo_money_counts_for_no_limit_of_money(player, book):
    with time_machine.travel(NOON, tick=False):
        book(100_00, Currency.FUN, Kind.DEMO_FILL)
        book(-10_00, Currency.FUN)
    assert {used(player, measure) for measure in (Measure.STAKE, Measure.LOSS)} == {0}
    assert used(player, Measure.TIME, now=NOON + 5 * MINUTE) == 5


def test_deposits_count_by_the_name_of_their_kind(player):
    """The cashier's kind need not exist for it to count: the line carries its name."""
    with time_machine.travel(NOON, tick=False):
        wallet = ledger.lock(player.pk, Currency.RUR)
        Entry.objects.create(
            wallet=wallet,
            number=wallet.last_number + 1,
            kind="deposit",
            counter_account="cashier",
            amount=40_00,
            balance_after=wallet.balance + 40_00,
            cause="test.deposit/1",
            at=NOON,
        )
    assert used(player, Measure.DEPOSIT) == 40_00
    assert used(player, Measure.LOSS) == 0


@pytest.mark.parametrize(
    ("period", "start"),
    [(Period.DAY, MIDNIGHT), (Period.WEEK, MONDAY), (Period.MONTH, FIRST)],
)
def test_a_period_counts_from_its_first_second(player, book, period, start):
    for moment, amount in [(start - SECOND, -1_00), (start, -2_00), (start + SECOND, -4_00)]:
        at(moment, book, amount)
    assert used(player, Measure.STAKE, period) == 6_00
    assert used(player, Measure.STAKE, period, start - SECOND) == 1_00


def expected_minutes(times: list[datetime], start: datetime, now: datetime) -> int:
    """The definition, minute by hand: gaps below the pause, a minute where a pause follows."""
    total = timedelta(0)
    for index, one in enumerate(times):
        following = times[index + 1] if index + 1 < len(times) else now
        end = following if following - one < PAUSE else one + MINUTE
        if one >= start:
            total += end - one
        elif following - one < PAUSE:
            total += max(timedelta(0), end - start)
    return int(total // MINUTE)


@pytest.mark.parametrize(
    ("minutes", "now", "played"),
    [
        ([], 0, 0),
        ([0], 0, 0),
        ([0], 29, 29),
        ([0], 30, 1),  # a pause: the bet counts as one minute
        ([0, 29, 58], 60, 60),
        ([0, 30], 31, 2),
        ([0, 10, 100, 110], 111, 22),  # 10, 1 before the pause, 10, and 1 since
        ([-10, 5], 10, 10),  # from midnight on
        ([-10], 5, 5),
        ([-31], 5, 0),
    ],
)
def test_time_is_counted_between_bets(player, book, minutes, now, played):
    for minute in minutes:
        at(MIDNIGHT + minute * MINUTE, book, -1_00)
    found = sums.minutes_played(player.pk, MIDNIGHT, MIDNIGHT + now * MINUTE)
    assert found == played
    times = [MIDNIGHT + minute * MINUTE for minute in minutes]
    assert found == expected_minutes(times, MIDNIGHT, MIDNIGHT + now * MINUTE)


@pytest.mark.parametrize("seed", range(5))
def test_time_is_counted_as_by_hand(player, book, seed):
    chance = random.Random(seed)
    moment, times = MIDNIGHT - timedelta(hours=1), []
    for _ in range(60):
        moment += timedelta(seconds=chance.choice([5, 40, 300, 1799, 1800, 1801, 4000]))
        times.append(moment)
        currency = chance.choice([Currency.FUN, Currency.RUR])
        with time_machine.travel(moment, tick=False):
            ledger.fill_demo(ledger.lock(player.pk, Currency.FUN))
            book(-1_00, currency)
    now = moment + timedelta(seconds=chance.choice([5, 1799, 1800]))
    assert sums.minutes_played(player.pk, MIDNIGHT, now) == expected_minutes(times, MIDNIGHT, now)


def running(player, now: datetime) -> sessions.Session | None:
    return snapshot.taken(player.pk, Currency.RUR, now).session


def test_a_session_begins_after_a_pause_and_ends_with_one(player, book):
    assert running(player, NOON) is None
    for minute in (0, 40, 50, 79):
        at(NOON + minute * MINUTE, book, -1_00)
    found = running(player, NOON + 80 * MINUTE)
    assert found == sessions.Session(NOON + 40 * MINUTE, NOON + 79 * MINUTE)
    assert found.lasted(NOON + 80 * MINUTE) == 40 * MINUTE
    assert running(player, NOON + 109 * MINUTE - SECOND) == found
    assert running(player, NOON + 109 * MINUTE) is None


def test_the_sessions_result_is_of_its_own_lines_and_currency(player, book):
    at(NOON - 60 * MINUTE, book, -100_00)
    at(NOON, book, -10_00)
    at(NOON + MINUTE, book, 25_00)
    at(NOON + MINUTE, book, 50_00, kind=Kind.ADJUSTMENT)
    now = NOON + 2 * MINUTE
    assert snapshot.taken(player.pk, Currency.RUR, now).net == 15_00
    assert snapshot.taken(player.pk, Currency.FUN, now).net == 0


def plans(queries: CaptureQueriesContext) -> list[str]:
    """How the database would answer each of the statements."""
    explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
    found = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Few rows are read whole, whatever indexes there are: ask what it could do.
            cursor.execute("SET LOCAL enable_seqscan = off")
        for query in queries.captured_queries:
            cursor.execute(explain + query["sql"])
            found.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    return found


def test_sums_are_found_by_index_and_never_by_reading_the_journal(player, book):
    for _ in range(20):
        book(-1_00)
    now = timezone.now()
    keys = [(measure, period) for measure in Measure for period in Period]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        sums.used(player.pk, keys, now)
        snapshot.taken(player.pk, Currency.RUR, now)
    texts = plans(queries)
    assert len(texts) == 1 + 3 * 2 + 1
    for text in texts:
        reads = [line for line in text.splitlines() if "accounts_entry" in line]
        assert reads
        assert any("accounts_entry_" in line and "ndex" in line.lower() for line in reads), text
        assert not any("SCAN accounts_entry" in line for line in text.splitlines()), text
        assert "Seq Scan on accounts_entry" not in text
