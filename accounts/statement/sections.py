"""Sections of a wallet's journal: the lines of a period, its opening and closing balance.

A section is a run of consecutive line numbers, from the first line that is not before the
period to the last one before the first line that is behind it. So the closing balance of one
period is the opening one of the next, and opening plus lines is closing, whatever the clock did:
the balances stand in the journal, and nothing is added up.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Min, QuerySet, Sum

from accounts.models import Entry, Wallet

FILE_CHUNK: Final = 1000
"""Lines read at once for a file."""


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive lines of one wallet; amounts in hundredths.

    Attributes:
        wallet: its key; 0 where the player has none yet.
        first, last: numbers of the lines; without any, ``last`` is one less than ``first``.
        opening, closing: the balances before the first and after the last line.
    """

    wallet: int
    first: int
    last: int
    opening: int
    closing: int

    @property
    def change(self) -> int:
        """What the lines come to."""
        return self.closing - self.opening

    @property
    def lines(self) -> int:
        """How many there are."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a section, the newest first.

    Attributes:
        older, newer: the numbers before and after which the neighbouring pages lie, if any.
    """

    lines: tuple[Entry, ...]
    older: int | None
    newer: int | None


def section(
    user_id: int, currency: str, *, start: datetime | None = None, end: datetime | None = None
) -> Section:
    """The lines from ``start`` on and before ``end``; without one of them there is no such end."""
    found = Wallet.objects.filter(user_id=user_id, currency=currency)
    row = found.values_list("pk", "last_number").first()
    if row is None:
        return Section(0, 1, 0, 0, 0)
    wallet, newest = row
    behind = newest + 1 if end is None else _first_from(wallet, newest, end)
    # What is not before the period is in it or behind it: nothing is read twice.
    first = 1 if start is None else min(_first_from(wallet, newest, start, end), behind)
    last = behind - 1
    edges = Entry.objects.filter(wallet_id=wallet, number__in=[first - 1, last])
    balances = dict(edges.values_list("number", "balance_after"))
    return Section(wallet, first, last, balances.get(first - 1, 0), balances.get(last, 0))


def page(
    of: Section, *, kind: str = "", before: int | None = None, after: int | None = None, size: int
) -> Page:
    """The section's newest lines, or those before or after a number; of one kind, if named."""
    lines = _lines(of, kind)
    if after is not None:
        shown = list(lines.filter(number__gt=after).order_by("number")[:size])[::-1]
    elif before is not None:
        shown = list(lines.filter(number__lt=before).order_by("-number")[:size])
    else:
        shown = list(lines.order_by("-number")[:size])
    if not shown:
        return Page((), None, None)
    newest, oldest = shown[0].number, shown[-1].number
    return Page(
        tuple(shown),
        older=oldest if _any(lines.filter(number__lt=oldest).order_by("-number")) else None,
        newer=newest if _any(lines.filter(number__gt=newest).order_by("number")) else None,
    )


def total(of: Section, kind: str) -> int:
    """What the section's lines of this kind come to, hundredths."""
    return _lines(of, kind).aggregate(total=Sum("amount"))["total"] or 0


def chunk(of: Section, *, kind: str = "", after: int) -> list[Entry]:
    """The next lines of the section after this number, the oldest first; none at its end."""
    return list(_lines(of, kind).filter(number__gt=after).order_by("number")[:FILE_CHUNK])


def began_at(of: Section) -> datetime | None:
    """When the first line of the section's wallet was booked."""
    first = Entry.objects.filter(wallet_id=of.wallet, number=1).order_by("number")
    return first.values_list("at", flat=True).first()


def _first_from(wallet: int, newest: int, moment: datetime, until: datetime | None = None) -> int:
    """The first line booked at ``moment`` or later, and before ``until``; the next one if none.

    The smallest of all those numbers, not the number of the earliest of those lines: where the
    clock was put back, that keeps the lines of a period together.
    """
    # Added to nothing, so that no database walks the numbers from 1 on instead of the times.
    later = Entry.objects.filter(wallet_id=wallet, at__gte=moment, number__lte=newest)
    later = later.filter(at__lt=until) if until else later
    found: int | None = later.aggregate(first=Min(F("number") + 0))["first"]
    return newest + 1 if found is None else found


def _any(lines: QuerySet[Entry]) -> bool:
    """Whether there are any: by their order, which ``exists`` would drop, and the index with it."""
    return lines.values_list("number", flat=True).first() is not None


def _lines(of: Section, kind: str) -> QuerySet[Entry]:
    lines = Entry.objects.filter(wallet_id=of.wallet, number__gte=of.first, number__lte=of.last)
    return lines.filter(kind=kind) if kind else lines
