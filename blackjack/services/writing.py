"""The frame of every change of a table: find it as the page showed it, then lock and claim it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, F, OuterRef

from accounts import ledger
from accounts.models import User, Wallet
from blackjack.engine.rules import Variant
from blackjack.exceptions import RoundUnfinished, StaleTable
from blackjack.models import Round, Shoe, Table
from blackjack.replays import open_shoes


def at(version: int, rows: Any, player: User, variant: Variant, currency: str) -> Any:
    """Return the table's one row among ``rows``, if the table is as the page showed it.

    Late clicks are turned away here, before they queue for the lock; ``locked`` alone decides.

    Raises:
        StaleTable: the table has moved on, and versions never come back.
    """
    try:
        return rows.get(
            table__player=player,
            table__variant=variant,
            table__currency=currency,
            table__version=version,
        )
    except ObjectDoesNotExist:
        raise StaleTable from None


def between_rounds(version: int, player: User, variant: Variant, currency: str) -> Shoe:
    """Return the table's open shoe at the version that the page showed.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open on it.
    """
    other = Round.objects.filter(table=OuterRef("table"), ended_at__isnull=True)
    shoes = open_shoes().annotate(round_open=Exists(other))
    shoe = at(version, shoes, player, variant, currency)
    if shoe.round_open:
        raise RoundUnfinished
    return cast("Shoe", shoe)


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
    as_read = Table.objects.filter(pk=table.pk, version=table.version)
    if not as_read.update(version=F("version") + 1):
        raise StaleTable
    table.version += 1
    return wallet
