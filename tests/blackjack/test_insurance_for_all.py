"""Insurance declined for all boxes at once, by one button or with the deal (rules.md section 5)."""

import pytest

from accounts.models import Currency
from blackjack import services
from blackjack.answers import ForFairPlay
from blackjack.engine.errors import IllegalAction
from blackjack.engine.rules import Variant, rules_of
from blackjack.services.shoes import opened
from blackjack.transcript import replay
from blackjack.verification import verify_rounds
from tests.pages import TablePage
from tests.tables import (
    HTMX,
    INSURED,
    TIMES,
    Seat,
    at_once,
    clients,
    everything,
    journal_adds_up,
)

pytestmark = pytest.mark.django_db

# 11 and 20 on two boxes against an ace; below it a nine, or a ten that makes a blackjack.
NINE_BELOW = "5S 6H 0C KH AD 9C 0S"
FIVE = "5S 6H 0C KH 9S 9H 8S 8H 7S 7H AD 9C"
TEN_BELOW = "5S 6H 0C KH AD 0H 0S"
NATURALS = "AS KS AC QC AD 9C"

ASKS_FIRST = (Variant.CLASSIC, Variant.BINGO)


@pytest.fixture(params=ASKS_FIRST)
def asked(seat: Seat, request: pytest.FixtureRequest) -> Seat:
    """A table where the boxes are asked before anybody plays."""
    return seat.at(request.param)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_one_button_answers_for_every_box(asked, tab, headers):
    asked.play(NINE_BELOW, bets=(10, 20))
    assert TablePage.of(tab.get(asked.url())).offered == {"insure", "decline", "decline_all"}
    assert asked.post_act(tab, "decline_all", headers=headers).status_code in {200, 303}
    assert asked.round.actions == ["decline", "decline"]
    assert asked.lines == [("bet", -10_00), ("bet", -20_00)]
    assert "stand" in TablePage.of(tab.get(asked.url())).offered


def test_the_answer_to_a_deal_starts_the_clock_whatever_it_declined(asked, tab):
    asked.plant(NINE_BELOW)
    answer = asked.post_deal(tab, 10, 20, headers=HTMX, no_insurance="on")
    assert asked.round.actions == ["decline", "decline"]
    assert answer.context["table"].session.running


def test_what_was_insured_before_stays_insured(asked, tab):
    asked.play("5S 6H 0C KH 9D 9H AD 0S", bets=(10, 20, 30))
    asked.act("insure")
    asked.post_act(tab, "decline_all")
    assert asked.round.actions == ["insure", "decline", "decline"]
    assert ("insurance_payout", 15_00) in asked.lines
    assert asked.balance == 1000_00 - 60_00 - 5_00 + 15_00
    assert journal_adds_up()


def test_the_last_box_has_no_button_for_all(asked, tab):
    asked.play(NINE_BELOW, "decline", bets=(10, 20))
    assert TablePage.of(tab.get(asked.url())).offered == {"insure", "decline"}


@pytest.mark.parametrize(
    ("variant", "cards", "words"),
    [
        pytest.param(Variant.CLASSIC, NINE_BELOW, "decline decline", id="answered"),
        pytest.param(Variant.CLASSIC, "5S 6H 7D 9C", "", id="no ace"),
        pytest.param(Variant.DOUBLE_DECK, INSURED, "", id="insured on the turn"),
    ],
)
def test_where_nobody_is_asked_it_is_refused(seat, tab, variant, cards, words):
    here = seat.at(variant)
    here.play(cards, words, bets=(10, 20) if words else (10,))
    before = everything()
    answer = here.post_act(tab, "decline_all", headers=HTMX)
    assert (answer.status_code, bool(TablePage.of(answer).sentences)) == (409, True)
    assert everything() == before
    with pytest.raises(IllegalAction):
        services.decline_all(**here.names, version=here.version)


@pytest.mark.parametrize(
    "cards", [NINE_BELOW, TEN_BELOW, NATURALS], ids=["nine", "ten", "naturals"]
)
def test_with_the_deal_every_box_has_declined(asked, tab, cards):
    asked.plant(cards)
    assert asked.post_deal(tab, 10, 20, no_insurance="on").status_code == 303
    assert asked.round.actions == ["decline", "decline"]
    assert not any(kind.startswith("insurance") for kind, _ in asked.lines)
    assert (asked.round.ended_at is not None) is (cards != NINE_BELOW)
    assert journal_adds_up()


@pytest.mark.parametrize("cards", [NINE_BELOW, TEN_BELOW])
def test_it_books_what_answering_by_hand_books(seat, stranger, cards):
    by_hand, at_once_ = Seat(stranger, Variant.CLASSIC), seat.at(Variant.CLASSIC)
    by_hand.play(cards, "decline decline", bets=(10, 20))
    at_once_.plant(cards)
    at_once_.deal(10, 20, no_insurance=True)
    assert at_once_.lines == by_hand.lines
    assert at_once_.round.actions == by_hand.round.actions
    assert at_once_.round.shown == by_hand.round.shown


def test_a_shoe_played_without_insurance_replays(asked):
    """Every box's no is among the actions: the transcript tells the whole shoe again."""
    asked.plant(FIVE)
    kept = rules_of(asked.variant).kept_shoe
    assert kept is not None
    while opened(asked.shoe)[2] < kept.closable_from:
        asked.deal(10, 20, 10, 10, 10, no_insurance=True)
        while asked.round.ended_at is None:
            asked.act("stand")
    number = asked.round.pk
    services.change_shoe(**asked.names, version=asked.version, early=True)
    text = ForFairPlay().transcript(asked.player.pk, number)
    assert text is not None
    result = replay(dict(text))
    assert result["rounds"] == [entry["shown"] for entry in text["rounds"]]
    assert text["rounds"][0]["actions"][:5] == ["decline"] * 5
    assert verify_rounds().rounds == len(text["rounds"])


def test_without_an_ace_nothing_is_recorded(asked):
    asked.plant("5S 6H 0C KH 7D 9C 0S")
    asked.deal(10, 20, no_insurance=True)
    assert asked.round.actions == []


@pytest.mark.parametrize("value", ["", "off", "1", "yes"])
def test_another_word_for_it_is_refused(asked, tab, value):
    asked.plant(NINE_BELOW)
    before = everything()
    assert asked.post_deal(tab, 10, no_insurance=value).status_code == 422
    assert everything() == before


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.SIX_DECK])
def test_where_insurance_comes_with_the_turn_the_field_is_unknown(seat, tab, variant):
    here = seat.at(variant)
    here.plant(INSURED)
    before = everything()
    assert here.post_deal(tab, 10, no_insurance="on").status_code == 422
    assert everything() == before


def test_a_refused_deal_keeps_the_players_word(asked, tab):
    asked.open()
    page = TablePage.of(asked.post_deal(tab, 500, no_insurance="on"))
    (switch,) = [one for one in page.table.all("input") if one.get("name") == "no_insurance"]
    assert "checked" in switch.attributes


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_f1_no_for_all_boxes_has_one_effect(player):
    here = Seat(player, Variant.CLASSIC, Currency.RUR.value)
    here.play(NINE_BELOW, bets=(10, 20))
    tabs, version = clients(player, 20), here.version
    answers = at_once(lambda n: here.post_act(tabs[n % 20], "decline_all", version=version))
    codes = [answer.status_code for answer in answers]
    assert (codes.count(303), codes.count(409)) == (1, TIMES - 1)
    assert here.round.actions == ["decline", "decline"]
    assert here.version == version + 1
    assert journal_adds_up()
