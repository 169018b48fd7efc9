"""Asking for a link to a new password: the same work and the same answer for any address.

What was asked waits in the database, as an address alone. The background finds whose it is; the
link itself is made when the mail is written, and stored nowhere.
"""

from functools import partial
from typing import Final

from django.db import transaction
from django.db.models.functions import Lower
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts import security
from accounts.models import User
from accounts.outbox import posting, writing
from accounts.outbox.models import LinkAsked, Mail
from accounts.outbox.writing import Letter, NotWanted
from casino import throttle
from casino.celery import app, hand_over

LINK: Final = "reset_link"
"""The kind of these mails."""
_AT_ONCE: Final = 200
"""So many of those that ask are answered in one run at most."""


def ask(*, email: str, site: str, language: str) -> None:
    """Have links sent to the address, one for each account that it belongs to.

    Whether there is one decides in the background: an answer that had to wait for a mail server,
    or that wrote more rows for some than for others, would tell.

    Args:
        site: scheme and host of the page on which it was asked for.
    """
    with transaction.atomic(durable=True):
        LinkAsked.objects.create(email=email, site=site, language=language)
        transaction.on_commit(partial(hand_over, answer_asked), robust=True)


@app.task
def answer_asked() -> int:
    """Put the links that were asked for into the outbox; how many that were.

    A player who asks often gets few of them.
    """
    return sum(_answer(number) for number in _waiting())


def register() -> None:
    """Say how the mails with a link are written."""
    writing.register(LINK, title=gettext_lazy("A new password for Blackjack"), write=_write)


def _waiting() -> list[int]:
    return list(LinkAsked.objects.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE])


def _answer(number: int) -> int:
    """Answer one that asked, unless another run does: its row goes with the answer."""
    with transaction.atomic(durable=True):
        asked = LinkAsked.objects.select_for_update(skip_locked=True).filter(pk=number).first()
        if asked is None:
            return 0
        folded = User.objects.alias(folded=Lower("email")).filter(folded=asked.email.lower())
        put = 0
        for user in folded.filter(is_active=True, is_guest=False).order_by("pk"):
            if throttle.seconds_to_wait(throttle.RESET_MAILS, f"user {user.pk}"):
                continue
            posting.put(
                LINK,
                user=user,
                address=user.email,
                language=asked.language,
                at=asked.at,
                facts={"site": asked.site},
            )
            put += 1
        asked.delete()
    return put


def _write(mail: Mail) -> Letter:
    """Write one, with a link that is good from now on.

    Raises:
        NotWanted: the account has no way in, or another address, or its player has signed in
            since he asked: a link that was sent at once would be over, too.
    """
    user = mail.user
    entered = user.last_login is not None and user.last_login > mail.at
    if not user.is_active or user.is_guest or user.email != mail.address or entered:
        raise NotWanted
    path = reverse("accounts:new_password", args=[user.pk, security.reset_token(user)])
    context = {"login": user.username, "link": mail.facts["site"] + path}
    text = render_to_string("accounts/reset_mail.txt", context)
    return Letter(gettext("A new password for Blackjack"), text)
