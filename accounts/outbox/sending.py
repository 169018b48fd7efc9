"""Sending what waits: due mails one by one, failed ones later again, old ones removed.

Each mail is taken in a short transaction of its own, which moves its next try into the future;
then it is sent, with no transaction open, and marked. So of several runs at once exactly one sends
it, and a mail whose worker died while it had it is tried again. The one thing that can't be had: a
worker that dies after the mail server has taken the mail, and before that is written down, leaves
it to be sent again. Twice is better than never.
"""

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.core.mail import send_mail
from django.db import Error, transaction
from django.utils import timezone

from accounts.outbox import writing
from accounts.outbox.models import Mail, MailState

logger = logging.getLogger(__name__)

PAUSES: Final = (
    # Longer than a slow mail server can keep one mail: every step of it has EMAIL_TIMEOUT.
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(minutes=40),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=15),
)
"""Before the second try, the third and so on: the last one is a day after the first."""
TRIES: Final = len(PAUSES) + 1
KEPT: Final = timedelta(days=10)
"""After its end, of a mail that was sent or was not needed any more."""
FAILED_KEPT: Final = timedelta(days=90)
_RUN: Final = 20.0
"""Seconds after which a run begins no other mail: the next one finds the rest."""
_BATCH: Final = 500
INTERRUPTED: Final = "Interrupted"
"""The fault of a mail whose worker died while it had it."""


def send_due() -> int:
    """Send what is due, remove what is kept no longer; how many mails were sent.

    It may run twice, also at once.
    """
    begun, sent = time.monotonic(), 0
    while time.monotonic() - begun < _RUN:
        mail = _take(timezone.now())
        if mail is None:
            break
        sent += _send(mail)
    _remove(timezone.now())
    return sent


def _take(now: datetime) -> Mail | None:
    """Return a mail that is due, and is this run's alone until its next try."""
    with transaction.atomic(durable=True):
        # A second worker passes by what the first one holds. SQLite has one writer, and knows no
        # such locks: there the number of tries tells whether another was quicker, as anywhere.
        due = Mail.objects.select_for_update(skip_locked=True)
        mail = due.filter(state=MailState.WAITING, due_at__lte=now).order_by("due_at", "pk").first()
        if mail is None:
            return None
        same = Mail.objects.filter(pk=mail.pk, state=MailState.WAITING, tries=mail.tries)
        mail.tries += 1
        # After the last try it waits only for the word that its worker has died.
        pause = PAUSES[mail.tries - 1] if mail.tries < TRIES else PAUSES[0]
        mail.due_at = now + pause
        if not same.update(tries=mail.tries, due_at=mail.due_at):
            return None
    return mail


def _send(mail: Mail) -> bool:
    if mail.tries > TRIES:
        _give_up(mail, INTERRUPTED)
        return False
    try:
        letter = writing.letter(mail)
        send_mail(letter.subject, letter.text, None, [mail.address])
    except writing.NotWanted:
        _end(mail, MailState.DROPPED)
        return False
    except Error:  # the database is away: nothing can be written down
        raise
    # Whatever is wrong with one mail, the others go out. A mail server's refusals quote addresses.
    except Exception as error:
        _failed(mail, type(error).__name__)
        return False
    _end(mail, MailState.SENT)
    return True


def _failed(mail: Mail, fault: str) -> None:
    if mail.tries >= TRIES:
        _give_up(mail, fault)
        return
    logger.error(
        "A mail could not be sent: tried again later, %s (%s № %s, try %s of %s)",
        fault,
        mail.kind,
        mail.pk,
        mail.tries,
        TRIES,
    )
    Mail.objects.filter(pk=mail.pk, state=MailState.WAITING, tries=mail.tries).update(fault=fault)


def _give_up(mail: Mail, fault: str) -> None:
    logger.error("A mail could not be sent: given up, %s (%s № %s)", fault, mail.kind, mail.pk)
    _end(mail, MailState.FAILED, fault)


def _end(mail: Mail, state: MailState, fault: str = "") -> None:
    Mail.objects.filter(pk=mail.pk, state=MailState.WAITING).update(
        state=state, fault=fault, ended_at=timezone.now()
    )


def _remove(now: datetime) -> None:
    """Remove what is kept no longer, some of it in each run."""
    for state, kept in (
        (MailState.SENT, KEPT),
        (MailState.DROPPED, KEPT),
        (MailState.FAILED, FAILED_KEPT),
    ):
        old = Mail.objects.filter(state=state, ended_at__lte=now - kept).order_by("ended_at")
        Mail.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:_BATCH])).delete()
