"""Every night: is the dealer where chance lets him be? If not, the managers are told, once."""

import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from blackjack import words
from blackjack.engine.rules import NEWEST, RULES, Variant
from blackjack.site_figures import judging
from blackjack.site_figures.models import DealerWatch
from casino.roles import Role

logger = logging.getLogger(__name__)


def watch(*, now: datetime) -> list[Variant]:
    """Judge the dealer of every game, and tell the managers of what has left its band.

    It may run twice: they are told once for each time that a game leaves its band, and again by
    the next run if no mail could be sent.

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
    mine = DealerWatch.objects.filter(variant=variant.value, told_at__isnull=True)
    if not mine.filter(outside_since__isnull=False).update(told_at=now):
        return
    told = [_mail(user, variant) for user in managers()]
    if told and not any(told):
        DealerWatch.objects.filter(variant=variant.value).update(told_at=None)


def managers() -> list[User]:
    """Return the managers, and those with every right, who can be mailed."""
    rights = Q(groups__name=Role.MANAGER.value) | Q(is_superuser=True)
    found = User.objects.filter(rights, is_active=True, is_staff=True).exclude(email="")
    return list(found.distinct().order_by("pk"))


def _mail(user: User, variant: Variant) -> bool:
    """Send the warning to one manager in his language; whether it could be sent."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        game = str(words.TITLES[variant])
        text = render_to_string("blackjack/dealer_mail.txt", {"game": game})
        subject = _("The dealer’s figures of “%(game)s” are out of their band") % {"game": game}
        try:
            send_mail(subject, text, None, [user.email])
        except OSError as error:  # a mail server's refusals are OSErrors, too
            logger.error("A mail to a manager could not be sent: %s", type(error).__name__)
            return False
    return True
