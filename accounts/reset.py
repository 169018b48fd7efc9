"""Asking for a link to a new password: the same work and the same answer for any address."""

from django.db.models.functions import Lower

from accounts import tasks
from accounts.models import User
from casino.celery import hand_over


def ask(*, email: str, site: str, language: str) -> None:
    """Have links sent to the address, one for each account that it belongs to.

    Whether there is one decides in the background: an answer that had to wait for a mail server
    would tell.
    """
    numbers = list(
        User.objects.alias(folded=Lower("email"))
        .filter(folded=email.lower(), is_active=True, is_guest=False)
        .values_list("pk", flat=True)
    )
    hand_over(tasks.send_reset_links, numbers, site, language)
