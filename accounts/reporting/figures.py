"""The figures of the reports: of days that are summed up from a table, of others from the journal.

A table is filled when a day is over (``summing``) and held against the journal by `verify_ledger`.
A day that is not summed up yet, such as today, is one look into the journal's index on time.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Count, QuerySet, Sum
from django.utils.timezone import make_aware

from accounts.kinds import CounterAccount
from accounts.models import (
    CashierRequest,
    Currency,
    Entry,
    ReportDay,
    ReportLine,
    RequestKind,
    RequestState,
    Wallet,
)
from accounts.registry import games


@dataclass(frozen=True, slots=True)
class Line:
    """What was staked and given back on one day in one game, tier and currency; hundredths.

    A stake that the house returned unplayed counts as never laid. Money counts on the day on which
    it was booked: a round that is dealt before midnight and ends after it stands on both days.
    """

    day: date
    game: str
    tier: str
    currency: str
    stakes: int
    returns: int

    @property
    def result(self) -> int:
        """What the house won; negative when the players did."""
        return self.stakes - self.returns


@dataclass(frozen=True, slots=True)
class Owed:
    """What the house owes in one currency; hundredths.

    Attributes:
        balances: what players hold.
        held: withdrawals that have left the balances and are not paid out yet.
        in_play: what lies in open rounds and running bingo sessions.
    """

    currency: str
    balances: int
    held: int
    in_play: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.balances + self.held + self.in_play


def days(first: date, last: date) -> Iterator[date]:
    """Every day from one to another, both included."""
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)


def lines(first: date, last: date) -> list[Line]:
    """What each day, game, tier and currency came to, in that order."""
    summed = set(ReportDay.objects.filter(day__range=(first, last)).values_list("day", flat=True))
    kept = defaultdict(list)
    for line in _summed(first, last):
        kept[line.day].append(line)
    return [
        line
        for day in days(first, last)
        for line in (kept[day] if day in summed else from_journal(day))
    ]


def as_summed(day: date) -> list[Line]:
    """What the table of the reports says of a day."""
    return _summed(day, day)


def active_players(first: date, last: date, currency: str) -> int:
    """How many players staked something in these days."""
    staked = _between(first, last).filter(
        counter_account=CounterAccount.STAKES, wallet__currency=currency
    )
    found: int = staked.aggregate(players=Count("wallet_id", distinct=True))["players"]
    return found


def owed() -> list[Owed]:
    """What the house owes now, by currency."""
    in_play = games().total_in_play()
    return [_owed(currency.value, in_play.get(currency.value, 0)) for currency in Currency]


def _summed(first: date, last: date) -> list[Line]:
    rows = ReportLine.objects.filter(day__gte=first, day__lte=last).order_by()
    found = [
        Line(row.day_id, row.game, row.tier, row.currency, row.stakes, row.returns) for row in rows
    ]
    # Here, because databases have an order of texts of their own.
    return sorted(found, key=lambda line: (line.day, line.game, line.tier, line.currency))


def from_journal(day: date) -> list[Line]:
    """What the journal's lines of a day come to."""
    sums = (
        _between(day, day)
        .filter(counter_account__in=[CounterAccount.STAKES, CounterAccount.PAYOUTS])
        .values_list("game", "tier", "wallet__currency", "counter_account")
        .annotate(total=Sum("amount"))
        .order_by()
    )
    found: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for game, tier, currency, account, total in sums:
        found[game, tier, currency][account] = total
    return [
        Line(
            day=day,
            game=game,
            tier=tier,
            currency=currency,
            stakes=-of.get(CounterAccount.STAKES, 0),
            returns=of.get(CounterAccount.PAYOUTS, 0),
        )
        for (game, tier, currency), of in sorted(found.items())
    ]


def _between(first: date, last: date) -> QuerySet[Entry]:
    begin, end = (
        make_aware(datetime.combine(day, time.min)) for day in (first, last + timedelta(days=1))
    )
    return Entry.objects.filter(at__gte=begin, at__lt=end)


def _owed(currency: str, in_play: int) -> Owed:
    balances = Wallet.objects.filter(currency=currency, balance__gt=0)
    held = CashierRequest.objects.filter(
        state=RequestState.ASKED, kind=RequestKind.WITHDRAWAL, wallet__currency=currency
    )
    return Owed(
        currency=currency,
        balances=balances.aggregate(total=Sum("balance"))["total"] or 0,
        held=held.aggregate(total=Sum("amount"))["total"] or 0,
        in_play=in_play,
    )
