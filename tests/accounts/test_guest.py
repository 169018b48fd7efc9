"""Guests: one click to the demo, and later the same account with a name."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts import ledger, logins, services
from accounts.models import Currency, Entry, User
from tests.accounts.conftest import PASSWORD, user_of

pytestmark = pytest.mark.django_db

FORM = {"login": "Grown_Up", "password": PASSWORD, "password_again": PASSWORD, "adult": "on"}


def test_one_click_makes_a_guest(client):
    response = client.post(reverse("accounts:guest"), {"next": "/account/"})
    assert (response.status_code, response.url) == (303, "/account/")
    guest = user_of(client)
    assert guest.is_guest
    assert logins.is_login(guest.username)
    assert guest.username.startswith("guest_")
    assert guest.username == guest.username.lower()
    assert not guest.has_usable_password()
    assert guest.adult_confirmed_at is not None
    assert client.session.get_expiry_age() == 10 * 24 * 3600


def test_guest_never_leaves_the_site(client):
    response = client.post(reverse("accounts:guest"), {"next": "https://evil.example/"})
    assert response.url == reverse("lobby")


def test_second_click_goes_on_with_the_same_account(client):
    client.post(reverse("accounts:guest"))
    first = get_user(client)
    response = client.post(reverse("accounts:guest"), {"next": "/account/"})
    assert (response.status_code, response.url) == (303, "/account/")
    assert get_user(client) == first
    assert User.objects.count() == 1


def test_player_does_not_become_a_guest(client, player):
    client.force_login(player)
    assert client.post(reverse("accounts:guest")).status_code == 303
    assert get_user(client) == player
    assert not User.objects.filter(is_guest=True).exists()


def test_a_link_makes_no_guest(client):
    assert client.get(reverse("accounts:guest")).status_code == 405
    assert not User.objects.exists()


def test_unknown_field_makes_no_guest(client):
    response = client.post(reverse("accounts:guest"), {"tier": "VIP"})
    assert response.status_code == 422
    assert not User.objects.exists()


def test_upgrade_keeps_account_wallet_and_session(client, guest, book):
    book(guest, 1_234, currency=Currency.FUN)
    client.force_login(guest)
    response = client.post(reverse("accounts:upgrade"), FORM)
    assert (response.status_code, response.url) == (303, reverse("accounts:profile"))
    user = user_of(client)
    assert user.pk == guest.pk
    assert (user.username, user.is_guest) == ("Grown_Up", False)
    assert user.check_password(PASSWORD)
    assert ledger.balance(user.pk, Currency.FUN) == 1_234
    assert Entry.objects.get().wallet.user == user
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_upgrade_ends_the_guests_long_session(client, settings):
    client.post(reverse("accounts:guest"))
    before = client.session.session_key
    client.post(reverse("accounts:upgrade"), FORM)
    assert client.session.session_key != before
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_upgrade_ends_other_sessions(client, guest):
    other = Client()
    for browser in (client, other):
        browser.force_login(guest)
    client.post(reverse("accounts:upgrade"), FORM)
    assert get_user(client).is_authenticated
    assert not get_user(other).is_authenticated


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"login": "player_1"}, "login"),
        ({"login": "guest_2"}, "login"),
        ({"login": "no login"}, "login"),
        ({"adult": ""}, "adult"),
        ({"password": "x", "password_again": "x"}, "password"),
        ({"tier": "VIP"}, "__all__"),
    ],
)
def test_refused_upgrade_changes_nothing(client, guest, player, changes, field):
    client.force_login(guest)
    response = client.post(reverse("accounts:upgrade"), FORM | changes)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_only_guests_are_upgraded(client, player):
    client.force_login(player)
    assert client.post(reverse("accounts:upgrade"), FORM).status_code == 303
    player.refresh_from_db()
    assert player.username == "Player_1"
    with pytest.raises(services.NotAGuest):
        services.upgrade_guest(user_id=player.pk, login="Other", password=PASSWORD)


def test_visitor_is_asked_to_sign_in_first(client):
    response = client.post(reverse("accounts:upgrade"), FORM)
    assert response.url.startswith(reverse("accounts:login"))
    assert not User.objects.exists()


def test_registration_of_a_guest_is_the_upgrade(client, guest):
    client.force_login(guest)
    response = client.get(reverse("accounts:register"), {"next": "/fairplay/"})
    assert (response.status_code, response.url) == (303, "/account/upgrade/?next=%2Ffairplay%2F")


def test_guest_may_sign_in_as_somebody(client, guest):
    client.force_login(guest)
    assert client.get(reverse("accounts:login")).status_code == 200
