"""How much of each limit is used up: sums of the journal's lines of the period, by index.

Nothing is counted beside the journal, so that nothing can drift from it. Money is hundredths of
a rouble, time is minutes.

Time played lies between stakes that are less than 30 minutes apart. A stake after which such a
pause follows counts as one minute; since the last stake the time runs until the pause is over.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Max, Min, Q, Sum
from django.utils import timezone

from accounts.counted_kinds import DEPOSITS, PLAY, STAKES
from accounts.models import Currency, Entry
from accounts.protection.models import Measure, Period
from accounts.protection.periods import Bounds, bounds
from accounts.protection.sessions import PAUSE, stakes_of, with_gaps

Key = tuple[Measure, Period]

_COUNTED: Final[Mapping[Measure, Q]] = {
    Measure.DEPOSIT: Q(kind__in=DEPOSITS),
    Measure.LOSS: Q(counter_account__in=PLAY),
    Measure.STAKE: Q(counter_account__in=STAKES),
}
_SIGN: Final[Mapping[Measure, int]] = {Measure.DEPOSIT: 1, Measure.LOSS: -1, Measure.STAKE: -1}
_MINUTE: Final = timedelta(minutes=1)


def period_of(period: Period, now: datetime) -> Bounds:
    """The period in which ``now`` lies, in the house's zone."""
    return bounds(period, now, timezone.get_default_timezone())


def used(user_id: int, keys: Iterable[Key], now: datetime) -> dict[Key, int]:
    """How much of each of these limits is used up now.

    A loss is net: below 0 for a player who is ahead. Stakes of open rounds count as lost.
    """
    keys = list(keys)
    money = [key for key in keys if key[0] is not Measure.TIME]
    found = _money(user_id, money, now) if money else {}
    for measure, period in keys:
        if measure is Measure.TIME:
            found[measure, period] = minutes_played(user_id, period_of(period, now).start, now)
    return found


def money_lines(user_id: int, since: datetime) -> Any:
    """The player's lines in roubles from then on."""
    return Entry.objects.filter(
        wallet__user_id=user_id, wallet__currency=Currency.RUR, at__gte=since
    )


def _money(user_id: int, keys: list[Key], now: datetime) -> dict[Key, int]:
    limits = {key: period_of(key[1], now) for key in keys}
    lines = money_lines(user_id, min(one.start for one in limits.values()))
    sums = lines.aggregate(
        **{
            f"{measure.value}_{period.value}": Sum(
                "amount", filter=_COUNTED[measure] & Q(at__gte=one.start, at__lt=one.end)
            )
            for (measure, period), one in limits.items()
        }
    )
    return {
        (measure, period): _SIGN[measure] * (sums[f"{measure.value}_{period.value}"] or 0)
        for measure, period in keys
    }


def minutes_played(user_id: int, start: datetime, now: datetime) -> int:
    """Whole minutes played from ``start`` until ``now``."""
    stakes = stakes_of(user_id).filter(at__lte=now)
    gaps = with_gaps(stakes.filter(at__gte=start)).aggregate(
        played=Sum("gap", filter=Q(gap__lt=PAUSE)),
        pauses=Count("gap", filter=Q(gap__gte=PAUSE)),
        first=Min("at"),
        last=Max("at"),
    )
    before = stakes.filter(at__gt=start - PAUSE, at__lt=start).aggregate(last=Max("at"))["last"]
    played = (gaps["played"] or timedelta(0)) + gaps["pauses"] * _MINUTE
    first, last = gaps["first"] or now, gaps["last"]
    if before is not None and first - before < PAUSE:
        played += first - start
    if last is not None:
        played += now - last if now - last < PAUSE else _MINUTE
    return int(played // _MINUTE)
