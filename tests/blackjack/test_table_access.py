"""Who may come to a table, by which methods, and what mere looking changes: nothing."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.ledger import DEMO_FULL
from accounts.services import start_guest
from tests.pages import TablePage
from tests.tables import (
    HTMX,
    LOST,
    NATURAL,
    PLAYED,
    WON,
    Seat,
    everything,
)

pytestmark = pytest.mark.django_db


def shown(seat, tab) -> TablePage:
    return TablePage.of(tab.get(seat.url()))


@pytest.mark.parametrize("name", ["table", "signature"])
def test_visitor_is_led_to_the_login_and_back(seat, client, name):
    answer = client.get(seat.url(name))
    assert answer.status_code == 302
    assert answer.url == f"{reverse('accounts:login')}?next={seat.url(name)}"


@pytest.mark.parametrize("name", ["deal", "act"])
def test_form_of_a_visitor_is_led_to_the_login(seat, client, name):
    seat.play(WON)
    before = everything()
    answer = client.post(seat.url(name), {"version": seat.version, "action": "stand"})
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("accounts:login"))
    assert everything() == before


def test_htmx_of_a_visitor_leads_the_whole_page_to_the_login(seat, client):
    seat.play(WON)
    for answer in (
        client.get(seat.url(), headers=HTMX),
        seat.post_act(client, "stand", headers=HTMX),
    ):
        assert answer["HX-Redirect"].startswith(reverse("accounts:login"))
        assert answer.content == b""
    assert seat.round.ended_at is None


def test_guest_plays_the_demo_and_registers_for_roubles(client):
    guest = start_guest()
    client.force_login(guest)
    demo, real = Seat(guest, currency="FUN"), Seat(guest)
    demo.plant(NATURAL)
    assert demo.post_deal(client).status_code == 303
    assert demo.balance == DEMO_FULL + 15_00
    before = everything()
    for answer in (client.get(real.url()), real.post_deal(client), real.post_act(client, "hit")):
        assert (answer.status_code, answer.url) == (302, reverse("accounts:upgrade"))
    answer = client.get(real.url(), headers=HTMX)
    assert answer["HX-Redirect"] == reverse("accounts:upgrade")
    assert everything() == before


def test_players_do_not_meet(seat, stranger, tab):
    other = Seat(stranger)
    other.play(LOST)
    page = shown(seat, tab)
    assert page.cards == []
    assert seat.post_act(tab, "stand", version=other.version).status_code == 409
    assert other.round.actions == []


def test_d20_blocked_player_is_out_at_the_next_action(seat, tab):
    seat.play(WON)
    seat.player.is_active = False
    seat.player.save()
    before = everything()
    answer = seat.post_act(tab, "stand")
    assert (answer.status_code, answer.url.split("?")[0]) == (302, reverse("accounts:login"))
    assert everything() == before


@pytest.mark.parametrize("name", ["deal", "act"])
@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete"])
def test_forms_are_posted_and_nothing_else(seat, tab, name, method):
    seat.open()
    before = everything()
    for headers in ({}, HTMX):
        assert getattr(tab, method)(seat.url(name), headers=headers).status_code == 405
    assert everything() == before


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_pages_are_read_and_nothing_else(seat, tab, method):
    for url in (seat.url(), seat.url("signature"), reverse("lobby")):
        assert getattr(tab, method)(url).status_code == 405


@pytest.mark.parametrize("path", ["/play/triple-deck/real/", "/play/double-deck/free/"])
def test_unknown_table_is_no_page(tab, path):
    assert tab.get(path).status_code == 404


@pytest.mark.parametrize("name", ["deal", "act"])
def test_every_form_wants_its_token(seat, name):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(seat.player)
    seat.open()
    before = everything()
    assert strict.post(seat.url(name), {"version": 0, "bet_1": 10}).status_code == 403
    assert everything() == before


def test_reading_changes_nothing_but_a_full_load_may_prepare(seat, demo, tab):
    untouched = everything()
    for one in (seat, demo):
        tab.get(one.url(), headers=HTMX)
        tab.get(one.url() + "?lay=rebet", headers=HTMX)
        tab.get(one.url("signature"))
        for variant in PLAYED:
            tab.get(reverse("blackjack:rules", args=[variant]))
    for name in ("lobby", "fairplay:list", "accounts:profile"):
        tab.get(reverse(name))
    assert everything() == untouched
    tab.get(demo.url())
    assert everything() != untouched


def test_part_asked_for_by_htmx_neither_prepares_nor_fills(seat, demo, tab):
    demo.play(LOST, "stand")
    before = everything()
    page = TablePage.of(tab.get(demo.url(), headers=HTMX))
    assert "9,990" in page.balance.split()
    assert everything() == before


def test_d4_old_cookie_changes_nothing(seat, tab):
    seat.play("7D 2S 3H 4C 5S 0H")
    kept = tab.cookies.output(header="", sep=";")
    seat.post_act(tab, "hit")
    seat.post_act(tab, "hit")
    tab.cookies.load(kept)
    assert shown(seat, tab).cards == ["7D", "2S", "3H", "4C", "5S"]
