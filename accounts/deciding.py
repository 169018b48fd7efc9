"""Deciding a request once: what the cashier's requests and the adjustments do alike.

Inside the caller's transaction. The wallet is locked first, the row is read behind the lock, and
its state is changed by a compare-and-swap.
"""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts import ledger
from accounts.decisions import NotOpen, OwnRequest
from accounts.models import Adjustment, CashierRequest, User, Wallet

R = TypeVar("R", CashierRequest, Adjustment)
ASKED = "asked"
"""The state in which either waits to be decided."""


def locked(kind: type[R], number: int, *, staff: User, permission: str) -> tuple[R, Wallet]:
    """Return the row and its wallet, locked, if ``staff`` may decide it and it is open.

    Raises:
        kind.DoesNotExist: there is none of this number.
        NotOpen: it was decided or cancelled before.
        OwnRequest: it would move the money of ``staff``.
        PermissionDenied: ``staff`` has not the permission.
    """
    if not staff.has_perm(permission):
        raise PermissionDenied
    rows: Any = kind._default_manager
    of = rows.select_related("wallet").get(pk=number).wallet
    wallet = ledger.lock(of.user_id, of.currency)
    # Read behind the lock: only now it can't change any more.
    row: R = rows.get(pk=number)
    if wallet.user_id == staff.pk:
        raise OwnRequest
    if row.state != ASKED:
        raise NotOpen(row.state)
    return row, wallet


def decide(row: CashierRequest | Adjustment, **changes: object) -> None:
    """Write the decision, provided that nobody has decided: whatever the locks did.

    Raises:
        NotOpen: somebody has.
    """
    changes["decided_at"] = timezone.now()
    rows: Any = type(row)._default_manager
    if not rows.filter(pk=row.pk, state=ASKED).update(**changes):
        raise NotOpen(rows.get(pk=row.pk).state)
    for name, value in changes.items():
        setattr(row, name, value)
