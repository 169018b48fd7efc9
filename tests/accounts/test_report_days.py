"""Days are summed up once when they are over; reports say the same with and without that."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Entry, ReportDay, ReportLine
from accounts.reporting import figures
from accounts.reporting.summing import SETTLED, sum_up, verify_reports
from accounts.verification import Difference
from tests.accounts.test_reports import FIRST, LAST, month
from tests.tables import at_once

__all__ = ["month"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

MIDNIGHT = datetime(2026, 3, 31, 21, tzinfo=UTC)
"""The end of the month in Moscow."""


@pytest.fixture
def april():
    with time_machine.travel(MIDNIGHT + SETTLED, tick=False) as clock:
        yield clock


@pytest.mark.usefixtures("month", "april")
def test_reports_of_days_that_are_summed_up_equal_the_journal():
    before = figures.lines(FIRST, LAST)
    # From the first line, of 27 February, to the last of March.
    assert sum_up() == 33
    assert ReportLine.objects.count() == len(figures.lines(date(2026, 2, 27), LAST))
    with CaptureQueriesContext(connection) as asked:
        assert figures.lines(FIRST, LAST) == before
    assert not [query for query in asked if Entry._meta.db_table in query["sql"]]
    assert verify_reports() == 33


@pytest.mark.usefixtures("month")
def test_a_day_is_summed_up_only_when_no_clock_can_come_back_to_it(april):
    april.move_to(MIDNIGHT + SETTLED - timedelta(seconds=1))
    sum_up()
    assert ReportDay.objects.latest("day").day == LAST - timedelta(days=1)
    april.shift(timedelta(seconds=1))
    assert sum_up() == 1
    assert ReportDay.objects.latest("day").day == LAST
    assert figures.lines(LAST, LAST + timedelta(days=1))[-1].day == LAST + timedelta(days=1)


@pytest.mark.usefixtures("month", "april")
def test_runs_at_once_and_again_sum_up_each_day_once():
    done = at_once(lambda _: sum_up(), times=4, threads=4)
    assert sum(done) == 33
    assert sum_up() == 0
    assert verify_reports() == 33


@pytest.mark.usefixtures("month", "april")
def test_a_figure_that_is_not_the_journal_s_is_named_and_made_anew(capsys):
    sum_up()
    line = ReportLine.objects.filter(day=FIRST).first()
    ReportLine.objects.filter(pk=line.pk).update(stakes=line.stakes + 1)
    with pytest.raises(Difference, match=FIRST.isoformat()):
        verify_reports()
    with pytest.raises(SystemExit):
        call_command("verify_ledger")
    call_command("sum_up_reports", "--again")
    assert "33" in capsys.readouterr().out
    assert verify_reports() == 33


def test_a_house_without_lines_has_nothing_to_sum_up():
    assert sum_up() == 0
    assert verify_reports() == 0
