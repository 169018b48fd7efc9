"""The limits that a player sets himself: lower at once, higher after a day and a second word."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef

from accounts.models import User
from accounts.protection.exceptions import NothingToChange, NotRipe, StaleProtection
from accounts.protection.models import LimitChange, Measure, Period, Step
from accounts.protection.sums import Key
from casino.live import announce

WAIT: Final = timedelta(hours=24)
"""Between asking for a higher limit and the first moment at which it may be confirmed."""


@dataclass(frozen=True, slots=True)
class LimitState:
    """One limit as it stands: hundredths of a rouble, or minutes.

    Attributes:
        number: of its last step; 0 before the first.
        limit: what holds; ``None`` for none.
        waiting: whether a higher one was asked for.
        wished: what was asked for; ``None`` to have no limit any more.
        ripe_at: from when it may be confirmed.
    """

    number: int = 0
    limit: int | None = None
    waiting: bool = False
    wished: int | None = None
    ripe_at: datetime | None = None


def states(user_id: int) -> dict[Key, LimitState]:
    """Every limit that the player has ever set, as it stands. One statement, by index."""
    return dict(_states(LimitChange.objects.filter(user_id=user_id)))


def in_force(user_id: int, measures: Iterable[Measure]) -> dict[Key, int]:
    """The limits that hold now, of these measures."""
    rows = LimitChange.objects.filter(user_id=user_id, measure__in=list(measures))
    return {key: state.limit for key, state in _states(rows) if state.limit is not None}


def history(user_id: int, count: int) -> Sequence[LimitChange]:
    """The last steps of all limits, the newest first."""
    rows = LimitChange.objects.filter(user_id=user_id)
    return list(rows.order_by("-at", "-pk")[:count])


def change(
    *,
    player: User,
    measure: Measure,
    period: Period,
    number: int,
    limit: int | None,
    now: datetime,
) -> LimitState:
    """Set a limit. A first or lower one holds at once; a higher one, or none, has to wait.

    What waited before is dropped.

    Args:
        number: of the step that the form showed.
        limit: hundredths of a rouble or minutes; ``None`` asks for no limit any more.

    Raises:
        StaleProtection: another step was taken since.
        NothingToChange: that limit holds already.
    """
    before = _state(player, measure, period, number)
    if limit == before.limit:
        raise NothingToChange
    lower = limit is not None and (before.limit is None or limit < before.limit)
    if lower:
        return _take(player, measure, period, Step.SET, LimitState(number + 1, limit), now)
    after = LimitState(number + 1, before.limit, True, limit, now + WAIT)
    return _take(player, measure, period, Step.ASKED, after, now)


def confirm(
    *, player: User, measure: Measure, period: Period, number: int, now: datetime
) -> LimitState:
    """Say a second time that a higher limit is wanted: from now on it holds.

    Raises:
        StaleProtection: another step was taken since.
        NothingToChange: none waits.
        NotRipe: it was asked for less than 24 hours ago.
    """
    before = _state(player, measure, period, number)
    if not before.waiting or before.ripe_at is None:
        raise NothingToChange
    if now < before.ripe_at:
        raise NotRipe(before.ripe_at)
    after = LimitState(number + 1, before.wished)
    return _take(player, measure, period, Step.CONFIRMED, after, now)


def withdraw(
    *, player: User, measure: Measure, period: Period, number: int, now: datetime
) -> LimitState:
    """Take a wish for a higher limit back: the old one stays.

    Raises:
        StaleProtection: another step was taken since.
        NothingToChange: none waits.
    """
    before = _state(player, measure, period, number)
    if not before.waiting:
        raise NothingToChange
    after = LimitState(number + 1, before.limit)
    return _take(player, measure, period, Step.WITHDRAWN, after, now)


def _states(rows: Any) -> list[tuple[Key, LimitState]]:
    same = LimitChange.objects.filter(
        user=OuterRef("user"),
        measure=OuterRef("measure"),
        period=OuterRef("period"),
        number=OuterRef("number") + 1,
    )
    return [
        (
            (Measure(row.measure), Period(row.period)),
            LimitState(row.number, row.limit, row.waiting, row.wished, row.ripe_at),
        )
        for row in rows.filter(~Exists(same)).order_by(F("measure"), F("period"))
    ]


def _state(player: User, measure: Measure, period: Period, number: int) -> LimitState:
    """The limit as the form showed it. Late clicks end here, before they queue for a lock.

    Raises:
        StaleProtection: it has moved on.
    """
    state = states(player.pk).get((measure, period), LimitState())
    if state.number != number:
        raise StaleProtection
    return state


def _take(
    player: User, measure: Measure, period: Period, step: Step, after: LimitState, now: datetime
) -> LimitState:
    """Add the step, in a transaction of its own.

    What was read before still stands when the number is free: of two steps at once the database
    takes one.

    Raises:
        StaleProtection: another was first.
    """
    try:
        with transaction.atomic(durable=True):
            announce(player.pk)
            LimitChange.objects.create(
                user=player,
                measure=measure.value,
                period=period.value,
                number=after.number,
                step=step.value,
                limit=after.limit,
                waiting=after.waiting,
                wished=after.wished,
                ripe_at=after.ripe_at,
                at=now,
            )
    except IntegrityError:
        raise StaleProtection from None
    return after
