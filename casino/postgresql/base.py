"""Connections from the pool, of which those that lay dead in it are replaced at once.

After a server has ended its sessions the pool still holds them. Its own check looks at one at a
time and rests for longer after each that is dead, a second first: with three of them a request was
told that the database is away while it was there all the time. Here one dead connection makes the
pool look at all that lie in it.
"""

import select
from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

_TRIES: Final = 3
"""A server that ends its sessions that often within a moment is away."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection; the class's name is what Django looks for."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection that answers.

        Raises:
            psycopg.OperationalError: none came within the pool's patience, or each was dead.
        """
        for _ in range(_TRIES):
            connection = super().get_new_connection(conn_params)
            if self.pool is None or _answers(connection):
                return connection
            self.pool.putconn(connection)
            self.pool.check()
        raise psycopg.OperationalError("every connection of the pool was dead")


def _answers(connection: Any) -> bool:
    """Whether a connection that rested is alive.

    Nothing is sent to a server that rests, and it sends nothing: unless something has come
    meanwhile, its farewell mostly, there is no reason to ask it.
    """
    line = select.poll()
    line.register(connection.fileno(), select.POLLIN)
    if not line.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True
