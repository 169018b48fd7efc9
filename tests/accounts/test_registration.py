"""Registration: which logins there are, and who may have one."""

from html.parser import HTMLParser

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import identify_hasher
from django.core.exceptions import ValidationError
from django.test import override_settings
from django.urls import reverse

from accounts import logins, services
from accounts.models import Tier, User
from casino import settings as casino_settings
from tests.accounts.conftest import PASSWORD, user_of

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """What a browser makes of a page: the inputs' values, and elements that would run code."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str | None, str | None] = {}
        self.with_handlers: list[str] = []
        self.labelled: set[str | None] = set()
        self.ids: set[str | None] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.add(found.get("id"))
        if tag == "label":
            self.labelled.add(found.get("for"))
        if tag == "input":
            self.values[found.get("name")] = found.get("value")
        if any(name.startswith("on") for name in found) or (tag == "script" and "src" not in found):
            self.with_handlers.append(tag)


FIELDS = ("login", "password", "password_again", "email", "adult")
GOOD = {"login": "New_1", "password": PASSWORD, "password_again": PASSWORD, "adult": "on"}


@pytest.fixture
def send(client):
    def send(**changes):
        fields = {name: value for name, value in (GOOD | changes).items() if value is not None}
        return client.post(reverse("accounts:register"), fields)

    return send


def refused_field(response) -> set[str]:
    assert response.status_code == 422
    return set(response.context["form"].errors)


def test_visitor_becomes_a_player_and_is_signed_in(send, client):
    response = send(email="new@example.org")
    assert response.status_code == 303
    assert response.url == reverse("lobby")
    user = user_of(client)
    assert (user.username, user.email, user.tier) == ("New_1", "new@example.org", Tier.LITE)
    assert user.adult_confirmed_at is not None
    assert not user.is_guest
    assert not user.is_staff


def test_email_is_not_required(send):
    assert send().status_code == 303
    assert User.objects.get().email == ""


@override_settings(PASSWORD_HASHERS=casino_settings.PASSWORD_HASHERS)
def test_password_is_kept_as_argon2(send):
    send()
    assert identify_hasher(User.objects.get().password).algorithm == "argon2"


@pytest.mark.parametrize("login", ["abc", "A_1", "___", "x" * 20, "guest", "guestbook", "Quest_1"])
def test_login(send, login):
    assert send(login=login).status_code == 303
    assert User.objects.get().username == login


@pytest.mark.parametrize(
    "login",
    [
        "", "ab", "x" * 21, "x" * 5000, "two words", " abc", "abc ", "abc\n", "\nabc", "abc\t",
        "abc\x00", "ａｂｃｄ", "Привет", "\u212aelvin", "a-START-AS-END", "a.b", "a@b", "+abc",
        "café",
        "<img onerror=alert(1)>", "<img/>", "'or'1", "١٢٣", "abc\u200b",
    ],
)  # fmt: skip
def test_no_login(send, login):
    response = send(login=login)
    assert refused_field(response) == {"login"}
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["<img onerror=alert(1)>", '"><script>alert(1)</script>'])
def test_refused_login_is_text_on_the_page(send, login):
    page = Page()
    page.feed(send(login=login).content.decode())
    assert page.values["login"] == login
    assert not page.with_handlers


@pytest.mark.parametrize(
    "login",
    ["guest_1", "GUEST_1", "Guest_", "gUeSt_abc", "_guest_1", "__GUEST_", "gue5t_1", "9U3ST_x"],
)
def test_login_of_guests_is_reserved(send, login):
    response = send(login=login)
    assert refused_field(response) == {"login"}
    assert not User.objects.exists()
    with pytest.raises(ValidationError):
        User(username=login, password="x").full_clean()
    for make in (User.objects.create_user, User.objects.create_superuser):
        with pytest.raises(ValidationError):
            make(login, password=PASSWORD)
    with pytest.raises(ValidationError):
        services.register(login=login, password=PASSWORD)


@pytest.mark.parametrize("login", ["New_1", "new_1", "NEW_1"])
def test_login_is_taken_in_any_case(send, client, login):
    services.register(login="New_1", password=PASSWORD)
    response = send(login=login)
    assert refused_field(response) == {"login"}
    assert User.objects.count() == 1
    assert not get_user(client).is_authenticated


def test_refusal_names_the_login(send):
    (message,) = send(login="two words").context["form"].errors["login"]
    assert "two words" in message


@pytest.mark.parametrize("adult", [None, "", "False"])
def test_only_for_people_of_18_or_older(send, adult):
    assert refused_field(send(adult=adult)) == {"adult"}
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short1!", "password123", "19283746501", "New_1New_1"])
def test_weak_password_is_refused(send, password):
    login = "New_1New" if password.startswith("New") else "New_1"
    response = send(login=login, password=password, password_again=password)
    assert refused_field(response) == {"password"}
    assert password not in response.content.decode()


def test_passwords_must_agree(send):
    assert refused_field(send(password_again=PASSWORD + "!")) == {"password_again"}


def test_blanks_belong_to_the_password(send):
    send(password=f" {PASSWORD} ", password_again=f" {PASSWORD} ")
    assert User.objects.get().check_password(f" {PASSWORD} ")


@pytest.mark.parametrize("email", ["x", "a@b", "<b>@c.de"])
def test_wrong_email_is_refused(send, email):
    assert refused_field(send(email=email)) == {"email"}


@pytest.mark.parametrize("name", ["tier", "is_staff", "balance", "id"])
def test_unknown_field_is_refused(send, name):
    assert refused_field(send(**{name: "VIP"})) == {"__all__"}
    assert not User.objects.exists()


def test_empty_form_is_refused(client):
    response = client.post(reverse("accounts:register"))
    assert refused_field(response) == {"login", "password", "password_again", "adult"}


def test_page_labels_every_field_and_describes_faults(send):
    page = Page()
    page.feed(send(login="x").content.decode())
    assert {f"id_{name}" for name in FIELDS} <= page.labelled
    assert {"id_login_error", "id_login_helptext"} <= page.ids


def test_registered_player_is_led_on(client, player):
    client.force_login(player)
    response = client.get(reverse("accounts:register"))
    assert (response.status_code, response.url) == (303, reverse("lobby"))


def test_players_are_found_in_any_case_of_ascii_only(player):
    assert User.objects.get_by_natural_key("PLAYER_1") == player
    for login in ("ＰＬＡＹＥＲ_1", "player_1\n", "", None):
        with pytest.raises(User.DoesNotExist):
            User.objects.get_by_natural_key(login)


def test_guests_logins_are_logins():
    drawn = {logins.for_guest() for _ in range(100)}
    assert len(drawn) == 100
    assert all(logins.is_login(login) and logins.is_reserved(login) for login in drawn)
