"""Where counters are kept: in Redis, or in the memory of the one process."""

from typing import Any

from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 0.5
"""Seconds. Nobody waits for a counter: without Redis everybody passes (casino/throttle.py)."""


def redis(address: str) -> dict[str, dict[str, Any]]:
    """The Redis of ``REDIS_URL``, asked once and not for long."""
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": address,
            "KEY_PREFIX": "casino",
            "OPTIONS": {
                "socket_connect_timeout": PATIENCE,
                "socket_timeout": PATIENCE,
                "retry": Retry(NoBackoff(), 0),
            },
        }
    }


def memory() -> dict[str, dict[str, Any]]:
    """The memory of this process; when it is full, some of it goes."""
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
