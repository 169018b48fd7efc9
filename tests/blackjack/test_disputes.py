"""A disputed round is found by number, player or time; nothing undealt is shown of it."""

import random

import pytest
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.cards import decks
from blackjack.engine.rules import Variant, rules_of
from blackjack.models import Round, Shoe
from casino.roles import Role
from tests import leaks, tables
from tests.office import browser, member
from tests.pages import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(db):
    return browser(member(Role.SUPPORT))


def found(office, **query) -> list[int]:
    page = office.get(reverse("admin:blackjack_round_changelist"), query)
    assert page.status_code == 200
    return [row.pk for row in page.context["cl"].result_list]


def page_of(row: Round) -> str:
    return reverse("admin:blackjack_round_change", args=[row.pk])


def test_round_is_found_by_number_player_or_time(seat, stranger, office):
    seat.play(tables.WON, "stand")
    mine = seat.round.pk
    other = tables.Seat(stranger)
    other.play(tables.LOST, "stand")
    today = str(timezone.localdate())
    assert found(office, q=str(mine)) == [mine]
    assert found(office, q="player_1") == [mine]
    assert found(office, q="Player_2") == [other.round.pk]
    assert found(office, q="Play") == [other.round.pk, mine]
    assert found(office, q="nobody") == found(office, q="%") == found(office, q="' or 1") == []
    assert found(office, **{"from": today, "to": today}) == [other.round.pk, mine]
    assert found(office, **{"from": "2020-01-01", "to": "2020-01-01"}) == []


def test_page_shows_steps_in_words_money_and_what_is_revealed(seat, office):
    seat.play(tables.PAIR, "split stand stand")
    row = seat.round
    assert row.ended_at is not None
    page = read(office.get(page_of(row)))
    steps = page.one(id="steps").one("tbody").all("tr")
    assert [step.all("th")[0].text for step in steps] == [
        "1. Dealt",
        "2. Split",
        "3. Stand",
        "4. Stand",
    ]
    assert "eight of spades" in steps[0].text
    causes = [one.text for one in page.one(id="money-lines").all("code")]
    assert causes == [entry.cause for entry in seat.entries]
    assert row.shoe.commitment.is_revealed
    assert row.shoe.commitment.revealed in page.one(id="fairplay").text
    transcript = office.get(reverse("admin:blackjack_round_transcript", args=[row.pk]))
    assert transcript.status_code == 200
    assert transcript.json()["rounds"][0]["actions"] == row.actions


@pytest.mark.parametrize("variant", tables.PLAYED)
def test_open_round_shows_no_undealt_card_and_no_string(seat, office, variant):
    here = seat.at(variant)
    cards = list(decks(rules_of(variant).decks))
    dice = random.Random(f"{variant}")
    row = None
    for _ in range(20):
        dice.shuffle(cards)
        here.plant(" ".join(cards))
        here.deal(10)
        row = here.round
        if row.ended_at is None:
            break
    assert row is not None
    assert row.ended_at is None
    secrets = leaks.secrets_of(here.shoe)
    shoe = reverse("admin:blackjack_shoe_change", args=[here.shoe.pk])
    table = reverse("admin:blackjack_table_change", args=[here.table.pk])
    for url in (page_of(row), shoe, table, reverse("admin:blackjack_shoe_changelist")):
        assert leaks.found(leaks.whole(office.get(url)), secrets) == []
    page = office.get(page_of(row))
    from blackjack.replays import replayed

    played = replayed(row)
    dealt = {*played.dealer, *(c for box in played.boxes for hand in box.hands for c in hand.cards)}
    assert leaks.codes(page.content.decode()) <= dealt
    transcript = reverse("admin:blackjack_round_transcript", args=[row.pk])
    assert office.get(transcript).status_code == 404


@pytest.mark.parametrize(
    ("model", "damage"),
    [
        pytest.param(Round, {"actions": ["dance"]}, id="an action of no game"),
        pytest.param(Shoe, {"rules_version": 99}, id="rules that nobody knows"),
    ],
)
def test_damaged_round_is_still_shown_with_its_money(seat, office, model, damage):
    seat.play(tables.WON, "stand")
    number = seat.round.pk if model is Round else seat.round.shoe_id
    model.objects.filter(pk=number).update(**damage)
    page = office.get(page_of(seat.round))
    assert page.status_code == 200
    assert page.context["dispute"].broken
    assert len(page.context["dispute"].money) == 2


@pytest.mark.parametrize("model", ["table", "shoe", "round", "bingosession"])
def test_nothing_of_the_games_is_edited(seat, model):
    here = seat.at(Variant.BINGO)
    here.plant("0D 0S 9H 7C")
    here.deal(10, bingo={1: 5})
    owner = browser(member(None))
    rows = {
        "table": here.table,
        "shoe": here.shoe,
        "round": here.round,
        "bingosession": here.sessions[0],
    }
    change = reverse(f"admin:blackjack_{model}_change", args=[rows[model].pk])
    before = tables.everything()["blackjack." + type(rows[model]).__name__]
    assert owner.get(change).status_code == 200
    assert owner.post(change, {"version": "1", "stake": "1"}).status_code == 403
    delete = reverse(f"admin:blackjack_{model}_delete", args=[rows[model].pk])
    assert owner.post(delete, {"post": "yes"}).status_code == 403
    assert owner.post(reverse(f"admin:blackjack_{model}_add"), {}).status_code == 403
    assert tables.everything()["blackjack." + type(rows[model]).__name__] == before
