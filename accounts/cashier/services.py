"""What becomes of a request to the cashier: asked, confirmed, refused, cancelled. Each once.

Every function is one transaction and locks the wallet first; the request's state is then changed
by a compare-and-swap, and money moves in the same transaction or not at all.
"""

import uuid
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts import ledger
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.cashier import providers
from accounts.deciding import decide, locked
from accounts.ledger import Kind, Posting
from accounts.models import CashierRequest, Currency, RequestKind, RequestState, User, Wallet
from accounts.protection import require_may_deposit
from accounts.services import GuestsHoldNoRoubles
from casino.live import announce

_DECIDES: Final = "accounts.decide_cashierrequest"
MOST_OPEN_DEPOSITS: Final = 5
"""Deposits of one player that may wait at once: more would only hide the others from staff."""


class AlreadyAsked(Exception):
    """The same form was sent before; the request was made then.

    Attributes:
        request: what was asked.
    """

    def __init__(self, request: CashierRequest) -> None:
        super().__init__(request.cause)
        self.request = request


class AmountOutOfRange(Exception):
    """The house takes no request of this amount.

    Attributes:
        amount, minimum, maximum: hundredths.
    """

    def __init__(self, amount: int, minimum: int, maximum: int) -> None:
        super().__init__(f"{amount} is not from {minimum} to {maximum}")
        self.amount = amount
        self.minimum = minimum
        self.maximum = maximum


class TooManyOpen(Exception):
    """As many deposits as may wait at once are waiting."""


@dataclass(frozen=True, slots=True)
class Range:
    """What one request may ask for, hundredths of a rouble, both ends included."""

    minimum: int
    maximum: int


def range_of(kind: RequestKind) -> Range:
    """What one request of this kind may ask for, by the settings."""
    minimum, maximum = settings.CASHIER_LIMITS[kind.value]
    return Range(minimum * 100, maximum * 100)


def ask(
    *, player: User, kind: RequestKind, amount: int, token: uuid.UUID, details: str = ""
) -> CashierRequest:
    """Ask for a deposit or a withdrawal. The money of a withdrawal leaves the balance at once.

    A withdrawal of all that the player has may be below the minimum: nothing stays locked in.

    Args:
        amount: hundredths of a rouble.
        token: of the form; the same form asks once.

    Raises:
        AlreadyAsked: this form was sent before.
        AmountOutOfRange: too little or too much for one request.
        GuestsHoldNoRoubles: the player is a guest.
        PlayStopped, LimitReached: a deposit that the player's own protection forbids.
        TooManyOpen: too many deposits are waiting.
        ledger.InsufficientFunds: a withdrawal of more than the player has.
    """
    if player.is_guest:
        raise GuestsHoldNoRoubles
    with transaction.atomic(durable=True):
        wallet = ledger.lock(player.pk, Currency.RUR)
        asked = CashierRequest.objects.filter(wallet=wallet, token=token).first()
        if asked is not None:
            raise AlreadyAsked(asked)
        _require_askable(wallet, kind, amount)
        if kind is RequestKind.DEPOSIT:
            require_may_deposit(player, amount, timezone.now(), pending=_waiting(wallet))
        request = CashierRequest.objects.create(
            wallet=wallet,
            kind=kind,
            amount=amount,
            details=details.strip(),
            provider=settings.CASHIER_PROVIDER,
            asked_at=timezone.now(),
            token=token,
        )
        if kind is RequestKind.WITHDRAWAL:
            ledger.post(wallet, [Posting(Kind.WITHDRAWAL, -amount, request.cause)])
        announce(player.pk)
        order = providers.Order(request.pk, kind, amount)
        transaction.on_commit(partial(providers.current().asked, order), robust=True)
        return request


def _waiting(wallet: Wallet) -> int:
    """What is asked for as deposits and not yet in the journal, hundredths."""
    waiting = CashierRequest.objects.filter(
        wallet=wallet, kind=RequestKind.DEPOSIT, state=RequestState.ASKED
    )
    return waiting.aggregate(total=Sum("amount"))["total"] or 0


