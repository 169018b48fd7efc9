"""Bingo on the pages: cards, forms, the question before a deal that leaves, many clicks."""

from collections import Counter
from typing import Any

import pytest
from django.urls import reverse

from accounts.kinds import Kind
from accounts.registry import games
from blackjack.engine.rules import Variant
from tests.blackjack.bingo.rounds import BUST, on_bingo, play
from tests.tables import HTMX, TIMES, Seat, at_once, clients, everything

pytestmark = pytest.mark.django_db


# --- Many clicks --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.parametrize("box", [1, None], ids=["place", "table"])
def test_f1_leaving_has_one_effect(three, box):
    form = {"version": str(three.version), **({} if box is None else {"box": str(box)})}
    tabs = clients(three.player, 20)
    codes = at_once(lambda number: tabs[number % 20].post(three.url("leave"), form).status_code)
    assert Counter(codes) == {303: 1, 409: TIMES - 1}
    assert on_bingo(three) == [(Kind.BINGO, -500), (Kind.BINGO_PAYOUT, 1000)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_f1_a_deal_that_opens_and_leaves_has_one_effect(three):
    form = {
        "version": str(three.version),
        "bet_2": "10",
        "bingo_2": "5",
        "leaving": "1",
    }
    tabs = clients(three.player, 20)
    codes = at_once(lambda number: tabs[number % 20].post(three.url("deal"), form).status_code)
    assert Counter(codes) == {303: 1, 409: TIMES - 1}
    assert [(session.box, session.stake) for session in three.sessions] == [(1, 500), (2, 500)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_house_and_player_end_a_session_once(three):
    """Blocks, leaves and deals at once: whoever comes first, one payout."""
    version, tabs = three.version, clients(three.player, 20)

    def one(number: int) -> int:
        if number % 3 == 0:
            games().playing_stopped(three.player.pk)
            return 0
        name = "leave" if number % 3 == 1 else "deal"
        form = {"version": str(version)} | ({"bet_1": "10"} if name == "deal" else {"box": "1"})
        return tabs[number % 20].post(three.url(name), form).status_code

    assert set(at_once(one, times=30, threads=6)) <= {0, 303, 409}
    assert on_bingo(three) == [(Kind.BINGO, -500), (Kind.BINGO_PAYOUT, 1000)]


# --- Pages and forms ----------------------------------------------------------------------------


def card_of(page: Any, box: int) -> Any:
    return next(one.bingo for one in page.context["table"].boxes if one.number == box)


def test_card_says_how_the_session_stands(three, tab):
    card = card_of(tab.get(three.url()), 1)
    assert (card.state, card.status, card.lit) == ("running", "Three numbers · 1:1", "17, 18, 19")
    assert card.leave.returned == 1000
    assert card.field is None
    other = card_of(tab.get(three.url()), 2)
    assert (other.state, other.field.name, other.leave) == ("empty", "bingo_2", None)


@pytest.mark.parametrize(
    ("totals", "status", "net"),
    [
        ((17, BUST), "dealer bust", -500),
        ((17, 18, 19, 20, 21), "Jackpot · 60:1", 30000),
    ],
)
def test_card_says_what_a_session_came_to(seat, tab, totals, status, net):
    play(seat, *totals)
    card = card_of(tab.get(seat.url()), 1)
    assert (card.state, card.status, card.net) == ("ended", status, net)
    assert card.field is not None


def test_no_place_is_laid_or_left_within_a_round(three, tab):
    three.deal(10)
    page = tab.get(three.url())
    assert card_of(page, 1).leave is card_of(page, 2).field is None
    assert page.context["table"].leave_table is None
    assert page.context["table"].in_play == 1500
    answer = tab.post(three.url("leave"), {"version": three.version, "box": "1"}, headers=HTMX)
    assert answer.status_code == 409


def test_question_keeps_the_bets_and_names_what_is_left(three, tab):
    before = everything()
    answer = three.post_deal(tab, "", 10, bingo_2="5", headers=HTMX)
    assert answer.status_code == 409
    view = answer.context["table"]
    assert view.leaving.boxes == "1"
    assert view.leaving.means == ("Box 1: Three numbers · 1:1, 10 come back",)
    assert [field.value for field in view.bets.fields] == ["", "10", "", "", ""]
    assert card_of(answer, 2).field.value == "5"
    assert everything() == before
    assert three.post_deal(tab, "", 10, bingo_2="5", leaving="1", headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"bet_1": "10", "bingo_1": "11"},
        {"bet_1": "10", "bingo_2": "5"},
        {"bet_1": "10", "bingo_1": "4"},
        {"bet_1": "10", "bingo_1": "0"},
        {"bet_1": "10", "bingo_1": "-5"},
        {"bet_1": "10", "bingo_1": "5.5"},
        {"bet_1": "10", "bingo_1": "1e1"},
        {"bet_1": "10", "bingo_1": "NaN"},
        {"bet_1": "10", "bingo_1": "１０"},
        {"bet_1": "10", "bingo_6": "5"},
        {"bet_1": "10", "bingo_1": "9" * 40},
        {"bet_1": "10", "leaving": "one"},
        {"bet_1": "10", "leaving": "1,,2"},
        {"bet_1": "51", "bingo_1": "5"},
        {"bet_1": "10", "bet_2": "51", "bingo_1": "5"},
    ],
    ids=str,
)
def test_refused_deal_moves_nothing_and_says_why(seat, tab, fields):
    seat.open()
    before = everything()
    answer = tab.post(seat.url("deal"), {"version": seat.version, **fields}, headers=HTMX)
    assert answer.status_code == 422
    assert answer.context["table"].notices
    assert everything() == before


@pytest.mark.parametrize("box", ["0", "6", "-1", "x", "1.0", "１"])
def test_only_a_place_of_the_table_can_be_left(three, tab, box):
    before = everything()
    answer = tab.post(three.url("leave"), {"version": three.version, "box": box}, headers=HTMX)
    assert answer.status_code == 422
    assert everything() == before


def test_leaving_the_table_leads_to_the_lobby_which_says_what_was_paid(three, tab):
    answer = tab.post(three.url("leave"), {"version": three.version}, headers=HTMX)
    assert answer["HX-Redirect"] == reverse("lobby")
    said = [str(one) for one in tab.get(reverse("lobby")).context["messages"]]
    assert said == ["You have left the table: 10 RUR for 5 laid on bingo."]


def test_another_players_places_are_nobodys_here(three, stranger, client):
    client.force_login(stranger)
    Seat(stranger, Variant.BINGO).open()
    before = everything()
    answer = client.post(three.url("leave"), {"version": three.version, "box": "1"})
    assert answer.status_code == 409
    assert everything() == before


def test_check_of_a_game_shows_its_bingo(three, tab):
    three.leave(1)
    rows = tab.get(reverse("fairplay:game", args=[three.round.pk])).context["game"].rows
    (row,) = [row for row in rows if row.label.startswith("Bingo")]
    assert (row.outcome, row.stake, row.returned) == ("Three numbers · 1:1", 500, 1000)
