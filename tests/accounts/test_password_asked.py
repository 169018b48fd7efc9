"""Whoever is signed in and gives a wrong password is counted and locked as at the login page."""

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.protection import stops
from casino import throttle
from tests import pages
from tests.accounts.conftest import PASSWORD
from tests.office import last_line
from tests.tables import at_once, everything

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
NEW = "a better horse battery"
PLACES = [
    pytest.param("change_password", "current", {"password": NEW, "password_again": NEW}, id="new"),
    pytest.param("change_email", "current", {"email": "new@x.example"}, id="e-mail"),
    pytest.param("close", "current", {}, id="closing"),
    pytest.param("stop", "password", {"length": "hour", "number": "0", "sure": "on"}, id="break"),
]
"""Every form of a signed-in player that asks for his password: its address, field and the rest."""


def browser(user: User, at: str = HERE) -> Client:
    client = Client(REMOTE_ADDR=at)
    client.force_login(user)
    return client


def tried(client: Client, place: tuple[str, str, dict[str, str]], password: str = "wrong") -> int:
    name, field, rest = place
    return client.post(reverse(f"accounts:{name}"), rest | {field: password}).status_code


def sign_in(password: str = PASSWORD, at: str = HERE) -> int:
    fields = {"login": "Player_1", "password": password}
    return Client(REMOTE_ADDR=at).post(reverse("accounts:login"), fields).status_code


@pytest.mark.parametrize(("name", "field", "rest"), PLACES)
def test_the_fifth_wrong_password_locks_and_then_none_is_right(player, name, field, rest):
    client, place = browser(player), (name, field, rest)
    before = everything()
    assert [tried(client, place) for _ in range(6)] == [422] * 4 + [429] * 2
    assert tried(client, place, PASSWORD) == 429
    attempts = AccessAttempt.objects.all()
    assert [row.failures_since_start for row in attempts] == [5]
    attempts.delete()
    assert everything() == before
    assert get_user(client) == player


def test_all_forms_and_the_login_page_count_together(player):
    client = browser(player)
    got = [tried(client, place.values) for place in PLACES]
    assert [*got, sign_in("wrong")] == [422] * 4 + [429]
    assert sign_in() == 429
    assert [tried(client, place.values, PASSWORD) for place in PLACES] == [429] * 4


def test_what_is_wrong_beside_the_password_hides_no_wrong_password(player):
    client = browser(player)
    place = ("change_password", "current", {"password": NEW, "password_again": "another"})
    assert [tried(client, place) for _ in range(5)] == [422] * 4 + [429]


def test_a_right_password_starts_the_count_anew(player):
    client, place = browser(player), PLACES[1].values
    assert [tried(client, place) for _ in range(4)] == [422] * 4
    assert tried(client, place, PASSWORD) == 303
    assert [tried(client, place) for _ in range(4)] == [422] * 4


def test_nobody_is_locked_out_from_elsewhere_but_all_tries_of_a_player_are_limited(
    player, settings
):
    client = browser(player)
    assert [tried(client, PLACES[0].values) for _ in range(5)][-1] == 429
    assert tried(browser(player, ELSEWHERE), PLACES[1].values, PASSWORD) == 303
    settings.THROTTLING = True
    tabs = [browser(player, f"192.0.2.{number}") for number in range(10, 40)]
    got = [tried(tab, PLACES[number % 4].values) for number, tab in enumerate(tabs)]
    allowed = throttle.PASSWORD_ASKED.times
    assert got == [422] * allowed + [429] * (len(tabs) - allowed)


def test_nothing_of_the_form_is_kept(player):
    client = browser(player)
    tried(client, PLACES[0].values, "a near miss")
    row = AccessAttempt.objects.get()
    assert (row.username, row.get_data, row.post_data) == ("player_1", "", "")


def test_who_is_signed_in_is_told_so_and_a_visitor_of_the_login(player):
    client = browser(player)
    for _ in range(5):
        tried(client, PLACES[0].values)
    path, fields = reverse("accounts:close"), {"current": PASSWORD}
    mine = client.post(path, fields)
    fields = {"login": "Player_1", "password": PASSWORD}
    visitors = Client(REMOTE_ADDR=HERE).post(reverse("accounts:login"), fields)
    assert (mine.status_code, visitors.status_code) == (429, 429)
    headings = [pages.read(page).one("h1").text for page in (mine, visitors)]
    assert headings == ["Too many wrong passwords", "Signing in is locked for a while"]


def test_a_guest_is_asked_for_none_and_locks_nothing(guest):
    client = browser(guest)
    fields = {"length": "hour", "number": "0", "sure": "on"}
    assert client.post(reverse("accounts:stop"), fields).status_code == 303
    assert stops.last_number(guest.pk) == 1


def test_a_wrong_password_of_staff_stands_in_the_audit(owner):
    tried(browser(owner), PLACES[1].values)
    line = last_line()
    assert (line.deed, line.refused, line.staff) == ("signed_in", True, owner)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_many_at_once_are_all_counted(player):
    tabs = [browser(player) for _ in range(10)]
    got = at_once(lambda number: tried(tabs[number % 10], PLACES[number % 4].values), times=40)
    assert set(got) <= {422, 429}
    assert tried(browser(player), PLACES[1].values, PASSWORD) == 429
    assert AccessAttempt.objects.count() == 1
