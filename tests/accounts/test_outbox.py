"""No mail is lost with the queue: each waits in the database until it has left, or is given up."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse

from accounts import forgetting, notices, reset, security, services
from accounts.models import LinkAsked, Mail, MailState, User
from accounts.notices import Notice
from accounts.outbox import posting, sending
from accounts.outbox.tasks import send_mails
from casino.roles import Role
from tests.office import browser, member
from tests.pages import read

pytestmark = pytest.mark.django_db

ADDRESS = "Player@x.example"
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = sending.PAUSES[0]


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def owner_of_mail(player) -> User:
    player.email = ADDRESS
    player.save()
    return player


class Away(BaseEmailBackend):
    """A mail server that takes nothing, and tells the address in its complaint."""

    def send_messages(self, messages):
        raise ConnectionRefusedError(f"no mail for {ADDRESS}")


class Dying(BaseEmailBackend):
    """The worker ends while it has the mail."""

    def send_messages(self, messages):
        raise SystemExit


class Watched(BaseEmailBackend):
    """While it has the mail, another run looks for work."""

    def send_messages(self, messages):
        if len(mail.outbox) < 5:
            mail.outbox.extend(messages)
            sending.send_due()
        return len(messages)


@pytest.fixture
def server(settings):
    """Choose the mail server; without a choice, the one that works."""
    works = settings.EMAIL_BACKEND

    def choose(backend: type[BaseEmailBackend] | None = None) -> None:
        settings.EMAIL_BACKEND = f"{__name__}.{backend.__name__}" if backend else works

    return choose


def state() -> tuple[str, int, str]:
    """What became of the only mail."""
    row = Mail.objects.get()
    return row.state, row.tries, row.fault


# --- the queue


def refuses(*args, **more):
    raise ConnectionError


def swallows(*args, **more):
    """It takes the word, and is emptied before a worker has heard it."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("queue", [refuses, swallows])
def test_a_queue_that_is_lost_loses_no_mail(player, monkeypatch, queue):
    for task in (send_mails, reset.answer_asked):
        monkeypatch.setattr(task, "apply_async", queue)
    security.change_email(user_id=player.pk, email=ADDRESS)
    reset.ask(email=ADDRESS, site="https://casino.example", language="en")
    assert mail.outbox == []
    reset.answer_asked()
    assert send_mails() == 2
    assert [message.to for message in mail.outbox] == [[ADDRESS], [ADDRESS]]
    assert send_mails() == 0
    assert {row.state for row in Mail.objects.all()} == {MailState.SENT}
    assert not LinkAsked.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_told_at_once_and_of_no_mail_in_particular(owner_of_mail, monkeypatch):
    told = []
    monkeypatch.setattr(send_mails, "apply_async", lambda **more: told.append(more["args"]))
    notices.tell(owner_of_mail, Notice.PASSWORD)
    assert told == [()]


def test_a_mail_whose_worker_died_is_sent_by_another(owner_of_mail, clock, server):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    server(Dying)
    with pytest.raises(SystemExit):
        send_mails()
    server()
    assert send_mails() == 0, "for all that the others know it is being sent"
    clock.shift(FIRST)
    assert send_mails() == 1
    assert state() == (MailState.SENT, 2, "")


def test_a_mail_that_is_being_sent_is_sent_by_no_other_run(owner_of_mail, server):
    for _ in range(3):
        notices.tell(owner_of_mail, Notice.PASSWORD)
    server(Watched)
    send_mails()
    assert len(mail.outbox) == 3
    assert list(Mail.objects.values_list("tries", flat=True)) == [1, 1, 1]


# --- a mail server that is away


def test_a_mail_that_fails_is_tried_later_and_later(owner_of_mail, clock, server, caplog):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    server(Away)
    with caplog.at_level(logging.ERROR, logger="accounts.outbox.sending"):
        for tries, pause in enumerate(sending.PAUSES, start=1):
            send_mails()
            assert state() == (MailState.WAITING, tries, "ConnectionRefusedError")
            clock.shift(pause - timedelta(seconds=1))
            send_mails()
            assert state() == (MailState.WAITING, tries, "ConnectionRefusedError")
            clock.shift(timedelta(seconds=1))
        send_mails()
    assert state() == (MailState.FAILED, sending.TRIES, "ConnectionRefusedError")
    assert sum(sending.PAUSES, timedelta()) == timedelta(days=1)
    assert list(sending.PAUSES) == sorted(set(sending.PAUSES))
    clock.shift(timedelta(days=30))
    server()
    assert send_mails() == 0, "it is given up"
    assert len(caplog.records) == sending.TRIES
    assert not [line for line in caplog.records if ADDRESS in line.getMessage()]


