"""Sessions: they end by idleness, by their player's word, and nobody else's."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts import browsers
from accounts.ending import handle_of
from accounts.models import PlayerSession
from tests import pages
from tests.accounts.conftest import PASSWORD
from tests.tables import Seat

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PROFILE = "/account/"
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/play/double-deck/real/"}


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def sign_in(player, agent: str = "") -> Client:
    client = Client(headers={"User-Agent": agent})
    response = client.post(
        reverse("accounts:login"), {"login": player.username, "password": PASSWORD}
    )
    assert response.status_code == 303
    return client


def seen(client: Client) -> datetime:
    return PlayerSession.objects.get(session_key=client.session.session_key).seen_at


# --- Idleness


@pytest.mark.parametrize(("minutes", "stays"), [(29, True), (30, False), (31, False)])
def test_thirty_idle_minutes_end_a_session(player, clock, minutes, stays):
    client = sign_in(player)
    clock.shift(timedelta(minutes=minutes))
    assert client.get(PROFILE).status_code == (200 if stays else 302)


def test_who_does_something_stays(player, clock):
    client = sign_in(player)
    for _ in range(5):
        clock.shift(timedelta(minutes=29))
        assert client.get(PROFILE).status_code == 200


def test_the_cookie_lasts_as_long_as_the_session(player, clock, settings):
    client = sign_in(player)
    clock.shift(timedelta(minutes=20))
    cookie = client.get(PROFILE).cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (1800, True, "Lax")


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        pytest.param("/account/balance/", {}, id="balance"),
        pytest.param("/account/balance/", HTMX, id="balance by htmx"),
        pytest.param("/play/double-deck/demo/?have=1.2", HTMX, id="table that heard of a change"),
    ],
)
def test_what_a_page_asks_by_itself_is_no_activity(player, clock, address, headers):
    client = sign_in(player)
    Seat(player, currency="FUN").open()
    clock.shift(timedelta(minutes=20))
    assert client.get(address, headers=headers).status_code in {200, 204}
    assert seen(client) == NOON
    clock.shift(timedelta(minutes=10))
    assert client.get(PROFILE).status_code == 302


@pytest.mark.parametrize("address", ["/play/double-deck/demo/", "/play/double-deck/demo/?have=1"])
def test_a_table_that_a_player_loads_is_activity(player, clock, address):
    client = sign_in(player)
    clock.shift(timedelta(minutes=20))
    assert client.get(address).status_code == 200
    assert seen(client) == NOON + timedelta(minutes=20)


def test_a_visit_is_written_once_a_minute(player, clock, django_assert_num_queries):
    client = sign_in(player)
    written = []
    for _ in range(6):
        clock.shift(timedelta(seconds=20))
        client.get(PROFILE)
        written.append(seen(client) - NOON)
    minute = timedelta(minutes=1)
    assert written == [timedelta(), timedelta(), minute, minute, minute, 2 * minute]


def test_after_the_end_a_part_leads_to_the_login_page(player, clock):
    client = sign_in(player)
    clock.shift(timedelta(minutes=30))
    for method, address in (
        ("get", "/play/double-deck/real/?have=1"),
        ("post", "/play/double-deck/real/deal/"),
        ("get", "/account/balance/"),
    ):
        response = getattr(client, method)(address, headers=HTMX)
        assert response.status_code == 200
        assert response.content == b""
        onwards = "/account/login/?next=/play/double-deck/real/"
        assert response.headers["HX-Redirect"] == onwards


def test_after_the_end_a_page_leads_to_the_login_page_and_back(player, clock):
    client = sign_in(player)
    clock.shift(timedelta(minutes=30))
    response = client.get("/account/sessions/?a=1")
    assert (response.status_code, response.url) == (
        302,
        "/account/login/?next=/account/sessions/%3Fa%3D1",
    )


@pytest.mark.parametrize(("days", "stays"), [(9.99, True), (10, False)])
def test_a_guests_session_lasts_ten_days(client, clock, days, stays):
    client.post(reverse("accounts:guest"))
    for _ in range(2):
        clock.shift(timedelta(days=days))
        assert client.get(PROFILE).status_code == (200 if stays else 302)


def test_a_session_that_was_ended_is_not_written_back(player, clock):
    client = sign_in(player)
    stored = client.session
    stored.load()
    PlayerSession.objects.all().delete()
    clock.shift(timedelta(minutes=5))
    assert not stored.note_visit()
    assert not PlayerSession.objects.exists()


# --- The list


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        (EDGE, "Edge, Windows"),
        ("curl/8", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_in_words(agent, words):
    assert browsers.in_words(agent) == words


def test_sessions_are_listed_this_one_first_and_marked(player, clock):
    here = sign_in(player, FIREFOX)
    clock.shift(timedelta(minutes=5))
    sign_in(player, IPHONE)
    clock.shift(timedelta(minutes=5))
    view = here.get(reverse("accounts:sessions")).context["sessions"]
    assert [(one.browser, one.here) for one in view] == [
        ("Firefox, Linux", True),
        ("Safari, iPhone", False),
    ]
    assert [one.begun_at - NOON for one in view] == [timedelta(), timedelta(minutes=5)]
    assert [one.seen_at - NOON for one in view] == [timedelta(minutes=10), timedelta(minutes=5)]


def test_no_key_of_a_session_stands_on_the_page(player):
    here, other = sign_in(player), sign_in(player)
    page = here.get(reverse("accounts:sessions")).content.decode()
    for client in (here, other):
        assert client.session.session_key not in page


def test_over_sessions_and_those_of_others_are_not_listed(player, owner, clock):
    sign_in(player)
    clock.shift(timedelta(minutes=40))
    here = sign_in(player)
    sign_in(owner)
    assert len(here.get(reverse("accounts:sessions")).context["sessions"]) == 1


def test_sign_out_everywhere_else(player):
    here, others = sign_in(player), [sign_in(player) for _ in range(3)]
    response = here.post(reverse("accounts:end_other_sessions"))
    assert (response.status_code, response.url) == (303, reverse("accounts:sessions"))
    assert get_user(here) == player
    assert not any(get_user(client).is_authenticated for client in others)


def test_one_session_is_ended(player):
    here, other, third = (sign_in(player) for _ in range(3))
    handle = handle_of(other.session.session_key)
    assert here.post(reverse("accounts:end_session"), {"session": handle}).status_code == 303
    signed_in = [get_user(client).is_authenticated for client in (here, other, third)]
    assert signed_in == [True, False, True]


def test_ending_this_session_signs_out(player):
    here, other = sign_in(player), sign_in(player)
    handle = handle_of(here.session.session_key)
    response = here.post(reverse("accounts:end_session"), {"session": handle})
    assert (response.status_code, response.url) == (303, reverse("lobby"))
    assert not get_user(here).is_authenticated
    assert get_user(other) == player


@pytest.mark.parametrize("handle", ["", "x", "0" * 32, "１" * 32, "0" * 5000, None])
def test_another_handle_ends_nothing(player, handle):
    here = sign_in(player)
    fields = {} if handle is None else {"session": handle}
    # One in the right form may have ended by itself meanwhile: that is no fault of the form.
    wanted = 303 if handle == "0" * 32 else 422
    assert here.post(reverse("accounts:end_session"), fields).status_code == wanted
    assert get_user(here) == player


def test_a_form_with_more_in_it_than_a_button_ends_nothing(player):
    here, other = sign_in(player), sign_in(player)
    response = here.post(reverse("accounts:end_other_sessions"), {"user": "1"})
    assert response.status_code == 422
    assert get_user(other) == player


def test_nobody_ends_the_session_of_another(player, owner):
    here, foreign = sign_in(player), sign_in(owner)
    handle = handle_of(foreign.session.session_key)
    here.post(reverse("accounts:end_session"), {"session": handle})
    here.post(reverse("accounts:end_other_sessions"))
    assert get_user(foreign) == owner


@pytest.mark.parametrize("name", ["end_session", "end_other_sessions"])
def test_no_link_ends_a_session(player, name):
    here = sign_in(player)
    assert here.get(reverse(f"accounts:{name}")).status_code == 405


def test_an_unknown_field_ends_nothing(player):
    here, other = sign_in(player), sign_in(player)
    here.post(reverse("accounts:end_other_sessions"), {"all": "1"})
    assert get_user(other) == player


# --- The navigation


def test_account_pages_lead_to_each_other(player, client):
    client.force_login(player)
    for name in ("profile", "security", "sessions"):
        nav = pages.read(client.get(reverse(f"accounts:{name}"))).one("nav", class_="tabs")
        current = [one["href"] for one in nav.all("a", aria_current="page")]
        assert current == [reverse(f"accounts:{name}")]
        assert {one["href"] for one in nav.all("a")} >= {
            reverse("accounts:profile"),
            reverse("accounts:security"),
            reverse("accounts:sessions"),
        }


def test_a_guest_is_offered_no_password(guest, client):
    client.force_login(guest)
    nav = pages.read(client.get(PROFILE)).one("nav", class_="tabs")
    assert reverse("accounts:security") not in {one["href"] for one in nav.all("a")}
