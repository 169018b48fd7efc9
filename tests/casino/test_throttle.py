"""What is done too often is refused with a time to come back; a fast hand never meets it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine
from django.conf import settings as site_settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from casino import caches as site_caches
from casino import throttle
from casino.throttle import Allowance, seconds_to_wait
from tests import pages
from tests.tables import Seat, at_once, give
from tools import private_redis, programs

FEW = Allowance("few", times=3, seconds=60)


@pytest.fixture(autouse=True)
def _switched_on(settings):
    settings.THROTTLING = True
    settings.LANGUAGE_CODE = "en"
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def clock():
    with time_machine.travel(60_000, tick=False) as clock:
        yield clock


class Away(LocMemCache):
    """A cache whose server is away."""

    def add(self, *args, **more):
        raise ConnectionError("nobody answers")


class Forgetful(LocMemCache):
    """A cache that drops a counter between two steps."""

    def incr(self, *args, **more):
        raise ValueError("no such key")


def test_so_many_times_in_a_window_and_no_more(clock):
    clock.shift(20)
    assert [seconds_to_wait(FEW, "a") for _ in range(5)] == [0, 0, 0, 40, 40]
    assert seconds_to_wait(FEW, "b") == 0
    assert seconds_to_wait(Allowance("other", times=3, seconds=60), "a") == 0
    clock.shift(40)
    assert seconds_to_wait(FEW, "a") == 0


def test_of_many_at_once_exactly_so_many_pass(clock):
    waits = at_once(lambda number: seconds_to_wait(FEW, "a"), times=100, threads=20)
    assert waits.count(0) == 3


@pytest.mark.parametrize("name", ["Away", "Forgetful"])
def test_without_a_cache_everybody_passes(settings, name):
    settings.CACHES = {"default": {"BACKEND": f"{__name__}.{name}"}}
    assert [seconds_to_wait(FEW, "a") for _ in range(10)] == [0] * 10


def test_it_can_be_switched_off(settings):
    settings.THROTTLING = False
    assert [seconds_to_wait(FEW, "a") for _ in range(10)] == [0] * 10


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("", "testclient", True),
    ],
)
def test_an_address_counts_for_its_network(one, other, same):
    request = RequestFactory()
    counted = [throttle.address(request.get("/", REMOTE_ADDR=text)) for text in (one, other)]
    assert (counted[0] == counted[1]) is same


def test_what_a_visitor_says_of_his_address_does_not_count():
    headers = {"X-Forwarded-For": "198.51.100.7"}
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers=headers)
    assert throttle.address(request) == "192.0.2.1"


def test_no_proxy_is_trusted_unless_it_is_named():
    assert site_settings.TRUSTED_PROXIES == []


DOORS = [
    ("accounts:login", throttle.LOGIN),
    ("accounts:register", throttle.REGISTRATION),
    ("accounts:guest", throttle.GUESTS),
    ("accounts:reset", throttle.RESET),
    ("admin:login", throttle.LOGIN),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "allowance"), DOORS, ids=[name for name, _ in DOORS])
def test_every_door_has_its_limit_by_address(name, allowance, clock):
    path, fields = reverse(name), {"unknown": "field"}
    got = [Client().post(path, fields).status_code for _ in range(allowance.times)]
    assert 429 not in got
    response = Client().post(path, fields)
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= allowance.seconds
    assert [template.name for template in response.templates][:1] == ["429.html"]
    assert Client(REMOTE_ADDR="192.0.2.9").post(path, fields).status_code != 429
    if name != "accounts:guest":
        assert Client().get(path).status_code == 200, "looking stays free"


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "says"), [(1, "1 second."), (45, "45 s"), (700, "12 minutes")])
def test_the_page_says_when(seconds, says):
    response = throttle.too_many(RequestFactory().get("/"), seconds)
    text = re.sub(r"<[^>]+>", "", response.content.decode())
    assert f"Try again in {says}" in text


# --- Redis


@pytest.fixture
def redis(settings) -> Iterator[private_redis.Server]:
    """A Redis of the test's own, behind the counters."""
    program = programs.redis_server()
    if program is None:
        pytest.skip("they count in Redis, and redis-server is not on this machine")
    with private_redis.running(program) as server:
        settings.CACHES = site_caches.redis(server.address)
        yield server
    settings.CACHES = site_caches.memory()


def test_counters_in_redis_count_everybody_and_go_away_with_it(redis, settings):
    hour = Allowance("few", times=3, seconds=3600)
    waits = at_once(lambda number: seconds_to_wait(hour, "a"), times=40, threads=8)
    assert waits.count(0) == 3
    redis.stop()
    assert seconds_to_wait(hour, "a") == 0


# --- Tables


@pytest.fixture
def seat(django_user_model: type[User]) -> Seat:
    player = django_user_model.objects.create_user("Player_1", password="x")
    give(player, 1000)
    seat = Seat(player)
    seat.open()
    return seat


def browser(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.django_db
def test_a_hundred_clicks_at_once_are_no_more_than_a_fast_hand(seat):
    tab, old = browser(seat.player), {"version": "999", "action": "hit"}
    path = reverse("blackjack:act", args=[seat.variant, "real"])
    assert {tab.post(path, old).status_code for _ in range(100)} == {409}


@pytest.mark.django_db
def test_a_program_is_asked_to_slow_down_in_all_its_tabs(seat, clock):
    # As many as it may, but two.
    for _ in range(throttle.TABLE.times - 2):
        assert seconds_to_wait(throttle.TABLE, f"player {seat.player.pk}") == 0
    tabs = [browser(seat.player), browser(seat.player)]
    got = []
    for name in ("act", "deal", "close", "act"):
        path = reverse(f"blackjack:{name}", args=[seat.variant, "real"])
        fields = {"version": "999", "action": "hit"}
        headers = {"HX-Request": "true"}
        got.append(tabs[len(got) % 2].post(path, fields, headers=headers).status_code)
    assert got[2:] == [429, 429]
    assert 429 not in got[:2]
    assert tabs[0].get(seat.url()).status_code == 200
    plain = tabs[0].post(seat.url("act"), {"version": "999", "action": "hit"})
    door = Client().post(reverse("accounts:login"), {})
    assert (plain.status_code, plain.context["signed_in"], door.status_code) == (429, True, 422)


@pytest.mark.django_db
def test_a_player_who_acts_too_often_is_told_other_words_than_a_visitor(seat):
    request = RequestFactory().get("/")
    told = []
    for user in (seat.player, AnonymousUser()):
        request.user = user
        told.append(pages.read(throttle.too_many(request, 5)).one("main").text)
    assert "you are still signed in" in told[0]
    assert "signed in" not in told[1]


def test_htmx_never_swaps_that_page_into_a_table():
    base = Path(site_settings.BASE_DIR, "templates/base.html").read_text(encoding="utf-8")
    found = re.search(r"name=\"htmx-config\" content='([^']+)'", base)
    assert found
    handling = json.loads(found.group(1))["responseHandling"]
    rule = next(one for one in handling if re.fullmatch(one["code"], "429"))
    assert rule["swap"] is False
