"""All that a deal and a table's header ask of a player's protection, by one statement.

Asked for piece by piece it was a third of what a deal costs: Django builds each statement anew.
So this one is written out; it goes by the player's own indexes, and reads a day of his journal at
the most.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast

from django.db import connection

from accounts.counted_kinds import PLAY, STAKES
from accounts.protection.models import StopKind
from accounts.protection.sessions import LONGEST, PAUSE, Session
from accounts.protection.stops import Stop


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A player's protection at one moment.

    Attributes:
        active: the account is neither blocked nor closed.
        stop: the break or self-exclusion that holds.
        session: the sitting that is not over.
        net: what play has brought since it began, hundredths of the currency that was asked for;
            0 without a session.
        minutes, confirmed_at: how often he chose to be asked whether he goes on (``None``: he
            chose nothing), and when he last said so.
        has_limits: he has set a limit at some time; whether one holds is another question.
    """

    active: bool
    stop: Stop | None
    session: Session | None
    net: int
    minutes: int | None
    confirmed_at: datetime | None
    has_limits: bool


_GAP: Final = {
    # Django teaches SQLite the first; PostgreSQL subtracts times by itself.
    "sqlite": "django_timestamp_diff(at, lag(at) OVER (ORDER BY at)) >= {microseconds}",
    "postgresql": "at - lag(at) OVER (ORDER BY at) >= INTERVAL '{microseconds} microseconds'",
}


def _listed(words: frozenset[str]) -> str:
    return ", ".join(f"'{word}'" for word in sorted(words))


_STATEMENT: Final = f"""
WITH stakes AS (
    SELECT at, coalesce({{gap}}, TRUE) AS begins
    FROM accounts_entry
    WHERE wallet_id IN (SELECT id FROM accounts_wallet WHERE user_id = %(user)s)
      AND counter_account IN ({_listed(STAKES)}) AND amount < 0 AND at > %(earliest)s
), sitting AS (
    SELECT max(CASE WHEN begins THEN at END) AS began_at, max(at) AS last_at FROM stakes
), stopped AS (
    SELECT kind, until FROM accounts_playstop
    WHERE user_id = %(user)s ORDER BY number DESC LIMIT 1
)
SELECT
    player.is_active, stopped.kind, stopped.until,
    asked.minutes, asked.confirmed_at,
    sitting.began_at, sitting.last_at,
    (
        SELECT CAST(sum(amount) AS bigint) FROM accounts_entry
        WHERE wallet_id = (
            SELECT id FROM accounts_wallet WHERE user_id = %(user)s AND currency = %(currency)s
        ) AND counter_account IN ({_listed(PLAY)}) AND at >= sitting.began_at
    ),
    EXISTS (SELECT 1 FROM accounts_limitchange WHERE user_id = %(user)s)
FROM accounts_user AS player
CROSS JOIN sitting
LEFT JOIN stopped ON TRUE
LEFT JOIN accounts_realitycheck AS asked ON asked.user_id = player.id
WHERE player.id = %(user)s
"""  # noqa: S608  put together from words of our own


def taken(user_id: int, currency: str, now: datetime) -> Snapshot:
    """What holds for the player at ``now``; after a wait for a lock it is asked anew."""
    microseconds = int(PAUSE.total_seconds() * 1_000_000)
    gap = _GAP[connection.vendor].format(microseconds=microseconds)
    with connection.cursor() as cursor:
        cursor.execute(
            _STATEMENT.format(gap=gap),
            {
                "user": user_id,
                "currency": currency,
                "earliest": connection.ops.adapt_datetimefield_value(now - LONGEST),
            },
        )
        active, kind, until, minutes, confirmed, began, last, net, has_limits = cursor.fetchone()
    stop = None if kind is None else Stop(StopKind(kind), _moment(until))
    session = None if last is None else Session(_certain(began), _certain(last))
    running = session is not None and now - session.last_at < PAUSE
    return Snapshot(
        active=bool(active),
        stop=stop if stop is not None and stop.holds(now) else None,
        session=session if running else None,
        net=(net or 0) if running else 0,
        minutes=minutes,
        confirmed_at=_moment(confirmed),
        has_limits=bool(has_limits),
    )


def _moment(stored: Any) -> datetime | None:
    """A time as the database gives it: SQLite's have no zone and mean UTC, a maximum is a text."""
    if isinstance(stored, str):
        stored = datetime.fromisoformat(stored)
    if stored is None or stored.tzinfo is not None:
        return cast("datetime | None", stored)
    return cast("datetime", stored.replace(tzinfo=UTC))


def _certain(stored: Any) -> datetime:
    moment = _moment(stored)
    if moment is None:
        raise TypeError("a session without its times")
    return moment
