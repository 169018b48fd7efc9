"""Transactions of background work: one picture of all rows, and more time than a click has.

``casino/databases.py`` gives every connection a click's patience. What may take longer says so
here, for its own transaction alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error, connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Read many tables, for as long as it takes, as they were at one moment. Nobody is held up.

    What others commit meanwhile is not seen, so rows that were read early and late agree. Who
    writes in the block gets the database's error.

    PostgreSQL: a transaction of its own, ``REPEATABLE READ, READ ONLY``, without the limits on a
    statement and on computing between two of them. SQLite: a deferred transaction, which in WAL
    stops no writer, as the usual immediate one would. Inside the transaction of a test, the
    only one that may be open already, everything read is of that transaction anyway.

    Raises:
        RuntimeError: a transaction is open, whose picture is an older one or none.
    """
    if connection.in_atomic_block:
        with transaction.atomic(durable=True):
            yield
        return
    with _of_sqlite() if connection.vendor == "sqlite" else _of_postgresql():
        yield


@contextmanager
def unhurried() -> Iterator[None]:
    """Write in one transaction whose statements may take long: how long waits for locks are, stays.

    On SQLite it holds the one lock for writing, as every transaction does.

    Raises:
        RuntimeError: a transaction is open, and would go on without limits.
    """
    with transaction.atomic(durable=True):
        if connection.vendor == "postgresql":
            _lift("SET LOCAL")
        yield


@contextmanager
def unhurried_session() -> Iterator[None]:
    """Let all statements of this connection take long until the block ends, in any transaction.

    Behind a pooler that hands connections on between transactions nothing is lifted: the next
    client would inherit it.
    """
    if connection.vendor != "postgresql" or connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        yield
        return
    _lift("SET SESSION")
    try:
        yield
    finally:
        # Where it broke there is nothing to give back, and what broke it is what has to be told.
        if connection.connection is not None and not connection.needs_rollback:
            with suppress(Error), connection.cursor() as cursor:
                cursor.execute("RESET statement_timeout")
                cursor.execute("RESET idle_in_transaction_session_timeout")


def _lift(how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"{how} statement_timeout = 0")
        cursor.execute(f"{how} idle_in_transaction_session_timeout = 0")


@contextmanager
def _of_sqlite() -> Iterator[None]:
    sqlite: Any = connection
    sqlite.ensure_connection()  # which sets the mode anew
    mode = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    _read_only("ON")
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        _read_only("OFF")
        sqlite.transaction_mode = mode


def _read_only(switch: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA query_only = {switch}")


@contextmanager
def _of_postgresql() -> Iterator[None]:
    known = connection.settings_dict
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _lift("SET LOCAL")
        # In one transaction a pooler hands nothing on: rows come in pieces, not all at once.
        connection.settings_dict = {**known, "DISABLE_SERVER_SIDE_CURSORS": False}
        try:
            yield
        finally:
            connection.settings_dict = known
