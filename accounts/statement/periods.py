"""The periods of the cash history: whole days of the house's zone, which every page names."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to the last one, both included; ``None`` leaves that end open."""

    first: date | None = None
    last: date | None = None

    @property
    def start(self) -> datetime | None:
        """The first moment that belongs to it."""
        return None if self.first is None else _midnight(self.first)

    @property
    def end(self) -> datetime | None:
        """The first moment that no longer does."""
        return None if self.last is None else _midnight(self.last + timedelta(days=1))


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of a year."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.month, 1)

    @property
    def next(self) -> "Month":
        """The month behind it."""
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def period(self) -> Period:
        """All its days."""
        return Period(self.first, self.next.first - timedelta(days=1))


def today() -> date:
    """The day that it is in the house's zone."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def last_days(count: int) -> Period:
    """Today and the days before it, ``count`` in all."""
    return Period(today() - timedelta(days=count - 1), today())


def months_since(moment: datetime) -> list[Month]:
    """The months from the one of ``moment`` to the present one, the newest first."""
    begun = timezone.localdate(moment, timezone.get_default_timezone())
    month, now = Month(begun.year, begun.month), today()
    months = []
    while month <= Month(now.year, now.month):
        months.append(month)
        month = month.next
    return months[::-1]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=timezone.get_default_timezone())
