"""The frame of every change of a table: the wallet is locked, and the table is claimed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from accounts import ledger
from accounts.models import User, Wallet
from blackjack.exceptions import StaleTable
from blackjack.models import Table

_CLAIM: Final = "UPDATE blackjack_table SET version = version + 1 WHERE id = %s AND version = %s"


@contextmanager
def as_shown(table: Table) -> Iterator[None]:
    """Judge what is read after the table only if the table has not moved on meanwhile.

    Without a lock two reads may see two states: what looks like a refusal may be a late click.

    Raises:
        StaleTable: it has.
    """
    try:
        yield
    except Exception:
        if not Table.objects.filter(pk=table.pk, version=table.version).exists():
            raise StaleTable from None
        raise


def locked(player: User, table: Table) -> Wallet:
    """Lock the wallet, and take the table if it is still at the version that was read.

    Raises:
        StaleTable: it is not.
    """
    wallet = ledger.lock(player.pk, table.currency)
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [table.pk, table.version])
        if cursor.rowcount != 1:
            raise StaleTable
    table.version += 1
    return wallet
