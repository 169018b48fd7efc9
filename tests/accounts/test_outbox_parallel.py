"""Of many workers at once each mail is sent by one, and each link is asked for once."""

import time

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend

from accounts import notices, reset
from accounts.models import LinkAsked, Mail, MailState
from accounts.notices import Notice
from accounts.outbox import sending
from tests.tables import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


class Slow(BaseEmailBackend):
    """A mail server that takes its time, so that runs meet."""

    def send_messages(self, messages):
        time.sleep(0.005)
        mail.outbox.extend(messages)
        return len(messages)


def test_many_runs_at_once_send_every_mail_once(player, settings):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    for number in range(40):
        notices.tell(player, Notice.PASSWORD, address=f"n{number}@x.example")
    sent = at_once(lambda number: sending.send_due(), times=8, threads=8)
    assert sum(sent) == 40
    assert len({message.to[0] for message in mail.outbox}) == len(mail.outbox) == 40
    assert set(Mail.objects.values_list("state", "tries")) == {(MailState.SENT, 1)}


def test_many_runs_at_once_answer_everyone_who_asks_once(player):
    player.email = "player@x.example"
    player.save()
    for _ in range(10):
        reset.ask(email=player.email, site="https://casino.example", language="en")
    answered = at_once(lambda number: reset.answer_asked(), times=8, threads=8)
    assert sum(answered) == Mail.objects.count() == 10
    assert not LinkAsked.objects.exists()
