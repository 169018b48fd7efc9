"""Every night: is the dealer where chance lets him be? If not, the managers are told, once."""

import logging
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Mail, User
from accounts.outbox import posting, writing
from accounts.outbox.writing import Letter, NotWanted
from blackjack import words
from blackjack.engine.rules import NEWEST, RULES, Variant
from blackjack.site_figures import judging
from blackjack.site_figures.models import DealerWatch
from casino.roles import Role

logger = logging.getLogger(__name__)

WARNING: Final = "dealer_warning"
"""The kind of these mails."""


def watch(*, now: datetime) -> list[Variant]:
    """Judge the dealer of every game, and tell the managers of what has left its band.

    It may run twice: they are told once for each time that a game leaves its band. The mails go
    into the outbox with the note that they were told, and are tried from there until they leave.

    Returns:
        The games whose dealer is out of his band.
    """
    outside = [variant for variant in RULES[NEWEST] if _judge(variant, now)]
    for variant in outside:
        _tell(variant, now)
    return outside


def _judge(variant: Variant, now: datetime) -> bool:
    rounds, chance = judging.chance(variant, today=timezone.localdate(now))
    outside = chance is not None and chance < judging.ALARM
    with transaction.atomic(durable=True):
        DealerWatch.objects.get_or_create(variant=variant.value, defaults={"judged_at": now})
        row = DealerWatch.objects.select_for_update().get(variant=variant.value)
        row.judged_at, row.rounds, row.chance = now, rounds, chance
        if outside:
            row.outside_since = row.outside_since or now
        else:
            row.outside_since = row.told_at = None
        row.save()
    if outside:
        logger.error(
            "The dealer of %s is out of his band: fair dealing is as far off in %.2g of all cases. "
            "See the administration, and run `manage.py rng_report`.",
            variant,
            chance,
        )
    return outside


def _tell(variant: Variant, now: datetime) -> None:
    """Mail every manager; whoever claims the row first does it."""
    with transaction.atomic(durable=True):
        mine = DealerWatch.objects.filter(variant=variant.value, told_at__isnull=True)
        if not mine.filter(outside_since__isnull=False).update(told_at=now):
            return
        for user in managers():
            posting.put(
                WARNING,
                user=user,
                address=user.email,
                language=user.language or settings.LANGUAGE_CODE,
                at=now,
                facts={"game": variant.value},
            )


def managers() -> list[User]:
    """Return the managers, and those with every right, who can be mailed."""
    rights = Q(groups__name=Role.MANAGER.value) | Q(is_superuser=True)
    found = User.objects.filter(rights, is_active=True, is_staff=True).exclude(email="")
    return list(found.distinct().order_by("pk"))


def register() -> None:
    """Say how the warning is written."""
    title = gettext_lazy("Warning about the dealer’s figures")
    writing.register(WARNING, title=title, write=_write)


def _write(mail: Mail) -> Letter:
    """Write the warning to one manager.

    Raises:
        NotWanted: he is none any more.
    """
    if not mail.user.is_active or not mail.user.is_staff:
        raise NotWanted
    game = str(words.TITLES[Variant(mail.facts["game"])])
    text = render_to_string("blackjack/dealer_mail.txt", {"game": game})
    subject = _("The dealer’s figures of “%(game)s” are out of their band") % {"game": game}
    return Letter(subject, text)
