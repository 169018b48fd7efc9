"""Signing in and out: one answer for all that is wrong, no way off the site."""

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client, override_settings
from django.urls import reverse

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/"


class CountingHasher(MD5PasswordHasher):
    """Counts how much work a login takes."""

    algorithm = "counting"
    work = 0

    def encode(self, password, salt):
        type(self).work += 1
        return super().encode(password, salt)


def sign_in(client, login, password=PASSWORD, **more):
    return client.post(LOGIN, {"login": login, "password": password} | more)


@pytest.mark.parametrize("login", ["Player_1", "player_1", "PLAYER_1"])
def test_login_in_any_case(client, player, login):
    response = sign_in(client, login)
    assert (response.status_code, response.url) == (303, reverse("lobby"))
    assert get_user(client) == player


def test_answer_does_not_tell_what_was_wrong(client, player, guest):
    blocked = type(player).objects.create_user("blocked", password=PASSWORD, is_active=False)
    answers = {
        login: sign_in(client, login, password)
        for login, password in [
            (player.username, "wrong password"),
            ("nobody_here", "wrong password"),
            (blocked.username, PASSWORD),
            (guest.username, PASSWORD),
            ("no login at all", "wrong password"),
        ]
    }
    assert {answer.status_code for answer in answers.values()} == {422}
    pages = {
        answer.content.decode()
        .replace(login, "LOGIN")
        .replace(str(answer.context["csrf_token"]), "TOKEN")
        for login, answer in answers.items()
    }
    assert len(pages) == 1
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("login", ["Player_1", "nobody_here", "no login"])
def test_answer_takes_the_same_work(client, player, login):
    with override_settings(PASSWORD_HASHERS=[f"{__name__}.CountingHasher"]):
        player.set_password(PASSWORD)
        player.save()
        CountingHasher.work = 0
        assert sign_in(client, login, "wrong password").status_code == 422
    assert CountingHasher.work == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"login": "Player_1"},
        {"login": "Player_1", "password": ""},
        {"login": "Player_1\x00", "password": PASSWORD},
        {"login": "Player_1", "password": "x" * 2000},
        {"login": "Player_1", "password": PASSWORD, "is_staff": "1"},
        {"login": ["Player_1", "owner"], "password": PASSWORD},
    ],
    ids=["empty", "no password", "blank password", "NUL", "huge", "unknown field", "login twice"],
)
def test_wrong_form_is_refused(client, player, fields):
    response = client.post(LOGIN, fields)
    assert response.status_code == 422
    assert response.context["form"].errors
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("method", ["post", "get"])
@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "http:///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "\x08//evil.example",
        "/" + "x" * 3000,
    ],
)
def test_next_never_leads_away(client, player, target, method):
    if method == "get":
        client.force_login(player)
        response = client.get(LOGIN, {"next": target})
    else:
        response = sign_in(client, "Player_1", next=target)
    assert (response.status_code, response.url) == (303, reverse("lobby"))


def test_next_leads_on(client, player):
    assert sign_in(client, "Player_1", next="/account/?a=1").url == "/account/?a=1"


def test_next_is_kept_in_the_form(client):
    assert client.get(LOGIN, {"next": "/account/"}).context["next"] == "/account/"
    assert client.get(LOGIN, {"next": "//evil.example"}).context["next"] == reverse("lobby")


def test_session_is_renewed_at_login(client, player):
    session = client.session
    session["anything"] = 1
    session.save()
    before = session.session_key
    sign_in(client, "Player_1")
    first = client.session.session_key
    sign_in(client, "Player_1")
    assert len({before, first, client.session.session_key}) == 3


def test_session_of_another_is_not_inherited(client, player, guest):
    client.force_login(guest)
    session = client.session
    session["anything"] = 1
    session.save()
    sign_in(client, "Player_1")
    assert get_user(client) == player
    assert "anything" not in client.session


def test_logout_by_form_only(client, player):
    client.force_login(player)
    assert client.get(reverse("accounts:logout")).status_code == 405
    assert get_user(client) == player
    response = client.post(reverse("accounts:logout"))
    assert (response.status_code, response.url) == (303, reverse("lobby"))
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("page", ["login", "logout", "register", "guest", "upgrade"])
def test_every_form_wants_its_token(player, page):
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    assert client.post(reverse(f"accounts:{page}")).status_code == 403


def test_blocked_player_is_out_at_the_next_page(client, player):
    client.force_login(player)
    assert client.get(reverse("accounts:profile")).status_code == 200
    player.is_active = False
    player.save()
    response = client.get(reverse("accounts:profile"))
    assert response.status_code == 302
    assert response.url.startswith(LOGIN)
