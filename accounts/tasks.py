"""Background work about accounts. A task may be lost, late or run twice."""

import logging

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import forgetting, security
from accounts.models import User
from accounts.reporting.summing import sum_up
from accounts.sessions import SessionStore
from accounts.switches.services import sweep
from casino import throttle
from casino.celery import app

logger = logging.getLogger(__name__)


@app.task
def forget_guests() -> int:
    """Make guests who came no more anonymous."""
    forgotten = forgetting.forget_guests()
    if forgotten:
        logger.info("%s guests were made anonymous.", forgotten)
    return forgotten


@app.task
def sweep_closed_games() -> int:
    """End bingo sessions that a deal under way has opened in a game that was being closed."""
    return sweep()


@app.task
def sum_up_reports() -> int:
    """Sum up the days that are over for the reports; how many were left to do."""
    return sum_up()


@app.task
def clear_sessions() -> None:
    """Remove the rows of sessions that are over."""
    SessionStore.clear_expired()


@app.task
def send_reset_links(numbers: list[int], site: str, language: str) -> None:
    """Send each of these players a link to a new password; often asked for, it is sent seldom.

    The link is made here: nothing that opens an account lies in the queue.

    Args:
        site: scheme and host of the page on which it was asked for.
    """
    for user in User.objects.filter(pk__in=numbers, is_active=True, is_guest=False):
        if not user.email or throttle.seconds_to_wait(throttle.RESET_MAILS, f"user {user.pk}"):
            continue
        path = reverse("accounts:new_password", args=[user.pk, security.reset_token(user)])
        with translation.override(language):
            text = render_to_string(
                "accounts/reset_mail.txt", {"login": user.username, "link": site + path}
            )
            send_mail(_("A new password for Blackjack"), text, None, [user.email])
