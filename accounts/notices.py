"""Mails that tell a player what has become of his account: its password, address, end.

They are handed to the background once the change is committed, and nobody waits for them: a mail
that can't be sent is logged and undoes nothing. They hold no link and no secret.
"""

import logging
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casino.celery import app, hand_over

logger = logging.getLogger(__name__)


class Notice(StrEnum):
    """What has happened."""

    PASSWORD = "password"  # noqa: S105  what has changed, not what it is
    EMAIL_LEFT = "email_left"
    """Mail no longer goes to the address that is told so."""
    EMAIL_TAKEN = "email_taken"
    """Mail goes to the address that is told so from now on."""
    SECOND_FACTOR = "second_factor"
    SECOND_FACTOR_REPLACED = "second_factor_replaced"
    RECOVERY_CODES = "recovery_codes"
    CLOSED = "closed"


_SUBJECTS: Final[dict[Notice, str | Promise]] = {
    Notice.PASSWORD: _("Your password at Blackjack was changed"),
    Notice.EMAIL_LEFT: _("Your e-mail at Blackjack was changed"),
    Notice.EMAIL_TAKEN: _("Your e-mail at Blackjack was changed"),
    Notice.SECOND_FACTOR: _("Your second factor at Blackjack was reset"),
    Notice.SECOND_FACTOR_REPLACED: _("Your second factor at Blackjack was replaced"),
    Notice.RECOVERY_CODES: _("You have new recovery codes at Blackjack"),
    Notice.CLOSED: _("Your account at Blackjack is closed"),
}


def tell(user: User, notice: Notice, *, address: str | None = None) -> None:
    """Mail the player what he has just done himself, in the language that he reads.

    Args:
        address: where to; without it his own. A blank one gets nothing.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    _hand_over(user, notice, user.email if address is None else address, language)


def tell_of_staff(user: User, notice: Notice) -> None:
    """Mail the player what others have done, in the language that he last signed in with."""
    _hand_over(user, notice, user.email, user.language or settings.LANGUAGE_CODE)


def _hand_over(user: User, notice: Notice, address: str, language: str) -> None:
    if not address:
        return
    at = timezone.now().isoformat()
    handing = partial(hand_over, send, notice.value, user.username, address, language, at)
    transaction.on_commit(handing, robust=True)


@app.task
def send(notice: str, login: str, address: str, language: str, at: str) -> None:
    """Send one mail; in the background.

    Args:
        at: when it happened, in ISO's form; the mail names it in the house's zone.
    """
    with translation.override(language):
        local = timezone.localtime(datetime.fromisoformat(at))
        context = {
            "notice": notice,
            "login": login,
            "when": f"{date_format(local, 'DATETIME_FORMAT')} ({settings.TIME_ZONE})",
            "support": settings.SUPPORT_EMAIL,
        }
        text = render_to_string("accounts/notice_mail.txt", context)
        subject = str(_SUBJECTS[Notice(notice)])
    try:
        send_mail(subject, text, None, [address])
    except OSError as error:  # a mail server's refusals are OSErrors, too; they quote addresses
        logger.error("A mail to a player could not be sent: %s (%s)", type(error).__name__, notice)
