"""Putting a mail into the outbox, in the transaction in which arises what it tells."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.outbox.models import Mail
from accounts.outbox.tasks import send_mails
from casino.celery import hand_over


def put(
    kind: str,
    *,
    user: User,
    address: str,
    language: str,
    at: datetime | None = None,
    facts: Mapping[str, str] | None = None,
) -> None:
    """Have a mail sent, once the running transaction is committed; undone with it, it never was.

    A worker is told to look at once. Where that word gets lost, the next minute's run finds the
    mail all the same.

    Args:
        user: whom it is about and goes to.
        at: when happened what it tells; without it, now.
        facts: what its writer needs beside that; stored, so nothing secret.
    """
    now = timezone.now()
    Mail.objects.create(
        kind=kind,
        user=user,
        address=address,
        language=language,
        facts=dict(facts or {}),
        at=at or now,
        due_at=now,
    )
    transaction.on_commit(partial(hand_over, send_mails), robust=True)


def forget(user_id: int) -> None:
    """Remove every mail to this player, sent or not, in the caller's transaction."""
    Mail.objects.filter(user_id=user_id).delete()
