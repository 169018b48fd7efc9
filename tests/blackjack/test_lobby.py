"""The lobby and the rules pages: open to everybody, made from the data that is played by."""

import pytest
from django.urls import reverse

from accounts.models import BetLimit, Currency, Tier
from blackjack.engine.rules import Variant
from tests.limits import set_limit, take_away
from tests.pages import read
from tests.tables import LOST, PLAYED, WON

pytestmark = pytest.mark.django_db


def lobby(client):
    return client.get(reverse("lobby")).context["lobby"]


def test_visitor_sees_the_games_with_the_limits_of_a_newcomer(client, db):
    view = lobby(client)
    limits = {game.variant: game.facts[0][1] for game in view.games}
    assert limits == {
        "double-deck": "1–50",
        "six-deck": "1–50",
        "classic": "5–50",
        "bingo": "5–50",
    }
    assert list(view.waiting) == []
    page = read(client.get(reverse("lobby")))
    forms = [form for form in page.all("form") if form["action"] == reverse("accounts:guest")]
    assert forms
    assert all(form["method"] == "post" for form in forms)


def test_player_sees_the_limits_of_his_tier(seat, tab, promote):
    promote(seat.player, Tier.VIP)
    limits = {game.variant: game.facts[0][1] for game in lobby(tab).games}
    assert limits == {
        "double-deck": "10–200",
        "six-deck": "10–200",
        "classic": "20–200",
        "bingo": "20–200",
    }


def test_limits_that_differ_by_money_are_both_shown(tab):
    set_limit("classic", 25, 60, currency="RUR")
    shown = {game.variant: game.facts[0][1] for game in lobby(tab).games}
    assert shown["classic"] == "5–50 in the demo, 25–60 for money"
    assert shown["bingo"] == "5–50"


@pytest.mark.parametrize("left", Currency.values)
def test_game_with_a_limit_for_one_money_is_shown_with_it(tab, left):
    for row in BetLimit.objects.filter(variant="classic", tier="LITE").exclude(currency=left):
        take_away(row)
    (game,) = (one for one in lobby(tab).games if one.variant == "classic")
    assert game.facts[0][1] == "5–50"
    assert (game.demo_closed, game.real_closed) == (left != "FUN", left != "RUR")


def test_closed_game_is_not_offered(tab):
    BetLimit.objects.filter(variant="six-deck").delete()
    assert [game.variant for game in lobby(tab).games] == ["double-deck", "classic", "bingo"]


def test_every_unfinished_round_has_a_way_back(seat, demo, stranger, tab):
    for here in (seat, demo.at(Variant.SIX_DECK)):
        here.play(WON)
    seat.at(Variant.SIX_DECK).play(LOST, "stand")
    type(seat)(stranger).play(WON)
    view = lobby(tab)
    assert [one.url for one in view.waiting] == [
        seat.url(),
        demo.at(Variant.SIX_DECK).url(),
    ]
    assert [(game.waiting_demo, game.waiting_real) for game in view.games] == [
        (False, True),
        (True, False),
        (False, False),
        (False, False),
    ]


def test_running_bingo_sessions_are_listed_with_the_way_back(seat, tab):
    here = seat.at(Variant.BINGO)
    here.plant("0S 9H 0S 8H 7D 0C")
    here.deal(10, 10, bingo={1: 5, 2: 10})
    here.act("stand stand")
    (running,) = lobby(tab).bingo
    assert (running.url, running.staked, running.mode) == (here.url(), 1500, "real")
    assert list(running.places) == ["Box 1: 1 of 5", "Box 2: 1 of 5"]
    here.leave(1)
    assert lobby(tab).bingo[0].staked == 1000
    here.leave()
    assert list(lobby(tab).bingo) == []


def test_every_page_leads_to_the_rules_of_every_game(client, db):
    foot = read(client.get(reverse("lobby"))).one("footer")
    rules = [reverse("blackjack:rules", args=[variant]) for variant in PLAYED]
    led_to = [link["href"] for link in foot.all("a")]
    assert [address for address in led_to if address in rules] == rules


def test_running_bingo_has_a_way_back(demo, tab):
    here = demo.at(Variant.BINGO)
    here.plant("0S KD 9H 0C")
    here.deal(10, bingo={1: 5})
    here.act("stand")
    shown = read(tab.get(reverse("lobby"))).one("section", class_="waiting waiting--quiet")
    assert [link["href"] for link in shown.all("a")] == [here.url()]


def test_limits_of_another_tier_can_be_looked_at_and_are_named_as_such(client, db):
    view = client.get(reverse("lobby"), {"tier": "VIP"}).context["lobby"]
    assert (view.tier, view.looked_at) == ("LITE", "VIP")
    assert [tier.name for tier in view.tiers if tier.shown] == ["VIP"]
    assert {game.facts[0][1] for game in view.games} == {"10–200", "20–200"}
    page = read(client.get(reverse("lobby"), {"tier": "VIP"}))
    assert [
        link.text for link in page.one("nav", class_="tiers").all("a", **{"aria-current": "true"})
    ] == ["VIP"]
    assert page.one("p", class_="tiers-note")


@pytest.mark.parametrize("tier", ["vip", "", "GOLD", "1"])
def test_unknown_tier_has_no_page(client, db, tier):
    assert client.get(reverse("lobby"), {"tier": tier}).status_code == 404


def test_pictures_are_as_the_games_are_dealt(client):
    samples = {game.variant: game.sample for game in lobby(client).games}
    assert [one for one, sample in samples.items() if sample.hole] == ["classic"]
    (bingo,) = (sample.bingo for sample in samples.values() if sample.bingo)
    assert [number for number, lit in bingo.cells if lit] == [17, 18, 20]
