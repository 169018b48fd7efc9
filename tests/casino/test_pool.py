"""Connections that died in the pool hold nobody up."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

MANY = 8
# Ended, and waited for until each has said so.
OTHERS = (
    "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid, 10000)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def ask(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])


def test_a_pool_of_dead_connections_serves_the_next_request():
    """The pool's own check rests ever longer after each, and gives up at the fourth."""
    together = Barrier(MANY)

    def rested() -> int:
        """Each takes one of its own, and all go back to the pool."""
        process = ask("SELECT pg_backend_pid()")
        together.wait(timeout=10)
        connection.close()
        return process

    def served() -> int:
        process = ask("SELECT pg_backend_pid()")
        connection.close()
        return process

    with ThreadPoolExecutor(MANY) as threads:
        before = {one.result() for one in [threads.submit(rested) for _ in range(MANY)]}
        assert len(before) == MANY
        assert ask(OTHERS) >= MANY
        assert threads.submit(served).result() not in before
