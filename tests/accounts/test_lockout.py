"""Wrong passwords lock a login at one address, and tell nobody whether it exists."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from casino import roles
from tests.accounts.conftest import PASSWORD
from tests.staff import sign_in as staff_sign_in
from tests.tables import at_once

pytestmark = pytest.mark.django_db

LOGIN, ADMIN = "/account/login/", "/admin/login/"
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def attempt(login: str, password: str = "wrong", *, at: str = HERE, agent: str = ""):
    browser = Client(REMOTE_ADDR=at, headers={"User-Agent": agent})
    return browser.post(LOGIN, {"login": login, "password": password})


def statuses(login: str, times: int, **more) -> list[int]:
    return [attempt(login, **more).status_code for _ in range(times)]


@pytest.mark.parametrize("login", ["Player_1", "nobody_here"])
def test_the_fifth_wrong_password_locks(player, login):
    assert statuses(login, 7) == [422] * 4 + [429] * 3


def test_a_locked_login_takes_no_password(player):
    statuses("Player_1", 5)
    client = Client(REMOTE_ADDR=HERE)
    response = client.post(LOGIN, {"login": "Player_1", "password": PASSWORD})
    assert response.status_code == 429
    assert not get_user(client).is_authenticated


def test_the_locked_answer_does_not_tell_who_exists(player):
    pages = set()
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False):
        for login, password in (("Player_1", PASSWORD), ("Player_1", "no"), ("nobody", "no")):
            statuses(login, 5)
            response = attempt(login, password)
            pages.add((response.status_code, response["Retry-After"], response.content))
    assert len(pages) == 1


def test_case_and_browser_open_no_second_door(player):
    for login, agent in zip(
        ["player_1", "PLAYER_1", "Player_1", "pLAYER_1", "Player_1"], "abcde", strict=True
    ):
        last = attempt(login, agent=agent)
    assert last.status_code == 429
    assert AccessAttempt.objects.count() == 1


def test_another_address_and_another_login_stay_open(player, owner):
    statuses("Player_1", 5)
    assert attempt("Player_1", PASSWORD, at=ELSEWHERE).status_code == 303
    assert attempt("owner", PASSWORD).status_code == 303


def test_a_right_password_starts_the_count_anew(player):
    statuses("Player_1", 4)
    assert attempt("Player_1", PASSWORD).status_code == 303
    assert statuses("Player_1", 4) == [422] * 4


def test_a_lock_ends_by_itself_and_says_when(player):
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        statuses("Player_1", 5)
        clock.shift(timedelta(minutes=10))
        # Trying meanwhile makes it no longer.
        wait = int(attempt("Player_1")["Retry-After"])
        assert 299 <= wait <= 301
        clock.shift(timedelta(seconds=wait + 1))
        assert attempt("Player_1", PASSWORD).status_code == 303


def test_the_page_says_when_and_leads_to_a_new_password(player):
    response = [attempt("Player_1") for _ in range(5)][-1]
    assert "429_login.html" in {template.name for template in response.templates}
    assert response.context["minutes"] in {15, 16}
    assert reverse("accounts:reset") in re.findall(r'href="([^"]+)"', response.content.decode())


@pytest.mark.parametrize("login", ["x" * 5000, "a\ufffd" * 200, "'; --", "no login"])
def test_any_text_may_be_tried(login):
    assert statuses(login, 6)[-1] == 429


def test_the_administrations_door_locks_too(owner):
    browser = Client(REMOTE_ADDR=HERE)
    for _ in range(5):
        last = browser.post(ADMIN, {"username": "owner", "password": "wrong"})
    assert last.status_code == 429
    assert attempt("Owner", PASSWORD).status_code == 429, "both doors count together"


def test_no_form_is_kept(player):
    attempt("Player_1", "a secret")
    row = AccessAttempt.objects.get()
    assert row.username == "player_1"
    kept = row.get_data + row.post_data
    assert "a secret" not in kept
    assert "Player_1" not in kept


@pytest.mark.parametrize(("role", "may"), [("support", True), ("cashier", False)])
def test_staff_lift_a_lock(player, cashier, role, may):
    statuses("Player_1", 5)
    roles.appoint(login="colleague", role=roles.Role(role), password=PASSWORD)
    client = staff_sign_in(Client(), roles.User.objects.get(username="colleague"))
    url = reverse("admin:axes_accessattempt_changelist")
    listed = client.get(url)
    assert listed.status_code == (200 if may else 403)
    lift = reverse("admin:axes_accessattempt_lift", args=[AccessAttempt.objects.get().pk])
    assert client.post(lift, {"reason": "he called"}).status_code == (303 if may else 403)
    assert attempt("Player_1", PASSWORD).status_code == (303 if may else 429)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_all_counted(player):
    got = at_once(lambda number: attempt("Player_1").status_code, times=20, threads=5)
    assert set(got) <= {422, 429}
    assert attempt("Player_1", PASSWORD).status_code == 429
    assert AccessAttempt.objects.count() == 1
