"""What players have set for their own protection, as staff see it. Nothing here is changed.

Limits and stops are the player's word alone: nobody of the staff lifts or lowers one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import User
from accounts.protection import limits, reality, stops, sums, words
from accounts.protection.limits import LimitState
from accounts.protection.models import LimitChange, Measure, Period, PlayStop
from accounts.protection.sums import Key
from casino.read_only_admin import ReadOnlyAdmin


@dataclass(frozen=True, slots=True)
class LimitFact:
    """A limit of a player's that holds, or is asked for; all in words.

    Attributes:
        limit: what holds.
        used: of it in the running period.
        waiting: what was asked for and from when it may be confirmed; blank where nothing waits.
    """

    name: str
    limit: str
    used: str
    waiting: str


@dataclass(frozen=True, slots=True)
class ProtectionFacts:
    """A player's protection on his page in the office.

    Attributes:
        stop: the break or self-exclusion that holds now; blank without one.
        interval: how often he is asked whether he goes on.
    """

    stop: str
    interval: str
    limits: Sequence[LimitFact]


def protection_facts(player: User) -> ProtectionFacts:
    """All that staff see of it; each statement goes by the player's own index."""
    now = timezone.now()
    held = limits.states(player.pk)
    shown = {key: state for key, state in held.items() if state.limit or state.waiting}
    used = sums.used(player.pk, list(shown), now) if shown else {}
    minutes = reality.interval(player.pk)
    return ProtectionFacts(
        stop=_stop(player.pk, now),
        interval=words.duration(minutes) if minutes else _("never"),
        limits=[_fact(key, state, used[key]) for key, state in shown.items()],
    )


def _stop(user_id: int, now: datetime) -> str:
    stop = stops.current(user_id, now)
    return "" if stop is None else f"{stop.kind.label}: {_until(stop.until)}"


def _fact(key: Key, state: LimitState, used: int) -> LimitFact:
    measure, period = key
    waiting = ""
    if state.waiting and state.ripe_at is not None:
        waiting = _("%(limit)s, may be confirmed from %(moment)s") % {
            "limit": _limit(measure, state.wished),
            "moment": words.moment(state.ripe_at),
        }
    return LimitFact(
        name=_name(measure, period),
        limit=_limit(measure, state.limit),
        used=words.amount(measure, max(0, used)),
        waiting=waiting,
    )


def _name(measure: Measure, period: Period) -> str:
    return f"{words.TITLES[measure]}, {period.label}"


def _limit(measure: Measure, limit: int | None) -> str:
    return _("no limit") if limit is None else words.amount(measure, limit)


def _until(until: datetime | None) -> str:
    return _("for good") if until is None else _("until %(day)s") % {"day": words.moment(until)}


@admin.register(LimitChange)
class LimitChangeAdmin(ReadOnlyAdmin):
    """Every step of every limit that players have set themselves."""

    one = gettext_lazy("Step of a player’s limit")
    many = gettext_lazy("Players’ own limits")
    players = ("user",)
    numbered = False
    list_display = ("at", "user", "which", "step", "holds", "asked_for", "ripe_at")
    list_select_related = ("user",)
    fields = list_display
    readonly_fields = ("which", "holds", "asked_for")

    @admin.display(description=gettext_lazy("limit"))
    def which(self, row: LimitChange) -> str:
        """What it holds down, and for how long."""
        return _name(Measure(row.measure), Period(row.period))

    @admin.display(description=gettext_lazy("limit in force"))
    def holds(self, row: LimitChange) -> str:
        """What holds from this step on: roubles, or a length of time."""
        return _limit(Measure(row.measure), row.limit)

    @admin.display(description=gettext_lazy("limit asked for"))
    def asked_for(self, row: LimitChange) -> str:
        """What waits; a dash where nothing does."""
        return _limit(Measure(row.measure), row.wished) if row.waiting else "—"


@admin.register(PlayStop)
class PlayStopAdmin(ReadOnlyAdmin):
    """Breaks and self-exclusions; none of them has a way back before its end."""

    players = ("user",)
    numbered = False
    list_display = ("user", "kind", "began_at", "ends", "holds")
    list_select_related = ("user",)
    fields = list_display
    readonly_fields = ("ends", "holds")

    @admin.display(description=gettext_lazy("until"))
    def ends(self, row: PlayStop) -> str:
        """When it is over."""
        return _("for good") if row.until is None else words.moment(row.until)

    @admin.display(description=gettext_lazy("in force"))
    def holds(self, row: PlayStop) -> str:
        """Whether it is not over."""
        return (
            _("yes")
            if row.until is None or row.until > timezone.now()
            else pgettext("break", "over")
        )
