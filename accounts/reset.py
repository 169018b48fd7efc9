"""Asking for a link to a new password: the same work and the same answer for any address."""

import logging

from django.db.models.functions import Lower
from kombu.exceptions import KombuError

from accounts import tasks
from accounts.models import User

logger = logging.getLogger(__name__)


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
    try:
        tasks.send_reset_links.apply_async(args=(numbers, site, language), retry=False)
    except (KombuError, OSError) as error:
        logger.error("No link to a new password could be sent: %s", type(error).__name__)
