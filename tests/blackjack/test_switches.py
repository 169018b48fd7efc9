"""A closed game deals no round, lets open ones be finished, and pays its bingo sessions at once."""

import pytest
from django.urls import reverse

from accounts.models import GameSwitch, Tier, User
from accounts.switches import services as switches
from accounts.switches.services import Switch
from blackjack.engine.rules import Variant
from blackjack.exceptions import GameClosed
from casino.roles import Role
from tests import tables
from tests.limits import set_limit
from tests.office import browser, last_line, member
from tests.pages import TablePage, read
from tests.tables import HTMX, give

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(db) -> User:
    return member(Role.MANAGER)


def switch_url(game: str, money: str) -> str:
    return reverse("admin:accounts_gameswitch_switch", args=[game, money])


@pytest.mark.parametrize(
    ("switch", "closed"),
    [
        (Switch("double-deck", "RUR"), {("double-deck", "RUR")}),
        (Switch("double-deck"), {("double-deck", "RUR"), ("double-deck", "FUN")}),
        (Switch("", "RUR"), {("double-deck", "RUR"), ("six-deck", "RUR")}),
        (
            Switch(),
            {(game, money) for game in ("double-deck", "six-deck") for money in ("RUR", "FUN")},
        ),
    ],
)
def test_a_switch_closes_what_it_names(seat, manager, switch, closed):
    switches.close(switch=switch, reason="repair", staff=manager)
    for variant in tables.FRESH:
        for currency in ("RUR", "FUN"):
            here = seat.at(variant, currency)
            here.open()
            if (variant.value, currency) in closed:
                with pytest.raises(GameClosed):
                    here.deal(10)
            else:
                here.deal(10)


def test_an_open_round_is_finished_while_the_game_is_closed(seat, tab, manager):
    seat.play(tables.WON)
    switches.close(switch=Switch("double-deck"), reason="repair", staff=manager)
    assert tab.get(seat.url()).status_code == 200
    assert seat.post_act(tab, "stand").status_code == 303
    assert seat.round.ended_at is not None
    answer = seat.post_deal(tab, 10)
    assert answer.status_code == 422
    assert "closed" in TablePage.of(answer).sentences
    switches.reopen(switch=Switch("double-deck"), reason="done", staff=manager)
    assert seat.post_deal(tab, 10).status_code == 303


def test_an_open_page_learns_that_its_game_is_closed(seat, tab, manager):
    page = TablePage.of(tab.get(seat.url()))
    state = page.table["data-state"]
    headers = {"HX-Request": "true"}
    assert tab.get(seat.url(), {"have": state}, headers=headers).status_code == 204
    switches.close(switch=Switch(), reason="night", staff=manager)
    fresh = tab.get(seat.url(), {"have": state}, headers=headers)
    assert fresh.status_code == 200
    assert "closed" in TablePage.of(fresh).sentences


def test_an_open_page_learns_of_new_limits_and_of_a_new_tier(seat, tab, promote):
    state = TablePage.of(tab.get(seat.url())).table["data-state"]
    set_limit("double-deck", 2, 40)
    fresh = tab.get(seat.url(), {"have": state}, headers=HTMX).context["table"]
    assert (fresh.minimum, fresh.maximum) == (2, 40)
    promote(seat.player, Tier.VIP)
    fresh = tab.get(seat.url(), {"have": fresh.state}, headers=HTMX).context["table"]
    assert (fresh.tier, fresh.minimum, fresh.maximum) == ("VIP", 10, 200)
    assert tab.get(seat.url(), {"have": fresh.state}, headers=HTMX).status_code == 204


def test_running_bingo_is_paid_and_ended_at_once(seat, manager):
    here = seat.at(Variant.BINGO)
    give(here.player, 100)
    here.plant("0D 0S 9H 7C")
    here.deal(10, bingo={1: 5})
    while here.round.ended_at is None:
        here.act("stand")
    if here.sessions[0].ended_at is None:
        switches.close(switch=Switch("bingo", "RUR"), reason="repair", staff=manager)
    assert here.sessions[0].ended_at is not None
    assert tables.journal_adds_up()
    assert switches.sweep() == GameSwitch.objects.count()


def test_lobby_shows_a_closed_game_as_closed(client, manager):
    switches.close(switch=Switch("six-deck"), reason="repair", staff=manager)
    page = read(client.get(reverse("lobby")))
    closed = page.one(id="game-six-deck")
    assert [one.text for one in closed.all("button", disabled="")] == ["Closed for the moment"]
    assert page.one(id="game-double-deck").all("button", disabled="") == []


def test_the_second_of_two_closings_is_refused_and_written_down(manager):
    office = browser(manager)
    fields = {"to": "closed", "reason": "repair"}
    assert office.post(switch_url("classic", "all"), fields).status_code == 303
    assert (last_line().deed, last_line().subject) == (
        "game_closed",
        "accounts.gameswitch/classic/*",
    )
    assert office.post(switch_url("classic", "all"), fields).status_code == 409
    assert last_line().refused
    assert (
        office.post(switch_url("classic", "all"), {"to": "open", "reason": ""}).status_code == 422
    )
    assert office.post(switch_url("poker", "all"), fields).status_code == 404
    assert office.post(switch_url("classic", "USD"), fields).status_code == 404
    assert GameSwitch.objects.count() == 1


def test_only_managers_switch(manager):
    for role in (Role.SUPPORT, Role.CASHIER):
        client = browser(member(role))
        assert client.get(reverse("admin:accounts_gameswitch_changelist")).status_code == 200
        fields = {"to": "closed", "reason": "x"}
        assert client.post(switch_url("all", "all"), fields).status_code == 403
    assert not GameSwitch.objects.exists()
