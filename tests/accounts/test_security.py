"""Password, e-mail, closing the account: asked for the password, done once, seen by staff."""

import pytest
from django.contrib.auth import get_user
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from accounts import ledger, security, services
from accounts.models import Currency, Entry, PlayerSession, User
from accounts.security import Obstacle
from tests import pages
from tests.accounts.conftest import PASSWORD
from tests.staff import sign_in
from tests.tables import Seat

pytestmark = pytest.mark.django_db

NEW = "a better horse battery"
CHANGE = {"current": PASSWORD, "password": NEW, "password_again": NEW}


@pytest.fixture
def here(client, player) -> Client:
    client.force_login(player)
    return client


@pytest.fixture
def elsewhere(player) -> Client:
    other = Client()
    other.force_login(player)
    return other


# --- Password


def test_a_changed_password_ends_all_other_sessions(here, elsewhere, player):
    key = here.session.session_key
    response = here.post(reverse("accounts:change_password"), CHANGE)
    assert (response.status_code, response.url) == (303, reverse("accounts:security"))
    player.refresh_from_db()
    assert player.check_password(NEW)
    assert get_user(here) == player
    assert here.session.session_key != key
    assert not get_user(elsewhere).is_authenticated
    assert PlayerSession.objects.filter(user=player).count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"current": "wrong"}, "current"),
        ({"current": ""}, "current"),
        ({"password_again": "another horse"}, "password_again"),
        ({"password": "short", "password_again": "short"}, "password"),
        ({"password": "Player_1", "password_again": "Player_1"}, "password"),
        ({"password": "", "password_again": ""}, "password"),
        ({"password": "x" * 2000, "password_again": "x" * 2000}, "password"),
        ({"is_staff": "on"}, "__all__"),
        ({"password": [NEW, NEW]}, "__all__"),
    ],
)
def test_a_wrong_form_changes_no_password(here, elsewhere, player, changes, field):
    response = here.post(reverse("accounts:change_password"), CHANGE | changes)
    assert response.status_code == 422
    assert field in response.context["password"].errors
    player.refresh_from_db()
    assert player.check_password(PASSWORD)
    assert get_user(elsewhere) == player


# --- E-mail


@pytest.mark.parametrize("email", ["new@x.example", ""])
def test_the_email_is_changed_with_the_password(here, player, email):
    fields = {"email": email, "current": PASSWORD}
    assert here.post(reverse("accounts:change_email"), fields).status_code == 303
    player.refresh_from_db()
    assert player.email == email


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"email": "new@x.example"}, "current"),
        ({"email": "new@x.example", "current": "wrong"}, "current"),
        ({"email": "no address", "current": PASSWORD}, "email"),
        ({"email": "a" * 300 + "@x.example", "current": PASSWORD}, "email"),
        ({"email": "new@x.example\x00", "current": PASSWORD}, "email"),
        ({"email": "new@x.example", "current": PASSWORD, "tier": "VIP"}, "__all__"),
    ],
)
def test_a_wrong_form_changes_no_email(here, player, fields, field):
    response = here.post(reverse("accounts:change_email"), fields)
    assert response.status_code == 422
    assert field in response.context["email"].errors
    player.refresh_from_db()
    assert (player.email, player.tier) == ("", "LITE")


# --- Closing


def close(client: Client, **changes: str):
    return client.post(reverse("accounts:close"), {"current": PASSWORD} | changes)


def test_a_closed_account_is_closed_for_good(here, elsewhere, player, owner, book):
    book(player, 500, -500)
    response = close(here)
    assert (response.status_code, response.url) == (303, reverse("lobby"))
    player.refresh_from_db()
    assert not player.is_active
    assert player.closed_at is not None
    assert not get_user(here).is_authenticated
    assert not get_user(elsewhere).is_authenticated
    assert not PlayerSession.objects.filter(user=player).exists()
    assert Entry.objects.filter(wallet__user=player).count() == 2
    fields = {"login": player.username, "password": PASSWORD}
    assert Client().post(reverse("accounts:login"), fields).status_code == 422
    with pytest.raises(services.LoginTaken):
        services.register(login=player.username.upper(), password=PASSWORD)


