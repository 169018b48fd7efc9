"""Summing up the days that are over, at night, so that reports of months read few rows.

A day is summed up once, in one transaction. Which days are left the journal says, so that a night
without a worker is made up for by the next.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from django.db import IntegrityError
from django.utils import timezone

from accounts.models import Entry, ReportDay, ReportLine
from accounts.reporting import figures
from accounts.verification import Difference
from casino.transactions import unhurried

SETTLED: Final = timedelta(hours=2)
"""So long after its end a day gets no more lines, even where a clock was set back by an hour."""


def sum_up() -> int:
    """Sum up every day that is over and not summed up yet; return how many were.

    Two runs at once sum up each day once.
    """
    return sum(_sum_up(day) for day in _left(timezone.localdate(timezone.now() - SETTLED)))


def _left(today: date) -> Iterator[date]:
    first = Entry.objects.order_by("at", "pk").values_list("at", flat=True).first()
    if first is None:
        return
    summed = set(ReportDay.objects.values_list("day", flat=True))
    for day in figures.days(timezone.localdate(first), today - timedelta(days=1)):
        if day not in summed:
            yield day


def _sum_up(day: date) -> bool:
    """Write down what the journal says of a day; whether this run did."""
    try:
        with unhurried():
            # Before the row, for which another run of this day waits no longer than for a click.
            lines = figures.from_journal(day)
            row = ReportDay(day=day, summed_at=timezone.now())
            row.save(force_insert=True)
            ReportLine.objects.bulk_create(
                ReportLine(
                    day=row,
                    game=line.game,
                    tier=line.tier,
                    currency=line.currency,
                    stakes=line.stakes,
                    returns=line.returns,
                )
                for line in lines
            )
    except IntegrityError:  # another run was quicker
        return False
    return True


def verify_reports() -> int:
    """Hold every day that was summed up against the journal; return how many there are.

    Raises:
        Difference: one of them is not what its lines in the journal come to.
    """
    days = list(ReportDay.objects.order_by("day").values_list("day", flat=True))
    for day in days:
        if figures.as_summed(day) != figures.from_journal(day):
            raise Difference(
                f"the reports' figures of {day} are not what the journal's lines of that day give: "
                "`manage.py sum_up_reports --again` makes them anew"
            )
    return len(days)


def forget_all() -> None:
    """Let every day be summed up anew: after the house's time zone was changed."""
    ReportDay.objects.all().delete()
