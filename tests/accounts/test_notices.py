"""Who owns an account is told by mail what becomes of it: after the commit, and without secrets."""

import logging

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import notices, second_factor, security, services
from accounts.models import User
from accounts.notices import Notice
from accounts.outbox.tasks import send_mails
from casino import roles
from casino.celery import app
from casino.roles import Role
from tests.accounts.conftest import PASSWORD
from tests.office import browser, member

pytestmark = pytest.mark.django_db(transaction=True)

OLD, FRESH = "Player@x.example", "new@x.example"
NEW = "a better horse battery"


@pytest.fixture(autouse=True)
def _at_once():
    """Background work is done where it is asked for."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def player(db) -> User:
    return services.register(login="Player_1", password=PASSWORD, email=OLD)


@pytest.fixture
def here(client, player) -> Client:
    client.force_login(player)
    return client


def told() -> list[tuple[str, str]]:
    """To whom the mails went, and about what: subjects tell that."""
    subjects = {str(text): notice for notice, text in notices._SUBJECTS.items()}
    return sorted(
        (to, subjects[str(message.subject)]) for message in mail.outbox for to in message.to
    )


DEEDS = {
    "another password": (
        lambda here: here.post(
            reverse("accounts:change_password"),
            {"current": PASSWORD, "password": NEW, "password_again": NEW},
        ),
        [(OLD, Notice.PASSWORD)],
    ),
    "another e-mail": (
        lambda here: here.post(
            reverse("accounts:change_email"), {"email": FRESH, "current": PASSWORD}
        ),
        [(OLD, Notice.EMAIL_TAKEN), (FRESH, Notice.EMAIL_TAKEN)],
    ),
    "no e-mail any more": (
        lambda here: here.post(
            reverse("accounts:change_email"), {"email": "", "current": PASSWORD}
        ),
        [(OLD, Notice.EMAIL_TAKEN)],
    ),
    "the same e-mail": (
        lambda here: here.post(
            reverse("accounts:change_email"), {"email": OLD, "current": PASSWORD}
        ),
        [],
    ),
    "closing": (
        lambda here: here.post(reverse("accounts:close"), {"current": PASSWORD}),
        [(OLD, Notice.CLOSED)],
    ),
    "a wrong password": (
        lambda here: here.post(reverse("accounts:close"), {"current": "wrong"}),
        [],
    ),
}
"""What the player does, and who is told of what; both mails on an e-mail have one subject."""


@pytest.mark.parametrize("deed", DEEDS)
def test_the_owner_is_told_of_what_is_done(here, player, deed):
    do, expected = DEEDS[deed]
    do(here)
    assert told() == sorted(expected)
    for message in mail.outbox:
        text = f"{message.subject}\n{message.body}"
        assert player.username in text
        assert not {word for word in (PASSWORD, NEW, FRESH, player.password) if word in text}
        assert "://" not in text


def test_the_former_address_hears_that_it_is_one_and_the_new_one_that_it_is(here):
    DEEDS["another e-mail"][0](here)
    bodies = {message.to[0]: str(message.body) for message in mail.outbox}
    assert len(set(bodies.values())) == 2
    assert len(mail.outbox) == 2


def test_a_password_by_a_link_is_told(player):
    token = security.reset_token(player)
    security.reset_password(user_id=player.pk, token=token, password=NEW)
    assert told() == [(OLD, Notice.PASSWORD)]
    assert token not in str(mail.outbox[0].body)


def test_a_password_that_staff_set_is_told(player):
    roles.appoint(login="Player_1", role=Role.SUPPORT)
    assert told() == []
    roles.appoint(login="Player_1", role=Role.SUPPORT, password=NEW)
    assert told() == [(OLD, Notice.PASSWORD)]


@pytest.mark.parametrize("by", ["the office", "a command on the server"])
def test_a_reset_second_factor_is_told(player, by):
    roles.appoint(login="Player_1", role=Role.SUPPORT)
    device = TOTPDevice.objects.create(user=player, name="app", confirmed=True)
    if by == "the office":
        page = reverse("admin:otp_totp_totpdevice_reset", args=[device.pk])
        browser(member(None)).post(page, {"reason": "phone lost"})
    else:
        second_factor.forget(user_id=player.pk)
    assert told() == [(OLD, Notice.SECOND_FACTOR)]
    assert device.key not in str(mail.outbox[0].body)


def test_who_has_no_address_gets_no_mail(client):
    player = services.register(login="Player_1", password=PASSWORD)
    client.force_login(player)
    DEEDS["another password"][0](client)
    assert mail.outbox == []


def test_what_is_undone_is_not_told(player):
    with transaction.atomic():
        notices.tell(player, Notice.CLOSED)
        transaction.set_rollback(True)
    assert mail.outbox == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_mail_is_in_the_language_of_the_player(here, language):
    fields = {"current": PASSWORD, "password": NEW, "password_again": NEW}
    here.post(reverse("accounts:change_password"), fields, headers={"Accept-Language": language})
    with translation.override(language):
        assert told() == [(OLD, Notice.PASSWORD)]


def test_what_staff_do_is_told_in_the_language_of_the_last_sign_in(player):
    fields = {"login": "Player_1", "password": PASSWORD}
    for language in ("en", "ru"):
        Client().post(reverse("accounts:login"), fields, headers={"Accept-Language": language})
        player.refresh_from_db()
        assert player.language == language
    with translation.override("en"):
        notices.tell_of_staff(player, Notice.SECOND_FACTOR)
    with translation.override("ru"):
        assert told() == [(OLD, Notice.SECOND_FACTOR)]


class Refusing(BaseEmailBackend):
    """A mail server that is away for one address, and tells it in its complaint."""

    def send_messages(self, messages):
        if messages[0].to == [OLD]:
            raise ConnectionRefusedError(f"no mail for {OLD}")
        mail.outbox.extend(messages)
        return len(messages)


def test_a_mail_that_cannot_be_sent_undoes_nothing_and_is_logged(here, player, settings, caplog):
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    with caplog.at_level(logging.ERROR, logger="accounts.outbox.sending"):
        assert DEEDS["another e-mail"][0](here).status_code == 303
    player.refresh_from_db()
    assert player.email == FRESH
    assert [message.to for message in mail.outbox] == [[FRESH]], "the other one is sent"
    (line,) = [record for record in caplog.records if record.name == "accounts.outbox.sending"]
    assert OLD not in line.getMessage()


def test_without_a_queue_everything_else_is_done(here, player, monkeypatch, caplog):
    def away(**more):
        raise ConnectionError

    monkeypatch.setattr(send_mails, "apply_async", away)
    assert DEEDS["closing"][0](here).status_code == 303
    player.refresh_from_db()
    assert not player.is_active
    assert "casino.celery" in {record.name for record in caplog.records}
