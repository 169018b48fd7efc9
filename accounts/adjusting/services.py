"""Adjusting a balance: one member of staff asks, another books or refuses; one transaction each."""

import uuid
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import ledger
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.deciding import decide, locked
from accounts.decisions import SamePerson
from accounts.models import Adjustment, AdjustmentState, Currency, User, Wallet
from accounts.services import GuestsHoldNoRoubles
from casino.live import announce

_DECIDES: Final = "accounts.decide_adjustment"


class AlreadyAsked(Exception):
    """The same form was sent before; the adjustment was asked then.

    Attributes:
        adjustment: what was asked.
    """

    def __init__(self, adjustment: Adjustment) -> None:
        super().__init__(adjustment.cause)
        self.adjustment = adjustment


def ask(*, user_id: int, amount: int, reason: str, staff: User, token: uuid.UUID) -> Adjustment:
    """Ask to move roubles between the house and a player. Nothing moves until it is approved.

    Args:
        amount: hundredths of a rouble; negative takes from the player.
        token: of the form; the same form asks once.

    Raises:
        AlreadyAsked: this form was sent before.
        GuestsHoldNoRoubles: the player is a guest.
        ledger.InsufficientFunds: it would take more than the player has.
        PermissionDenied: ``staff`` may not ask for adjustments.
        ValueError: no reason, or no amount.
    """
    if not staff.has_perm("accounts.add_adjustment"):
        raise PermissionDenied
    if not reason.strip() or not amount:
        raise ValueError("An adjustment needs an amount and a reason.")
    try:
        with transaction.atomic(durable=True):
            return _ask(user_id, amount, reason.strip(), staff, token)
    except IntegrityError:
        # The same form, sent for two players at once: the wallets' locks don't meet.
        asked = Adjustment.objects.filter(token=token).first()
        if asked is None:
            raise
        raise AlreadyAsked(asked) from None


def approve(*, number: int, staff: User, answer: str = "") -> Adjustment:
    """Book an adjustment that somebody else has asked for.

    Raises:
        Adjustment.DoesNotExist: there is none of this number.
        NotOpen: it was decided before.
        OwnRequest: it is about the money of ``staff``.
        SamePerson: ``staff`` asked for it.
        ledger.InsufficientFunds: the player has less by now than it would take.
        PermissionDenied: ``staff`` may not decide adjustments.
    """
    with transaction.atomic(durable=True):
        adjustment, wallet = locked(Adjustment, number, staff=staff, permission=_DECIDES)
        if adjustment.staff_id == staff.pk:
            raise SamePerson
        before = wallet.balance
        if before + adjustment.amount < 0:
            raise ledger.InsufficientFunds(-adjustment.amount, before, wallet.currency)
        decide(
            adjustment,
            state=AdjustmentState.BOOKED,
            decided_by=staff,
            answer=answer.strip(),
            before=before,
            after=before + adjustment.amount,
        )
        posting = ledger.Posting(
            ledger.Kind.ADJUSTMENT, adjustment.amount, adjustment.cause, note=adjustment.reason
        )
        ledger.post(wallet, [posting])
        _record(Deed.ADJUSTMENT_BOOKED, adjustment, wallet, staff, balance=wallet.balance)
        announce(wallet.user_id)
        return adjustment


def refuse(*, number: int, staff: User, answer: str) -> Adjustment:
    """Refuse an adjustment, with a reason; who asked for it may take it back this way.

    Raises:
        Adjustment.DoesNotExist, NotOpen, OwnRequest, PermissionDenied: as for :func:`approve`.
        ValueError: no reason.
    """
    if not answer.strip():
        raise ValueError("A refusal needs a reason.")
    with transaction.atomic(durable=True):
        adjustment, wallet = locked(Adjustment, number, staff=staff, permission=_DECIDES)
        decide(adjustment, state=AdjustmentState.REFUSED, decided_by=staff, answer=answer.strip())
        _record(Deed.ADJUSTMENT_REFUSED, adjustment, wallet, staff)
        return adjustment


def _ask(user_id: int, amount: int, reason: str, staff: User, token: uuid.UUID) -> Adjustment:
    if User.objects.get(pk=user_id).is_guest:
        raise GuestsHoldNoRoubles
    wallet = ledger.lock(user_id, Currency.RUR)
    asked = Adjustment.objects.filter(token=token).first()
    if asked is not None:
        raise AlreadyAsked(asked)
    if wallet.balance + amount < 0:
        raise ledger.InsufficientFunds(-amount, wallet.balance, wallet.currency)
    made = Adjustment.objects.create(
        wallet=wallet,
        amount=amount,
        reason=reason,
        staff=staff,
        token=token,
        created_at=timezone.now(),
    )
    _record(Deed.ADJUSTMENT_ASKED, made, wallet, staff)
    return made


def _record(deed: Deed, adjustment: Adjustment, wallet: Wallet, staff: User, **facts: int) -> None:
    asked = deed is Deed.ADJUSTMENT_ASKED
    recording.done(
        deed,
        staff=staff,
        subject=adjustment.cause,
        player_id=wallet.user_id,
        before={} if asked else {"state": AdjustmentState.ASKED.value},
        after={"state": str(adjustment.state), "amount": adjustment.amount, **facts},
        reason=adjustment.reason if asked else adjustment.answer,
    )
