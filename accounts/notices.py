"""Mails that tell a player what has become of his account: its password, address, end.

They wait in the outbox from the moment of the change itself, and nobody waits for them: a mail
that can't be sent is tried again, and undoes nothing. They hold no link and no secret. Whoever has
closed his account, or was blocked, is still told what has become of it.
"""

from enum import StrEnum
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.outbox import posting, writing
from accounts.outbox.models import Mail
from accounts.outbox.writing import Letter


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
    _put(user, notice, user.email if address is None else address, language)


def tell_of_staff(user: User, notice: Notice) -> None:
    """Mail the player what others have done, in the language that he last signed in with."""
    _put(user, notice, user.email, user.language or settings.LANGUAGE_CODE)


def register() -> None:
    """Say how the mails of each notice are written."""
    for notice, subject in _SUBJECTS.items():
        writing.register(notice.value, title=subject, write=_write)


def _put(user: User, notice: Notice, address: str, language: str) -> None:
    if address:
        posting.put(notice.value, user=user, address=address, language=language)


def _write(mail: Mail) -> Letter:
    """Write one; it names the moment in the house's zone."""
    local = timezone.localtime(mail.at)
    context = {
        "notice": mail.kind,
        "login": mail.user.username,
        "when": f"{date_format(local, 'DATETIME_FORMAT')} ({settings.TIME_ZONE})",
        "support": settings.SUPPORT_EMAIL,
    }
    text = render_to_string("accounts/notice_mail.txt", context)
    return Letter(str(_SUBJECTS[Notice(mail.kind)]), text)
