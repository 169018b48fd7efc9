"""The only code that moves money: lock a wallet, then post lines to its journal.

Every amount is an integer in hundredths. A wallet is locked first in its transaction, so that
two clicks never read the same balance; the database's constraints stand behind the lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from django.db import IntegrityError, connection
from django.db.models import BigIntegerField, CharField
from django.utils import timezone

from accounts.kinds import BOOKINGS, CounterAccount, Kind
from accounts.models import Currency, Entry, Wallet
from casino.databases import PATIENCE
from casino.prepared import Prepared, Slot, columns, taken

__all__ = [
    "DEMO_FULL",
    "AlreadyPosted",
    "BadPosting",
    "InsufficientFunds",
    "Kind",
    "NotLocked",
    "Posting",
    "balance",
    "fill_demo",
    "lock",
    "post",
]

DEMO_FULL: Final = 1_000_000
"""Hundredths to which the demo balance is filled up. Source: rules.md section 3."""

_CARRY_ON: Final = (
    "UPDATE accounts_wallet SET balance = %s, last_number = %s"
    " WHERE id = %s AND balance = %s AND last_number = %s"
)
_LARGEST: Final = 2**63 - 1
_LONGEST_CAUSE: Final = 200
_LONGEST_NOTE: Final = 200


class NotLocked(Exception):
    """The wallet is not locked by the running transaction: a fault of the calling code."""


class BadPosting(ValueError):
    """A line that may never be booked: a fault of the calling code."""


class AlreadyPosted(Exception):
    """A line with one of these causes is in the journal. The transaction can only be undone."""


class InsufficientFunds(Exception):
    """The wallet can't cover the lines. Nothing was written.

    Attributes:
        needed: hundredths that the wallet would have had to hold.
        balance: hundredths that it holds.
        currency: of the wallet.
    """

    def __init__(self, needed: int, balance: int, currency: str) -> None:
        super().__init__(f"needs {needed} hundredths of {currency}, holds {balance}")
        self.needed = needed
        self.balance = balance
        self.currency = currency


@dataclass(frozen=True, slots=True)
class Posting:
    """A line to be booked.

    Attributes:
        amount: hundredths, signed from the player's side: stakes are negative.
        cause: names once and for all what moved the money, e.g. ``blackjack.round/17/4``.
        game, tier: as plain text, because games are deleted and money lines stay.
    """

    kind: Kind
    amount: int
    cause: str
    game: str = ""
    tier: str = ""
    note: str = ""


def lock(user_id: int, currency: str) -> Wallet:
    """Lock the player's wallet until the transaction ends; make it if there is none.

    On SQLite the lock is the database's, taken when the transaction began (IMMEDIATE).

    Raises:
        NotLocked: no transaction is running, so that a lock would hold nothing.
        ValueError: there is no such currency.
    """
    if not connection.in_atomic_block:
        raise NotLocked("A wallet is locked inside a transaction only.")
    currency = Currency(currency).value
    if connection.vendor == "postgresql":
        # Who queues for a row takes two locks, one after the other, each with a time of its own:
        # together they may take no longer than one of them.
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{PATIENCE}s'")
    row = _LOCK.one(user=user_id, currency=currency)
    if row is None:
        # Of two first visits at once the second waits here for the first, and takes its row.
        Wallet.objects.bulk_create(
            [Wallet(user_id=user_id, currency=currency)], ignore_conflicts=True
        )
        return Wallet.objects.select_for_update().get(user_id=user_id, currency=currency)
    return taken(Wallet, row)


def _held() -> Any:
    user, currency = Slot("user", BigIntegerField()), Slot("currency", CharField())
    held = Wallet.objects.select_for_update().filter(user_id=user, currency=currency)
    return held.values_list(*columns(Wallet))


_LOCK: Final = Prepared(_held)


def post(wallet: Wallet, postings: Sequence[Posting]) -> None:
    """Book lines to a locked wallet, all or none, and carry its balance and last number on.

    The balance may at no line fall below 0, in the given order. ``wallet`` itself is brought up
    to date. No lines is nothing to do.

    Args:
        wallet: from :func:`lock` in the running transaction.

    Raises:
        InsufficientFunds: the wallet can't cover the lines; nothing was written.
        AlreadyPosted: a cause is in the journal already; the transaction can only be undone.
        NotLocked: the wallet is stale, or no transaction is running; nothing was written.
        BadPosting: zero, the wrong sign for the kind, a cause missing or twice, too large.
    """
    if not connection.in_atomic_block:
        raise NotLocked("Money is moved inside a transaction only.")
    _require_bookable(wallet, postings)
    if not postings:
        return
    balances = list(accumulate((p.amount for p in postings), initial=wallet.balance))[1:]
    if min(balances) < 0:
        needed = wallet.balance - min(balances)
        raise InsufficientFunds(needed, wallet.balance, wallet.currency)
    if max(balances) > _LARGEST:
        raise BadPosting("The balance would not fit its column.")
    _carry_on(wallet, balance=balances[-1], lines=len(postings))
    first = wallet.last_number - len(postings) + 1
    now = timezone.now()
    entries = [
        Entry(
            wallet_id=wallet.pk,
            number=number,
            kind=posting.kind.value,
            counter_account=BOOKINGS[posting.kind].counter_account.value,
            amount=posting.amount,
            balance_after=balance_after,
            cause=posting.cause,
            game=posting.game,
            tier=posting.tier,
            note=posting.note,
            at=now,
        )
        for number, (posting, balance_after) in enumerate(
            zip(postings, balances, strict=True), start=first
        )
    ]
    try:
        Entry.objects.bulk_create(entries)
    except IntegrityError as error:
        raise AlreadyPosted(", ".join(posting.cause for posting in postings)) from error


def fill_demo(wallet: Wallet) -> bool:
    """Fill the locked demo wallet up to 10000 FUN; whether it was lower. More stays.

    Source: rules.md section 3. The caller makes sure that no demo round is unfinished.

    Raises:
        BadPosting: the wallet holds real money.
        NotLocked: as for :func:`post`.
    """
    missing = DEMO_FULL - wallet.balance
    if missing <= 0:
        return False
    cause = f"accounts.demo/{wallet.pk}/{wallet.last_number + 1}"
    post(wallet, [Posting(Kind.DEMO_FILL, missing, cause)])
    return True


def balance(user_id: int, currency: str) -> int:
    """What the player holds, in hundredths; 0 without a wallet. Reads only."""
    held = Wallet.objects.filter(user_id=user_id, currency=currency)
    return held.values_list("balance", flat=True).first() or 0


def _carry_on(wallet: Wallet, *, balance: int, lines: int) -> None:
    """Write the wallet's new state, provided that it is as it was when it was locked."""
    number = wallet.last_number + lines
    with connection.cursor() as cursor:
        cursor.execute(_CARRY_ON, [balance, number, wallet.pk, wallet.balance, wallet.last_number])
        if cursor.rowcount != 1:
            raise NotLocked("The wallet is not as it was when it was read: lock it first.")
    wallet.balance = balance
    wallet.last_number = number


def _require_bookable(wallet: Wallet, postings: Sequence[Posting]) -> None:
    for posting in postings:
        if type(posting.amount) is not int:
            raise BadPosting(f"{posting.amount!r} is not a whole number of hundredths.")
        if not BOOKINGS[posting.kind].sign.allows(posting.amount):
            raise BadPosting(f"{posting.amount} has the wrong sign for {posting.kind.value}.")
        if not 0 < len(posting.cause) <= _LONGEST_CAUSE:
            raise BadPosting(f"{posting.cause!r} can't be a cause.")
        if len(posting.note) > _LONGEST_NOTE:
            raise BadPosting("The note is too long.")
        if posting.kind is Kind.DEMO_FILL and wallet.currency != Currency.FUN:
            raise BadPosting("Only demo money is filled up.")
        by_cashier = BOOKINGS[posting.kind].counter_account is CounterAccount.CASHIER
        if by_cashier and wallet.currency != Currency.RUR:
            raise BadPosting("Only roubles pass the cashier.")
    if len({posting.cause for posting in postings}) != len(postings):
        raise BadPosting("A cause is named twice.")
