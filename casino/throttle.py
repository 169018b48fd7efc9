"""How often one may do a thing: counters in the cache, a window of time each.

A counter is raised by one atomic step, so that a hundred requests at once count a hundred. When
the cache is away everybody passes: a casino that can't count goes on playing.
"""

import hashlib
import ipaddress
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from casino.refusals import too_many

logger = logging.getLogger(__name__)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many times in so many seconds."""

    name: str
    times: int
    seconds: int


LOGIN: Final = Allowance("login", times=60, seconds=5 * 60)
"""From one address, behind which a whole office may sit. Wrong passwords lock earlier."""
REGISTRATION: Final = Allowance("registration", times=30, seconds=10 * 60)
GUESTS: Final = Allowance("guests", times=60, seconds=10 * 60)
RESET: Final = Allowance("reset", times=10, seconds=60 * 60)
RESET_MAILS: Final = Allowance("reset mails", times=3, seconds=60 * 60)
"""To one player, whoever asks for them."""
PASSWORD_ASKED: Final = Allowance("password asked", times=10, seconds=10 * 60)
"""Forms of a player who is signed in that ask for his password again."""
SECOND_FACTOR: Final = Allowance("second factor", times=10, seconds=5 * 60)
TABLE: Final = Allowance("table", times=300, seconds=30)
"""Ten clicks a second for half a minute: no hand can, a program can."""


def address(request: HttpRequest) -> str:
    """Return whom a visitor's requests count for: his address, or his network's under IPv6.

    It is the connection's own unless a proxy named in ``TRUSTED_PROXIES`` has said otherwise:
    the server has judged that before the request came here.
    """
    text = str(request.META.get("REMOTE_ADDR") or "")
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if found.version == 4:
        return text
    return str(ipaddress.ip_network((found, 64), strict=False))


def player(request: HttpRequest) -> str:
    """Return whom a player's requests count for: himself, wherever he is signed in."""
    return f"player {request.user.pk}" if request.user.is_authenticated else address(request)


def seconds_to_wait(allowance: Allowance, who: str) -> int:
    """Count one more, and return the seconds until it may be tried again; 0 where it may be now."""
    if not settings.THROTTLING:
        return 0
    window, gone = divmod(int(time.time()), allowance.seconds)
    key = hashlib.sha256(f"{allowance.name}/{window}/{who}".encode()).hexdigest()
    try:
        times = _counted(f"throttle.{key}", allowance.seconds)
    except Exception as error:  # whatever a cache's client raises
        logger.warning("Nothing is counted, the cache is away: %s", type(error).__name__)
        return 0
    return allowance.seconds - gone if times > allowance.times else 0


def throttled(
    allowance: Allowance, *, by: Callable[[HttpRequest], str]
) -> Callable[[View[P]], View[P]]:
    """Refuse a view's forms that are sent too often; looking at its page stays free."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method == "POST":
                wait = seconds_to_wait(allowance, by(request))
                if wait:
                    return too_many(request, wait)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def _counted(key: str, seconds: int) -> int:
    """Raise a counter and return it. It outlives its window a little: clocks differ."""
    if cache.add(key, 1, timeout=seconds + 60):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it was dropped between the two steps
        cache.add(key, 1, timeout=seconds + 60)
        return 1
