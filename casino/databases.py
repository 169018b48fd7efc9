"""The two databases that the casino runs on, as Django is told of them."""

from pathlib import Path
from typing import Any, Final

import environ
from django.core.exceptions import ImproperlyConfigured

Databases = dict[str, dict[str, Any]]

PATIENCE: Final = 3
"""Seconds that a player waits for another click's lock, or for a connection, before he is told."""


POOLER: Final = "transaction"
"""The one mode of a pooler in between for which anything has to be set otherwise."""


def postgresql(env: environ.Env) -> Databases:
    """The server named by ``DATABASE_URL``, through a pool of connections.

    The limits in time are those of a click; ``casino.transactions`` lifts them for longer work.

    Raises:
        ImproperlyConfigured: the address is of another kind of database, or ``DATABASE_POOLER``
            names no mode that is known.
    """
    named = env.db_url("DATABASE_URL")
    if named["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://.")
    pooler = env.str("DATABASE_POOLER", default="")
    if pooler not in {"", POOLER}:
        raise ImproperlyConfigured(
            f'DATABASE_POOLER is not set, or "{POOLER}": PgBouncer with pool_mode = transaction.'
        )
    return {
        "default": {
            **named,
            # Such a pooler may hand the next statement to a server that knows no cursor of ours.
            "DISABLE_SERVER_SIDE_CURSORS": pooler == POOLER,
            # One that broke while it lay in the pool is no request's fault: it is looked at first.
            "ENGINE": "casino.postgresql",
            "CONN_MAX_AGE": 0,  # the pool keeps the connections
            "OPTIONS": {
                **named.get("OPTIONS", {}),
                "pool": {
                    "min_size": 1,
                    "max_size": env.int("DATABASE_POOL_SIZE", default=16),
                    "timeout": PATIENCE,
                    # Then the next request tries anew: waiting longer and longer between tries,
                    # the pool would stay away long after the server has come back.
                    "reconnect_timeout": 1,
                },
                "options": (
                    f"-c lock_timeout={PATIENCE}s -c statement_timeout=10s"
                    " -c idle_in_transaction_session_timeout=10s"
                ),
            },
        }
    }


def sqlite(directory: Path) -> Databases:
    """A file of its own in ``directory``."""
    return {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": directory / "casino.sqlite3",
            "CONN_MAX_AGE": 0,  # every request runs in a thread of its own
            "OPTIONS": {
                # SQLite ignores SELECT … FOR UPDATE: the write lock is taken at BEGIN instead.
                "transaction_mode": "IMMEDIATE",
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;"
                ),
            },
            # A file as well, because a database in memory knows neither WAL nor locks.
            "TEST": {"NAME": directory / "test.sqlite3"},
        }
    }