def test_staff_see_when_the_player_closed_it_and_cannot_open_it(here, player, owner):
    close(here)
    client = sign_in(Client(), owner)
    page = reverse("admin:accounts_user_change", args=[player.pk])
    shown = client.get(page).context["adminform"]
    assert "closed_at" in shown.readonly_fields
    assert not {"closed_at", "is_active"} & set(shown.form.fields)
    client.post(page, {"email": "", "tier": "LITE", "is_active": "on"})
    player.refresh_from_db()
    assert not player.is_active
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=player.pk).update(is_active=True)


@pytest.mark.parametrize("current", ["wrong", ""])
def test_closing_asks_for_the_password(here, player, current):
    response = close(here, current=current)
    assert response.status_code == 422
    assert "current" in response.context["form"].errors
    player.refresh_from_db()
    assert player.is_active


def test_roubles_stand_in_the_way(here, player, book):
    book(player, 1)
    assert security.obstacles(player) == (Obstacle.BALANCE,)
    assert pages.read(here.get(reverse("accounts:close"))).one(id="obstacles")
    assert close(here).status_code == 409
    player.refresh_from_db()
    assert player.is_active


def test_demo_money_does_not_stand_in_the_way(here, player, book):
    book(player, 1_000_000, currency=Currency.FUN)
    assert close(here).status_code == 303


@pytest.mark.parametrize("currency", [Currency.FUN, Currency.RUR])
def test_an_unfinished_round_stands_in_the_way(here, player, book, currency):
    if currency == Currency.RUR:
        book(player, 1_000)
    seat = Seat(player, currency=currency.value)
    seat.play("9C 0S 7H 0D")
    assert ledger.balance(player.pk, Currency.RUR) == 0
    assert security.obstacles(player) == (Obstacle.ROUND, Obstacle.IN_PLAY)
    assert close(here).status_code == 409
    seat.act("stand")
    assert Obstacle.ROUND not in security.obstacles(player)


def test_staff_do_not_close_their_account_here(client, owner):
    sign_in(client, owner)
    assert close(client).status_code == 409
    owner.refresh_from_db()
    assert owner.is_active


# --- Whose pages they are


FORMS = ["change_password", "change_email", "close", "end_session", "end_other_sessions"]


@pytest.mark.parametrize("name", FORMS)
def test_visitors_are_led_to_the_login_page(client, name):
    response = client.post(reverse(f"accounts:{name}"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("accounts:login"))


@pytest.mark.parametrize("name", ["security", "close"])
def test_guests_are_led_to_registering(client, guest, name):
    client.force_login(guest)
    here = reverse(f"accounts:{name}")
    response = client.get(here)
    onwards = urlencode({"next": here})
    assert (response.status_code, response.url) == (303, f"{reverse('accounts:upgrade')}?{onwards}")


@pytest.mark.parametrize("name", [*FORMS, "reset"])
def test_every_form_wants_its_token(player, name):
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    assert client.post(reverse(f"accounts:{name}")).status_code == 403


@pytest.mark.parametrize("name", ["security", "close", "sessions", "reset"])
def test_every_form_carries_its_token(here, name):
    root = pages.read(here.get(reverse(f"accounts:{name}"))).one("main")
    forms = [one for one in root.all("form") if one["method"] == "post"]
    assert forms
    for form in forms:
        assert len(form.all("input", name="csrfmiddlewaretoken")) == 1


# --- Blocked by staff


def test_a_blocked_player_is_out_at_his_next_action(here, player):
    User.objects.filter(pk=player.pk).update(is_active=False)
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/play/double-deck/real/"}
    response = here.post("/play/double-deck/real/deal/", {"version": "0"}, headers=headers)
    assert response.headers["HX-Redirect"].startswith(reverse("accounts:login"))
    response = here.post("/play/double-deck/real/deal/", {"version": "0"})
    assert response.status_code == 302
    assert response.url.startswith(reverse("accounts:login"))
