"""The table's forms: how each is answered, what it books, and what a late one gets."""

import re

import pytest

from blackjack.models import Round
from tests.pages import TablePage
from tests.tables import (
    HTMX,
    PAIR,
    WON,
    everything,
    give,
)

pytestmark = pytest.mark.django_db


def shown(seat, tab) -> TablePage:
    return TablePage.of(tab.get(seat.url()))


def test_plain_form_is_led_back_to_the_table(seat, tab):
    seat.plant(WON)
    for answer in (seat.post_deal(tab), seat.post_act(tab, "stand")):
        assert (answer.status_code, answer.url) == (303, seat.url())
    assert seat.balance == 1010_00


def test_form_as_the_page_renders_it_is_taken(seat, tab):
    """Every field of the page with the value it holds, and a bet: nothing else is needed."""
    seat.plant(WON)
    page = shown(seat, tab)
    fields = {
        one["name"]: one["value"]
        for one in page.table.all("input")
        if one.get("name")
        and "disabled" not in one.attributes
        and (one.get("type") not in {"radio", "checkbox"} or "checked" in one.attributes)
    }
    answer = tab.post(page.table.one("form", id="bets")["action"], fields | {"bet_1": "10"})
    assert answer.status_code == 303
    form = shown(seat, tab).table.one("form", id="actions")
    fields = {one["name"]: one["value"] for one in form.all("input")}
    assert tab.post(form["action"], fields | {"action": "stand"}).status_code == 303


def test_form_of_htmx_gets_the_table_and_the_balance(seat, tab):
    seat.plant(PAIR)
    # The session's clock and result ride along where they begin or change.
    with_session, without = ["table", "balance", "session", "live"], ["table", "balance", "live"]
    for step, balance, ids in [
        (lambda: seat.post_deal(tab, headers=HTMX), "990", with_session),
        (lambda: seat.post_act(tab, "split", headers=HTMX), "980", without),
        (lambda: seat.post_act(tab, "stand", headers=HTMX), "980", without),
        (lambda: seat.post_act(tab, "stand", headers=HTMX), "1,000", with_session),
    ]:
        answer = step()
        assert answer.status_code == 200
        page = TablePage.of(answer)
        parts = [one for one in page.root.inside if not isinstance(one, str)]
        assert [one["id"] for one in parts] == ids
        # Of the live region only the words are exchanged, or few screen readers would read them.
        swaps = [None, *["true"] * (len(ids) - 2), "innerHTML"]
        assert [one.get("hx-swap-oob") for one in parts] == swaps
        assert page.version == seat.version
        # b23: the header says what the database holds.
        assert balance in page.balance.split()
        assert seat.balance == int(balance.replace(",", "")) * 100


def test_refused_bet_is_answered_with_the_table_and_the_value(seat, tab):
    for headers in ({}, HTMX):
        seat.open()
        before = everything()
        answer = seat.post_deal(tab, 10, "51", headers=headers)
        page = TablePage.of(answer)
        assert answer.status_code == 422
        assert "51" in page.sentences
        assert page.fields == {"bet_1": "10", "bet_2": "51", "bet_3": ""}
        (wrong,) = [one["name"] for one in page.table.all("input", aria_invalid="true")]
        assert wrong == "bet_2"
        assert page.version == seat.version
        assert everything() == before


def test_too_little_money_names_price_and_balance(seat, tab):
    give(seat.player, 25 - 1000)
    seat.open()
    answer = seat.post_deal(tab, 10, 10, 10)
    assert answer.status_code == 422
    assert re.findall(r"\d+", TablePage.of(answer).sentences) == ["30", "25"]


def test_stale_form_gets_the_current_table(seat, tab):
    seat.play("7D 2S 3H 4C 5S")
    version = seat.version
    seat.act("hit")
    before = everything()
    for headers in ({}, HTMX):
        for answer in (
            seat.post_act(tab, "hit", version=version, headers=headers),
            seat.post_deal(tab, version=version, headers=headers),
        ):
            page = TablePage.of(answer)
            assert answer.status_code == 409
            assert page.cards == ["7D", "2S", "3H", "4C"]
            assert page.version == seat.version
            assert page.sentences
    assert everything() == before


def test_b18_action_after_the_end_gets_the_final_table(seat, tab):
    seat.play(WON, "stand")
    for version in (seat.version, seat.version - 1):
        answer = seat.post_act(tab, "hit", version=version)
        assert answer.status_code == 409
        assert TablePage.of(answer).cards == ["7D", "0C", "0S", "0H"]


