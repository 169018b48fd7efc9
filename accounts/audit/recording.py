"""Writing the audit: in the transaction of what was done, or by itself for what was refused."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.audit.models import LONGEST_REASON, Deed, StaffAction
from accounts.audit.where import address
from accounts.models import User

Facts = Mapping[str, str | int | bool | None]


class NotInTransaction(Exception):
    """What is done and its line must be stored together: a fault of the calling code."""


def done(
    deed: Deed,
    *,
    staff: User | None,
    subject: str = "",
    player_id: int | None = None,
    before: Facts | None = None,
    after: Facts | None = None,
    reason: str = "",
) -> None:
    """Write down what a member of staff does, in the transaction that does it.

    Args:
        staff: ``None`` for whoever runs a command on the server.
        before, after: what changes, by name; amounts are hundredths.

    Raises:
        NotInTransaction: none is running.
    """
    if not transaction.get_connection().in_atomic_block:
        raise NotInTransaction
    _write(deed, staff, subject, player_id, before, after, reason, refused=False)


def refused(
    deed: Deed,
    *,
    staff: User | None,
    subject: str = "",
    player_id: int | None = None,
    after: Facts | None = None,
    reason: str = "",
) -> None:
    """Write down what a member of staff tried in vain, once its own transaction is undone."""
    _write(deed, staff, subject, player_id, None, after, reason, refused=True)


def _write(
    deed: Deed,
    staff: User | None,
    subject: str,
    player_id: int | None,
    before: Facts | None,
    after: Facts | None,
    reason: str,
    *,
    refused: bool,
) -> None:
    StaffAction(
        at=timezone.now(),
        staff=staff,
        deed=deed.value,
        refused=refused,
        subject=subject,
        player_id=player_id,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason[:LONGEST_REASON],
        address=address(),
    ).save()
