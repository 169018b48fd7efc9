"""What pages show of a player's protection: his session, a stop, the question, his limits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.protection import limits, reality, stops, sums, words
from accounts.protection.exceptions import RealityCheckDue
from accounts.protection.limits import LimitState
from accounts.protection.models import LimitChange, Measure, Period, PlayStop, Step, StopKind
from accounts.protection.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SessionView:
    """The session as a table's header shows it; before its first bet it stands at nothing.

    Attributes:
        seconds: since its first bet; a clock in the browser goes on from there.
        net: won or lost since, hundredths of ``currency``; stakes in play count as kept.
    """

    running: bool
    seconds: int
    clock: str
    spoken: str
    net: int
    currency: str

    def with_in_play(self, amount: int) -> "SessionView":
        """Count what is in play on the table (hundredths) as kept, not as lost."""
        return replace(self, net=self.net + amount)


@dataclass(frozen=True, slots=True)
class StopView:
    """Why no new round may begin, and until when."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The reality check: what the player is told before he says whether he goes on."""

    played: str
    net: int
    currency: str


def session_view(found: Snapshot, currency: str, now: datetime) -> SessionView:
    """The player's session, its result in the currency that the snapshot was taken for."""
    session = found.session
    if session is None:
        return SessionView(False, 0, words.clock(timedelta(0)), _("not begun"), 0, currency)
    lasted = session.lasted(now)
    return SessionView(
        running=True,
        seconds=int(lasted.total_seconds()),
        clock=words.clock(lasted),
        spoken=words.duration(int(lasted.total_seconds()) // 60),
        net=found.net,
        currency=currency,
    )


def stop_view(user_id: int, now: datetime) -> StopView | None:
    """The stop that holds now, in words."""
    stop = stops.current(user_id, now)
    return None if stop is None else _stop(stop.kind, stop.until)


def stop_in(found: Snapshot) -> StopView | None:
    """The stop that a snapshot found, in words."""
    return None if found.stop is None else _stop(found.stop.kind, found.stop.until)


def _stop(kind: StopKind, until: datetime | None) -> StopView:
    return StopView(words.stop_title(kind), words.stopped(kind, until))


def question_of(error: RealityCheckDue, now: datetime) -> QuestionView:
    """The question that a refused deal asks."""
    minutes = int(error.session.lasted(now).total_seconds()) // 60
    return QuestionView(words.duration(minutes), error.net, error.currency)


@dataclass(frozen=True, slots=True)
class LimitView:
    """One limit of the limits page; amounts are hundredths of a rouble, or minutes.

    Attributes:
        percent: of the limit used up, 0 to 100.
        wished: what waits, in words; empty when nothing does.
        ripe: whether it may be confirmed now.
    """

    id: str
    measure: str
    period: str
    number: int
    label: str
    name: str
    is_time: bool
    limit: str
    used: str
    left: str
    percent: int
    wished: str
    ripe: bool
    ripe_at: str
    removable: bool

    @property
    def is_set(self) -> bool:
        """Whether a limit holds."""
        return bool(self.limit)


@dataclass(frozen=True, slots=True)
class MeasureView:
    """What is limited, with its three limits."""

    measure: str
    title: str
    meaning: str
    limits: tuple[LimitView, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A line of the history."""

    at: str
    what: str
    step: str


@dataclass(frozen=True, slots=True)
class ProtectionView:
    """The limits page."""

    measures: tuple[MeasureView, ...]
    zone: str
    resets: tuple[tuple[str, str], ...]
    stop: StopView | None
    stop_number: int
    stop_is_final: bool
    interval: int
    history: tuple[ChangeView, ...]
    is_guest: bool


_SHOWN = 50


def protection(user: User, now: datetime) -> ProtectionView:
    """All that the limits page shows of ``user``."""
    held = limits.states(user.pk)
    # Guests hold no roubles: only their time can be limited.
    shown = [Measure.TIME] if user.is_guest else list(Measure)
    keys = [(measure, period) for measure in shown for period in Period]
    used = sums.used(user.pk, keys, now)
    stop = stops.current(user.pk, now)
    return ProtectionView(
        measures=tuple(
            MeasureView(
                measure=measure.value,
                title=str(words.TITLES[measure]),
                meaning=str(words.MEANINGS[measure]),
                limits=tuple(
                    _limit_view(
                        measure,
                        period,
                        held.get((measure, period), LimitState()),
                        used[measure, period],
                        now,
                    )
                    for period in Period
                ),
            )
            for measure in shown
        ),
        zone=words.zone(),
        resets=tuple(
            (str(words.PERIODS[period]), words.moment(sums.period_of(period, now).end))
            for period in Period
        ),
        stop=None if stop is None else _stop(stop.kind, stop.until),
        stop_number=stops.last_number(user.pk),
        stop_is_final=stop is not None and stop.until is None,
        interval=reality.interval(user.pk),
        history=_history(limits.history(user.pk, _SHOWN), stops.history(user.pk)),
        is_guest=user.is_guest,
    )


def _limit_view(
    measure: Measure, period: Period, state: LimitState, used: int, now: datetime
) -> LimitView:
    limit = state.limit
    return LimitView(
        id=f"limit-{measure.value}-{period.value}",
        measure=measure.value,
        period=period.value,
        number=state.number,
        label=str(words.PERIODS[period]),
        name=words.limit_name(measure, period),
        is_time=measure is Measure.TIME,
        limit="" if limit is None else words.amount(measure, limit),
        used=words.amount(measure, max(0, used)),
        left="" if limit is None else words.amount(measure, max(0, limit - used)),
        percent=0 if limit is None else min(100, max(0, used) * 100 // limit),
        wished=_wished(measure, state),
        ripe=state.ripe_at is not None and state.ripe_at <= now,
        ripe_at="" if state.ripe_at is None else words.moment(state.ripe_at),
        removable=limit is not None and not (state.waiting and state.wished is None),
    )


def _wished(measure: Measure, state: LimitState) -> str:
    if not state.waiting:
        return ""
    return _("no limit") if state.wished is None else words.amount(measure, state.wished)


def _history(changes: Sequence[LimitChange], stopped: Sequence[PlayStop]) -> tuple[ChangeView, ...]:
    lines = [
        *(
            (row.at, words.limit_name(Measure(row.measure), Period(row.period)), _step(row))
            for row in changes
        ),
        *((row.began_at, str(StopKind(row.kind).label), _stop_step(row)) for row in stopped),
    ]
    lines.sort(key=lambda line: line[0], reverse=True)
    return tuple(ChangeView(words.moment(at), what, step) for at, what, step in lines[:_SHOWN])


def _step(row: LimitChange) -> str:
    measure = Measure(row.measure)

    def said(limit: int | None) -> str:
        return _("no limit") if limit is None else words.amount(measure, limit)

    match Step(row.step):
        case Step.SET:
            return _("Set: %(limit)s") % {"limit": said(row.limit)}
        case Step.ASKED:
            return _("Asked for: %(limit)s") % {"limit": said(row.wished)}
        case Step.CONFIRMED:
            return _("Confirmed: %(limit)s") % {"limit": said(row.limit)}
        case Step.WITHDRAWN:
            return _("Request withdrawn, still: %(limit)s") % {"limit": said(row.limit)}


def _stop_step(row: PlayStop) -> str:
    if row.until is None:
        return _("For good")
    return _("Until %(until)s") % {"until": words.moment(row.until)}
