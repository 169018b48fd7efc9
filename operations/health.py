"""Whether the house can take bets, and what of it does not work as it should.

Without its database or its FairPlay keys it can't. Without Redis, the worker or the scheduler it
can: pushes fall silent and settled things come late, but play goes on. A load balancer must not
take such a process away.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from fairplay import keys
from operations.models import Heartbeat

SILENT: Final = timedelta(minutes=2)
"""A part that gave no sign of life for so long is down; it gives one every half minute."""
SKEW: Final = timedelta(seconds=2)
"""How far this machine's clock may be from the database's: FairPlay strings hold the time."""


NOT_ASKED: Final = "not asked: the database does not answer"


class Unwell(Exception):
    """A part does not work; the message says how, without addresses or secrets."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one check gave.

    Attributes:
        needed: whether nobody can play without it.
        fault: blank if all is well.
        seconds: how long it took.
    """

    name: str
    needed: bool
    fault: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """All checks.

    Attributes:
        database: whether the database has answered each of them.
    """

    checks: Sequence[Check]
    database: bool

    @property
    def serving(self) -> bool:
        """Whether players can be sent here."""
        return not any(check.fault for check in self.checks if check.needed)

    @property
    def status(self) -> str:
        """``ok``, ``degraded`` (play goes on) or ``failing`` (it can't)."""
        if not self.serving:
            return "failing"
        return "degraded" if any(check.fault for check in self.checks) else "ok"


def report() -> Report:
    """Run every check of this shape; one that breaks is a fault, never an exception."""
    looking = _Looking()
    checks = [looking.look("database", _database, needed=True)]
    looking.away = looking.away or bool(checks[0].fault)
    checks += [
        looking.look("keys", looking.keys, needed=True),
        looking.look("old keys", looking.old_keys),
        looking.look("clock", _clock),
        looking.look("worker", partial(_lives, Heartbeat.Part.WORKER)),
        looking.look("beat", partial(_lives, Heartbeat.Part.BEAT)),
    ]
    if settings.REDIS_URL:
        checks.append(looking.look("redis", _redis, asks_database=False))
    return Report(checks, database=not looking.away)


class _Looking:
    """One report in the making.

    Attributes:
        away: whether the database has failed to answer one of the checks.
    """

    def __init__(self) -> None:
        self.away = False

    @cached_property
    def _seen(self) -> keys.Looked:
        return keys.look(ends=1)

    def look(
        self,
        name: str,
        check: Callable[[], None],
        *,
        needed: bool = False,
        asks_database: bool = True,
    ) -> Check:
        """Run a check, unless it would only wait."""
        if self.away and asks_database:
            return Check(name, needed, NOT_ASKED, 0.0)
        began = time.monotonic()
        fault = ""
        try:
            check()
        except Unwell as unwell:
            fault = str(unwell)
        except Exception as broken:
            fault = type(broken).__name__
            self.away = isinstance(broken, DatabaseError | InterfaceError)
        return Check(name, needed, fault, time.monotonic() - began)

    def keys(self) -> None:
        """Raise Unwell where no key opens anything."""
        if self._seen.sealed and len(self._seen.closed) == self._seen.sealed:
            raise Unwell("the FairPlay keys open neither the oldest nor the newest shoe")

    def old_keys(self) -> None:
        """Raise Unwell where a shoe can't be opened."""
        if self._seen.closed:
            raise Unwell("a former FairPlay key is missing: some rounds can't go on")


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def _clock() -> None:
    if connection.vendor != "postgresql":
        return  # the database has no clock of its own
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        theirs: datetime = cursor.fetchone()[0]
    skew = abs(timezone.now() - theirs)
    if skew > SKEW:
        raise Unwell(f"{skew.total_seconds():.1f} s from the database's clock")


def _redis() -> None:
    cache.set("health", "1", timeout=5)
    if cache.get("health") != "1":
        raise Unwell("does not give back what it was given")


def _lives(part: Heartbeat.Part) -> None:
    at = Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()
    if at is None:
        raise Unwell("gave no sign of life yet")
    silent = timezone.now() - at
    if silent > SILENT:
        raise Unwell(f"silent for {silent.total_seconds():.0f} s")
