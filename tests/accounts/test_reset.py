"""A forgotten password: one answer for any address, a link that is good once."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import reset, security, tasks
from accounts.models import LinkAsked, Mail, MailState, User
from tests.accounts.conftest import PASSWORD
from tests.tables import everything

pytestmark = pytest.mark.django_db

NEW = "a better horse battery"
FIELDS = {"password": NEW, "password_again": NEW}
ASK = "/account/reset/"


@pytest.fixture
def owner_of_mail(player) -> User:
    player.email = "Player@x.example"
    player.save()
    return player


def ask(client: Client, email: str = "player@X.example"):
    """Ask, and let the background do what it does every minute."""
    response = client.post(ASK, {"email": email})
    tasks.answer_asked()
    tasks.send_mails()
    return response


def link() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found.group(1)


def test_a_link_is_sent_and_sets_the_password(client, owner_of_mail):
    elsewhere = Client()
    elsewhere.force_login(owner_of_mail)
    assert ask(client).status_code == 303
    assert [message.to for message in mail.outbox] == [["Player@x.example"]]
    assert owner_of_mail.username in mail.outbox[0].body
    assert client.get(link()).status_code == 200
    response = client.post(link(), FIELDS)
    assert (response.status_code, response.url) == (303, reverse("accounts:login"))
    owner_of_mail.refresh_from_db()
    assert owner_of_mail.check_password(NEW)
    assert not get_user(elsewhere).is_authenticated
    assert not get_user(client).is_authenticated


def test_the_answer_is_the_same_for_an_unknown_address(client, owner_of_mail):
    answers = []
    for email in ("player@x.example", "nobody@x.example"):
        browser = Client()
        response = ask(browser, email)
        page = browser.get(response.url).content.decode()
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        for one in token:
            page = page.replace(one, "TOKEN")
        answers.append((response.status_code, response.url, page))
    assert answers[0] == answers[1]
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("kind", ["blocked", "guest"])
def test_no_link_for_an_account_without_a_way_in(client, owner_of_mail, kind):
    changes = {"blocked": {"is_active": False}, "guest": {"is_guest": True}}[kind]
    token = security.reset_token(owner_of_mail)
    User.objects.filter(pk=owner_of_mail.pk).update(**changes)
    assert ask(client).status_code == 303
    assert mail.outbox == []
    path = reverse("accounts:new_password", args=[owner_of_mail.pk, token])
    assert client.get(path).status_code == client.post(path, FIELDS).status_code == 404


def test_every_account_of_an_address_gets_its_own_link(client, owner_of_mail, owner):
    User.objects.filter(pk=owner.pk).update(email="player@x.example")
    ask(client)
    told = {name for name in ("Player_1", "owner") for m in mail.outbox if name in m.body}
    assert (len(mail.outbox), told) == (2, {"Player_1", "owner"})


def test_a_link_is_good_once(client, owner_of_mail):
    ask(client)
    first = link()
    client.post(first, FIELDS)
    other = {"password": "yet another horse", "password_again": "yet another horse"}
    assert client.get(first).status_code == 404
    assert client.post(first, other).status_code == 404
    owner_of_mail.refresh_from_db()
    assert owner_of_mail.check_password(NEW)
    with pytest.raises(security.LinkOver):
        security.reset_password(
            user_id=owner_of_mail.pk, token=first.split("/")[-2], password="another"
        )


@pytest.mark.parametrize(("minutes", "status"), [(60, 200), (61, 404)])
def test_a_link_is_good_for_an_hour(client, owner_of_mail, minutes, status):
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        ask(client)
        clock.shift(timedelta(minutes=minutes))
        assert client.get(link()).status_code == status


@pytest.mark.parametrize("after", ["password", "email", "sign-in"])
def test_a_link_is_over_when_the_account_has_changed(client, owner_of_mail, after):
    ask(client)
    match after:
        case "password":
            security.change_password(user_id=owner_of_mail.pk, password="something else 1")
        case "email":
            security.change_email(user_id=owner_of_mail.pk, email="other@x.example")
        case "sign-in":
            fields = {"login": "Player_1", "password": PASSWORD}
            assert client.post(reverse("accounts:login"), fields).status_code == 303
    assert client.get(link()).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/account/reset/{pk}/abc-def/",
        "/account/reset/{pk}/x/",
        "/account/reset/{pk}/１-２/",
        "/account/reset/999999/abc-def/",
        "/account/reset/99999999999999999999999/abc-def/",
    ],
)
def test_a_made_up_link_is_over(client, owner_of_mail, path):
    path = path.format(pk=owner_of_mail.pk)
    assert client.get(path).status_code == client.post(path, FIELDS).status_code == 404


def test_the_link_of_one_is_no_link_of_another(client, owner_of_mail, owner):
    token = security.reset_token(owner_of_mail)
    path = reverse("accounts:new_password", args=[owner.pk, token])
    assert client.post(path, FIELDS).status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"password_again": "another"}, "password_again"),
        ({"password": "1234", "password_again": "1234"}, "password"),
        ({"login": "owner"}, "__all__"),
    ],
)
def test_a_wrong_form_sets_no_password(client, owner_of_mail, changes, field):
    ask(client)
    response = client.post(link(), FIELDS | changes)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    owner_of_mail.refresh_from_db()
    assert owner_of_mail.check_password(PASSWORD)


@pytest.mark.parametrize("email", ["", "no address", "a" * 300 + "@x.example", "a\x00@x.example"])
def test_no_address_is_refused(client, email):
    assert ask(client, email).status_code == 422


def test_nobody_is_flooded_with_links(owner_of_mail, settings):
    settings.THROTTLING = True
    for number in range(6):
        ask(Client(REMOTE_ADDR=f"198.51.100.{number}"))
    assert len(mail.outbox) == 3


def test_what_waits_opens_nothing_and_is_the_same_for_any_address(owner_of_mail):
    for email in ("player@x.example", "nobody@x.example"):
        Client().post(ASK, {"email": email})
    asked = list(LinkAsked.objects.order_by("pk").values("email", "site", "language"))
    assert asked == [
        {"email": email, "site": "http://testserver", "language": "en"}
        for email in ("player@x.example", "nobody@x.example")
    ]
    assert reset.answer_asked() == 1
    assert not LinkAsked.objects.exists()
    waiting = Mail.objects.get()
    assert (waiting.user, waiting.address) == (owner_of_mail, "Player@x.example")
    assert waiting.facts == {"site": "http://testserver"}
    tasks.send_mails()
    token = link().split("/")[-2]
    assert not [row for rows in everything().values() for row in rows if token in str(row)]


def test_a_link_that_is_sent_late_is_good_from_then_on(client, owner_of_mail):
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        client.post(ASK, {"email": "player@x.example"})
        clock.shift(timedelta(hours=5))
        tasks.answer_asked()
        clock.shift(timedelta(hours=5))
        tasks.send_mails()
        clock.shift(timedelta(minutes=60))
        assert client.get(link()).status_code == 200
        clock.shift(timedelta(minutes=1))
        assert client.get(link()).status_code == 404


@pytest.mark.parametrize("meanwhile", ["blocked", "closed", "email", "sign-in"])
def test_no_link_is_sent_late_to_who_has_no_use_for_it(client, owner_of_mail, meanwhile):
    """Sent at once, it would be over by now."""
    client.post(ASK, {"email": "player@x.example"})
    tasks.answer_asked()
    match meanwhile:
        case "blocked":
            User.objects.filter(pk=owner_of_mail.pk).update(is_active=False)
        case "closed":
            security.close_account(user_id=owner_of_mail.pk)
        case "email":
            security.change_email(user_id=owner_of_mail.pk, email="other@x.example")
        case "sign-in":
            fields = {"login": "Player_1", "password": PASSWORD}
            assert client.post(reverse("accounts:login"), fields).status_code == 303
    tasks.send_mails()
    assert Mail.objects.get(kind=reset.LINK).state == MailState.DROPPED
    assert not [message for message in mail.outbox if "/account/reset/" in str(message.body)]