def cancel(*, number: int, player: User) -> CashierRequest:
    """Take back one's own request; the money of a withdrawal comes back.

    Raises:
        CashierRequest.DoesNotExist: the player has none of this number.
        NotOpen: it was decided or cancelled before.
    """
    with transaction.atomic(durable=True):
        wallet = ledger.lock(player.pk, Currency.RUR)
        request = CashierRequest.objects.get(pk=number, wallet=wallet)
        decide(request, state=RequestState.CANCELLED)
        _give_back(wallet, request)
        announce(player.pk)
        return request


def confirm(*, number: int, staff: User, answer: str = "") -> CashierRequest:
    """Say that the money has arrived, or that it was paid out. A deposit is booked now.

    The player's own protection holds now as when he asked: he may have lowered a limit or begun a
    break meanwhile. Such a deposit stays open; its money goes back to the sender and it is
    refused, or it waits until there is room again. Nothing is booked in part.

    Raises:
        CashierRequest.DoesNotExist: there is none of this number.
        PlayStopped, LimitReached: a deposit that the player's own protection forbids by now.
        NotOpen: it was decided or cancelled before.
        OwnRequest: ``staff`` asked for it, as a player.
        PermissionDenied: ``staff`` may not decide requests.
    """
    with transaction.atomic(durable=True):
        request, wallet = locked(CashierRequest, number, staff=staff, permission=_DECIDES)
        if request.kind == RequestKind.DEPOSIT:
            require_may_deposit(wallet.user, request.amount, timezone.now())
        decide(request, state=RequestState.CONFIRMED, decided_by=staff, answer=answer.strip())
        if request.kind == RequestKind.DEPOSIT:
            ledger.post(wallet, [Posting(Kind.DEPOSIT, request.amount, request.cause)])
        _record(Deed.REQUEST_CONFIRMED, request, wallet, staff)
        announce(wallet.user_id)
        return request


def refuse(*, number: int, staff: User, answer: str) -> CashierRequest:
    """Refuse a request for a reason that the player reads; a withdrawal's money comes back.

    Raises:
        CashierRequest.DoesNotExist, NotOpen, OwnRequest, PermissionDenied: as for :func:`confirm`.
        ValueError: no reason.
    """
    if not answer.strip():
        raise ValueError("A refusal needs a reason.")
    with transaction.atomic(durable=True):
        request, wallet = locked(CashierRequest, number, staff=staff, permission=_DECIDES)
        decide(request, state=RequestState.REFUSED, decided_by=staff, answer=answer.strip())
        _give_back(wallet, request)
        _record(Deed.REQUEST_REFUSED, request, wallet, staff)
        announce(wallet.user_id)
        return request


def _require_askable(wallet: Wallet, kind: RequestKind, amount: int) -> None:
    allowed = range_of(kind)
    everything = kind is RequestKind.WITHDRAWAL and 0 < amount == wallet.balance
    least = amount if everything else allowed.minimum
    if not least <= amount <= allowed.maximum:
        raise AmountOutOfRange(amount, allowed.minimum, allowed.maximum)
    if kind is RequestKind.DEPOSIT:
        waiting = CashierRequest.objects.filter(
            wallet=wallet, kind=kind, state=RequestState.ASKED
        ).count()
        if waiting >= MOST_OPEN_DEPOSITS:
            raise TooManyOpen


def _give_back(wallet: Wallet, request: CashierRequest) -> None:
    """Return what a withdrawal holds; a deposit holds nothing."""
    if request.kind == RequestKind.WITHDRAWAL:
        posting = Posting(Kind.WITHDRAWAL_RETURNED, request.amount, request.cause_of_return)
        ledger.post(wallet, [posting])


def _record(deed: Deed, request: CashierRequest, wallet: Wallet, staff: User) -> None:
    recording.done(
        deed,
        staff=staff,
        subject=request.cause,
        player_id=wallet.user_id,
        before={"state": RequestState.ASKED.value},
        after={"state": str(request.state), "amount": request.amount, "balance": wallet.balance},
        reason=request.answer,
    )