def test_deal_in_an_open_round_is_a_conflict(seat, tab):
    seat.play(WON)
    answer = seat.post_deal(tab)
    assert answer.status_code == 409
    assert TablePage.of(answer).cards == ["7D", "0S", "0H"]


@pytest.mark.parametrize(
    ("cards", "done", "word"),
    [
        (WON, "", "double"),
        (WON, "", "surrender"),
        (WON, "", "insure"),
        (WON, "", "decline"),
        ("6D 5S 5H 5C", "hit", "split"),
        ("6D 5S 5H 6C 9D", "split", "double"),
    ],
)
def test_illegal_action_is_a_conflict_with_the_reason(seat, tab, cards, done, word):
    seat.play(cards, done)
    before = everything()
    answer = seat.post_act(tab, word)
    assert answer.status_code == 409
    assert TablePage.of(answer).sentences
    assert everything() == before


def test_b9_form_sent_twice_is_played_once(seat, tab):
    seat.plant(WON)
    version = seat.version
    assert seat.post_deal(tab, version=version).status_code == 303
    answer = seat.post_deal(tab, version=version)
    assert answer.status_code == 409
    assert TablePage.of(answer).cards == ["7D", "0S", "0H"]
    assert seat.lines == [("bet", -10_00)]


def test_b17_ten_deals_make_one_round(seat, tab):
    seat.plant(WON)
    statuses = [seat.post_deal(tab).status_code for _ in range(10)]
    assert statuses == [303] + [409] * 9
    assert Round.objects.count() == 1


def test_stored_cut_is_the_one_that_was_sent(seat, tab):
    seat.open()
    seat.post_deal(tab, cut="12")
    assert seat.round.shoe.cut == 12


def test_button_without_a_cut_outweighs_the_number(seat, tab):
    seat.open()
    seat.post_deal(tab, cut="12", no_cut="1")
    assert seat.round.shoe.cut == 104


def test_expert_fields_are_stored_as_sent(seat, tab):
    seat.plant(WON)
    sent = {"scheme": "2P1D", "moved": " 3, 1 ,104", "own_shuffle": "on", "seed": "a" * 16}
    assert seat.post_deal(tab, **sent).status_code == 303
    row = seat.round
    assert (row.scheme, row.moved, row.shoe.player_seed) == ("2P1D", [3, 1, 104], "a" * 16)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_rebet_fills_the_form(seat, tab, headers):
    seat.play("9D 0S 9H 0C 9C 0D", "stand stand", bets=(5, 0, 50))
    before = everything()
    page = TablePage.of(tab.get(seat.url() + "?lay=rebet", headers=headers))
    assert page.fields == {"bet_1": "5", "bet_2": "", "bet_3": "50"}
    page = TablePage.of(tab.get(seat.url() + "?lay=clear", headers=headers))
    assert set(page.fields.values()) == {""}
    assert everything() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_rebet_twice_over_fills_the_form_or_says_why_not(seat, tab, headers):
    seat.play("9D 0S 9H 0C 9C 0D", "stand stand", bets=(5, 0, 25))
    before = everything()
    twice = seat.url() + "?lay=rebet-double"
    page = TablePage.of(tab.get(twice, headers=headers))
    assert page.fields == {"bet_1": "10", "bet_2": "", "bet_3": "50"}
    assert twice in {one.get("href") for one in page.table.all("a")}
    assert everything() == before
    seat.play("9D 0S 9H 0C 9C 0D", "stand stand", bets=(5, 0, 26))
    answer = tab.get(twice, headers=headers)
    assert answer.status_code == 422
    page = TablePage.of(answer)
    assert set(page.fields.values()) == {""}
    assert "52" in page.sentences
    assert "50" in page.sentences


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_rebet_above_the_balance_is_refused_whole(seat, tab, headers):
    seat.play("0D 0S 7H 9S 7C 0C", "stand stand", bets=(10, 20))
    give(seat.player, 29 - 970)
    answer = tab.get(seat.url() + "?lay=rebet", headers=headers)
    assert answer.status_code == 422
    page = TablePage.of(answer)
    assert set(page.fields.values()) == {""}
    assert "30" in page.sentences
    assert "29" in page.sentences


def test_rebet_at_a_new_table_is_refused(seat, tab):
    answer = tab.get(seat.url() + "?lay=rebet")
    assert answer.status_code == 422
    assert TablePage.of(answer).sentences


@pytest.mark.parametrize("lay", ["nonsense", "", "REBET", "rebet,clear"])
def test_unknown_lay_is_no_page(seat, tab, lay):
    seat.open()
    before = everything()
    assert tab.get(seat.url(), {"lay": lay}).status_code == 404
    assert everything() == before
