"""Replaying the journal from zero: does every balance follow from its lines? Reads only.

Checked are the numbers without a gap, the balance after each line, and the sums. While people
play, lines and wallets agree in one snapshot only (``casino.transactions.one_snapshot``).
"""

from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeVar, cast

from django.db.models import Model, QuerySet

from accounts.kinds import BOOKINGS, Kind
from accounts.models import Entry, Wallet

CHUNK: Final = 2000

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Difference(Exception):
    """The first place where the books do not agree, in words for staff."""


@dataclass(slots=True)
class Totals:
    """What was read: counts, and for each currency the sums by account, hundredths."""

    wallets: int = 0
    entries: int = 0
    balances: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    accounts: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))


@contextmanager
def walking(rows: QuerySet[M, T]) -> Iterator[Iterator[T]]:
    """Walk through many rows in chunks, and let go of them even when a difference ends the walk."""
    walk = rows.iterator(chunk_size=CHUNK)
    try:
        yield walk
    finally:
        cast("Generator[T, None, None]", walk).close()


def verify_journal() -> Totals:
    """Replay every wallet's lines from zero.

    Raises:
        Difference: a number is missing or stands twice, a line or a wallet does not add up, a
            line is booked against the wrong account, or the sums of a currency differ.
    """
    totals = Totals()
    lines_in_order = Entry.objects.order_by("wallet_id", "number")
    with walking(lines_in_order) as in_order, walking(Wallet.objects.order_by("pk")) as wallets:
        lines = groupby(in_order, key=attrgetter("wallet_id"))
        current = next(lines, None)
        for wallet in wallets:
            if current is not None and current[0] == wallet.pk:
                _verify_wallet(wallet, current[1], totals)
                current = next(lines, None)
            else:
                _verify_wallet(wallet, iter(()), totals)
        if current is not None:
            raise Difference(f"there are lines of wallet {current[0]}, which does not exist")
    _verify_sums(totals)
    return totals


def _verify_wallet(wallet: Wallet, lines: Iterator[Entry], totals: Totals) -> None:
    balance = number = 0
    name = f"wallet {wallet.pk} ({wallet.currency})"
    for entry in lines:
        number += 1
        balance += entry.amount
        if entry.number != number:
            raise Difference(f"{name}: line {number} is missing, {entry.number} follows")
        if entry.balance_after != balance:
            raise Difference(
                f"{name}, line {number} ({entry.cause}): the balance after it is "
                f"{entry.balance_after}, the lines give {balance}"
            )
        if balance < 0:
            raise Difference(f"{name}, line {number} ({entry.cause}): below zero")
        if entry.kind not in Kind.values or not BOOKINGS[Kind(entry.kind)].sign.allows(
            entry.amount
        ):
            raise Difference(
                f"{name}, line {number} ({entry.cause}): {entry.amount} can't be {entry.kind}"
            )
        if entry.counter_account != BOOKINGS[Kind(entry.kind)].counter_account:
            raise Difference(
                f"{name}, line {number} ({entry.cause}): booked against {entry.counter_account}"
            )
        totals.accounts[wallet.currency, entry.counter_account] += entry.amount
    if wallet.last_number != number:
        raise Difference(f"{name}: its last line is {wallet.last_number}, {number} are there")
    if wallet.balance != balance:
        raise Difference(f"{name}: it holds {wallet.balance}, its lines give {balance}")
    totals.wallets += 1
    totals.entries += number
    totals.balances[wallet.currency] += balance


def _verify_sums(totals: Totals) -> None:
    """What the players of a currency hold is what the house's accounts have given them."""
    for currency, held in totals.balances.items():
        given = sum(amount for (of, _account), amount in totals.accounts.items() if of == currency)
        if given != held:
            raise Difference(f"{currency}: the wallets hold {held}, the accounts gave {given}")