def test_a_mail_that_fails_is_sent_once_the_server_is_back(owner_of_mail, clock, server):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    server(Away)
    send_mails()
    server()
    clock.shift(FIRST)
    assert send_mails() == 1
    assert state() == (MailState.SENT, 2, "")
    assert "March 1, 2026" in str(mail.outbox[0].body), "it tells when it happened"


def test_a_mail_whose_worker_died_at_the_last_try_is_given_up(owner_of_mail, clock, server):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    Mail.objects.update(tries=sending.TRIES - 1)
    server(Dying)
    with pytest.raises(SystemExit):
        send_mails()
    clock.shift(FIRST)
    send_mails()
    assert state()[::2] == (MailState.FAILED, sending.INTERRUPTED)
    assert mail.outbox == []


def test_a_mail_that_nobody_can_write_keeps_no_other_back(owner_of_mail):
    posting.put("of another release", user=owner_of_mail, address=ADDRESS, language="en")
    notices.tell(owner_of_mail, Notice.PASSWORD)
    assert send_mails() == 1
    waiting = Mail.objects.get(state=MailState.WAITING)
    assert waiting.fault == "UnknownKind"


# --- whom it does not reach, and whom it does


def test_what_became_of_an_account_is_told_though_it_is_closed(owner_of_mail):
    security.change_password(user_id=owner_of_mail.pk, password="a better horse battery")
    security.close_account(user_id=owner_of_mail.pk)
    assert send_mails() == 2


def test_nothing_is_kept_of_mails_to_a_guest_who_is_forgotten(clock):
    guest = services.start_guest()
    posting.put(Notice.PASSWORD, user=guest, address=ADDRESS, language="en")
    clock.shift(timedelta(days=11))
    assert forgetting.forget_guests() == 1
    assert not Mail.objects.exists()


def test_no_mail_goes_to_who_was_made_anonymous(clock):
    """Not even one that another transaction has put in meanwhile."""
    guest = services.start_guest()
    clock.shift(timedelta(days=11))
    assert forgetting.forget_guests() == 1
    posting.put(Notice.PASSWORD, user=guest, address=ADDRESS, language="en")
    assert send_mails() == 0
    assert mail.outbox == []
    assert state() == (MailState.DROPPED, 1, "")


# --- what is kept, and who sees it


@pytest.mark.parametrize(
    ("ended", "kept"),
    [
        (MailState.SENT, timedelta(days=10)),
        (MailState.DROPPED, timedelta(days=10)),
        (MailState.FAILED, timedelta(days=90)),
    ],
)
def test_a_mail_that_has_ended_is_removed_in_time(owner_of_mail, clock, ended, kept):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    Mail.objects.update(state=ended, ended_at=START)
    clock.shift(kept - timedelta(seconds=1))
    send_mails()
    assert state()[0] == ended
    clock.shift(timedelta(seconds=1))
    send_mails()
    assert not Mail.objects.exists()


def test_a_mail_that_waits_is_never_removed(owner_of_mail, clock, server):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    clock.shift(timedelta(days=1000))
    server(Away)
    send_mails()
    assert state()[0] == MailState.WAITING


@pytest.mark.parametrize(
    ("role", "sees"), [(Role.SUPPORT, True), (Role.MANAGER, True), (Role.CASHIER, False)]
)
def test_staff_find_what_was_given_up(owner_of_mail, server, role, sees):
    notices.tell(owner_of_mail, Notice.PASSWORD)
    other = services.register(login="Other", password="correct horse battery")
    notices.tell(other, Notice.CLOSED, address="other@x.example")
    Mail.objects.filter(user=owner_of_mail).update(tries=sending.TRIES - 1)
    server(Away)
    send_mails()
    office = browser(member(role))
    page = reverse("admin:accounts_mail_changelist") + "?state__exact=failed"
    assert bool(read(office.get(reverse("admin:index"))).all("a", href=page)) is sees
    answer = office.get(page)
    assert answer.status_code == (200 if sees else 403)
    if sees:
        (row,) = read(answer).one(id="result_list").one("tbody").all("tr")
        assert row.one("td", class_="field-address").text == ADDRESS
        assert row.one("td", class_="field-fault").text == "ConnectionRefusedError"
