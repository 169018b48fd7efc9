"""The limits page: what it shows, what it takes, and what it refuses with a sentence."""

from collections import Counter
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.protection import limits
from accounts.protection.models import LimitChange, Measure, Period, PlayStop, RealityCheck
from tests.pages import Element, read
from tests.protection.conftest import PASSWORD
from tests.tables import TIMES, at_once, clients, everything

pytestmark = pytest.mark.django_db

PAGE = "/account/limits/"
LOSS_A_DAY = {"measure": "loss", "period": "day", "number": "0"}
STOP = {"length": "day", "number": "0", "sure": "on", "password": PASSWORD}
THREADS = 20


def item(response, key: str = "limit-loss-day") -> Element:
    return read(response).one("li", id=key)


def actions(element: Element) -> list[str]:
    return [form["action"].rsplit("/", 2)[1] for form in element.all("form")]


def test_it_shows_every_limit_with_what_is_used_up(player, tab, limit, book):
    limit(Measure.LOSS, 40_00)
    book(-10_00)
    answer = tab.get(PAGE)
    assert answer.status_code == 200
    page = read(answer)
    shown = {one["id"] for one in page.all("li") if one.get("id")}
    assert shown == {f"limit-{m.value}-{p.value}" for m in Measure for p in Period}
    views = {
        limit.id: limit for one in answer.context["protection"].measures for limit in one.limits
    }
    loss = views["limit-loss-day"]
    assert (loss.limit, loss.used, loss.left, loss.percent) == ("40 RUR", "10 RUR", "30 RUR", 25)
    assert page.one("li", id="limit-loss-day").one("progress")["value"] == "25"
    assert page.one("li", id="limit-stake-day").all("progress") == []
    assert answer.context["protection"].zone == "Europe/Moscow"


def test_a_limit_is_set_raised_confirmed_and_withdrawn_on_the_page(player, tab):
    assert actions(item(tab.get(PAGE))) == ["set"]
    assert tab.post(PAGE + "set/", LOSS_A_DAY | {"limit": "100"}).status_code == 303
    assert actions(item(tab.get(PAGE))) == ["set", "remove"]
    tab.post(PAGE + "set/", LOSS_A_DAY | {"number": "1", "limit": "200"})
    assert actions(item(tab.get(PAGE))) == ["withdraw", "set", "remove"]
    answer = tab.post(PAGE + "confirm/", LOSS_A_DAY | {"number": "2"})
    assert answer.status_code == 409
    assert (
        read(answer)
        .one("div", role="alert")
        .text.endswith("the higher limit can be confirmed, not earlier.")
    )
    with time_machine.travel(timezone.now() + timedelta(hours=24, seconds=1)):
        tab.force_login(player)
        assert actions(item(tab.get(PAGE))) == ["confirm", "withdraw", "set", "remove"]
        assert tab.post(PAGE + "confirm/", LOSS_A_DAY | {"number": "2"}).status_code == 303
        tab.post(PAGE + "remove/", LOSS_A_DAY | {"number": "3"})
        assert tab.post(PAGE + "withdraw/", LOSS_A_DAY | {"number": "4"}).status_code == 303
        page = read(tab.get(PAGE))
    assert limits.in_force(player.pk, [Measure.LOSS]) == {(Measure.LOSS, Period.DAY): 200_00}
    history = next(one for one in page.all("ul") if "limits-history" in one.classes)
    assert len(history.all("li")) == 5


WRONG = ["-5", "0", "NaN", "1e3", "1,5", "1.5", "１００", "", " ", "9" * 30, "1000000001", "10 0"]


@pytest.mark.parametrize("value", WRONG)
def test_a_wrong_limit_is_refused_with_a_sentence(tab, value):
    before = everything()
    answer = tab.post(PAGE + "set/", LOSS_A_DAY | {"limit": value})
    assert answer.status_code == 422
    assert read(answer).one("div", role="alert").text
    assert everything() == before


@pytest.mark.parametrize(
    ("period", "minutes", "status"),
    [
        ("day", 1440, 303),
        ("day", 1441, 422),
        ("week", 10080, 303),
        ("week", 10081, 422),
        ("month", 44640, 303),
        ("month", 44641, 422),
    ],
)
def test_time_is_limited_to_what_the_period_has(tab, period, minutes, status):
    fields = {"measure": "time", "period": period, "number": "0", "limit": str(minutes)}
    assert tab.post(PAGE + "set/", fields).status_code == status


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("set/", {"measure": "wins", "period": "day", "number": "0", "limit": "5"}),
        ("set/", {"measure": "loss", "period": "year", "number": "0", "limit": "5"}),
        ("set/", {"measure": "time", "period": "year", "number": "0", "limit": "5"}),
        ("set/", LOSS_A_DAY | {"limit": "5", "user": "1"}),
        ("set/", LOSS_A_DAY | {"limit": ["5", "6"]}),
        ("set/", LOSS_A_DAY | {"limit": "5", "number": "x"}),
        ("set/", {}),
        ("remove/", LOSS_A_DAY | {"limit": "5"}),
        ("confirm/", {"measure": "loss"}),
        ("withdraw/", LOSS_A_DAY | {"number": "-1"}),
        ("reality-check/", {"minutes": "20"}),
        ("reality-check/", {"minutes": "１５"}),
        ("reality-check/", {}),
        ("stop/", STOP | {"length": "2 hours"}),
        ("stop/", STOP | {"length": ""}),
        ("stop/", STOP | {"sure": "no"}),
        ("stop/", {name: value for name, value in STOP.items() if name != "sure"}),
        ("stop/", STOP | {"password": "wrong"}),
        ("stop/", STOP | {"password": ""}),
        ("stop/", STOP | {"until": "2030-01-01"}),
    ],
)
def test_a_wrong_form_changes_nothing(tab, address, fields):
    before = everything()
    answer = tab.post(PAGE + address, fields)
    assert answer.status_code == 422
    assert read(answer).one("div", role="alert").text
    assert everything() == before


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("set/", LOSS_A_DAY | {"limit": "5", "number": "7"}),
        ("remove/", LOSS_A_DAY),
        ("confirm/", LOSS_A_DAY),
        ("withdraw/", LOSS_A_DAY),
        ("stop/", STOP | {"number": "3"}),
    ],
)
def test_what_does_not_fit_what_holds_is_a_conflict(tab, address, fields):
    before = everything()
    assert tab.post(PAGE + address, fields).status_code == 409
    assert everything() == before


@pytest.mark.parametrize("minutes", ["0", "15", "30", "60", "120"])
def test_the_interval_of_the_reminder_is_set(player, tab, minutes):
    assert tab.post(PAGE + "reality-check/", {"minutes": minutes}).status_code == 303
    assert RealityCheck.objects.get(user=player).minutes == int(minutes)
    chosen = [
        one
        for one in read(tab.get(PAGE)).all("input", name="minutes")
        if "checked" in one.attributes
    ]
    assert [one["value"] for one in chosen] == [minutes]


def test_a_stop_asks_for_the_password_and_says_until_when(player, tab):
    answer = tab.post(PAGE + "stop/", STOP)
    assert answer.status_code == 303
    assert PlayStop.objects.get().user == player
    page = tab.get(PAGE)
    assert page.context["protection"].stop is not None
    assert read(page).one("section", id="stop").one("input", name="number")["value"] == "1"
    tab.post(PAGE + "stop/", STOP | {"length": "for-good", "number": "1"})
    assert read(tab.get(PAGE)).all("section", id="stop") == []


def test_a_guest_may_limit_his_time_and_stop_without_a_password(client):
    guest = services.start_guest()
    client.force_login(guest)
    page = client.get(PAGE)
    assert [one.measure for one in page.context["protection"].measures] == ["time"]
    before = everything()
    assert client.post(PAGE + "set/", LOSS_A_DAY | {"limit": "5"}).status_code == 422
    assert everything() == before
    fields = {"measure": "time", "period": "day", "number": "0", "limit": "30"}
    assert client.post(PAGE + "set/", fields).status_code == 303
    without = {name: value for name, value in STOP.items() if name != "password"}
    assert client.post(PAGE + "stop/", without).status_code == 303


def test_the_page_is_for_players_and_nothing_changes_by_looking(client, tab, player):
    client.logout()
    names = ["limits", "set_limit", "remove_limit", "confirm_limit", "withdraw_limit"]
    names += ["set_reality_check", "stop"]
    addresses = [reverse(f"accounts:{name}") for name in names]
    assert client.get(addresses[0]).status_code == 302
    for address in addresses[1:]:
        assert client.post(address, LOSS_A_DAY).status_code == 302
    client.force_login(player)
    assert Counter(client.get(address).status_code for address in addresses[1:]) == {405: 6}
    assert not LimitChange.objects.exists()


def test_the_ways_to_the_page(tab):
    for address in (reverse("accounts:profile"), reverse("lobby")):
        links = [one["href"] for one in read(tab.get(address)).all("a")]
        assert PAGE in links


@pytest.mark.django_db(transaction=True)
def test_f1_confirming_a_higher_limit(player):
    for limit in (100_00, 200_00):
        number = LimitChange.objects.count()
        limits.change(
            player=player,
            measure=Measure.LOSS,
            period=Period.DAY,
            number=number,
            limit=limit,
            now=timezone.now() - timedelta(hours=25),
        )
    tabs = clients(player, THREADS)
    answers = at_once(
        lambda n: tabs[n % THREADS].post(PAGE + "confirm/", LOSS_A_DAY | {"number": "2"}), TIMES
    )
    assert Counter(one.status_code for one in answers) == {303: 1, 409: TIMES - 1}
    assert LimitChange.objects.count() == 3
    assert limits.in_force(player.pk, [Measure.LOSS]) == {(Measure.LOSS, Period.DAY): 200_00}


@pytest.mark.django_db(transaction=True)
def test_f1_excluding_oneself(player):
    tabs = clients(player, THREADS)
    fields = STOP | {"length": "half-year"}
    answers = at_once(lambda n: tabs[n % THREADS].post(PAGE + "stop/", fields), TIMES)
    assert Counter(one.status_code for one in answers) == {303: 1, 409: TIMES - 1}
    assert PlayStop.objects.count() == 1
