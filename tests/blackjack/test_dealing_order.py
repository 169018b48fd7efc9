"""The page says in which order the cards on the table came, and names no other."""

import random

import pytest

from blackjack.engine import choices
from blackjack.engine.cards import decks
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Scheme
from blackjack.replays import replayed
from tests.pages import Element, TablePage
from tests.tables import PLAYED

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def came(seat, tab) -> list[str]:
    """Cards by their place in the order, without the deck; "?" lies face down."""
    cards = [one for one in TablePage.of(tab.get(seat.url())).table.all("span") if of_round(one)]
    places = sorted(cards, key=lambda card: int(card["data-dealt"]))
    assert [int(card["data-dealt"]) for card in places] == list(range(1, len(places) + 1))
    return [face(card) for card in places]


def of_round(element: Element) -> bool:
    return element.get("data-dealt") is not None


def face(card: Element) -> str:
    down = "card-hole" in card.classes
    return "?" if down else card.one("img")["src"].rsplit("/", 1)[1].removesuffix(".svg")


@pytest.mark.parametrize(
    ("scheme", "dealt", "over"),
    [
        (Scheme.DEALER_1_FIRST, "7D 0S 0H 9C 9S", "7D 0S 0H 9C 9S 0D"),
        (Scheme.DEALER_2_FIRST, "7D 0H 9C 9S 0D", "7D 0H 9C 9S 0D 0S"),
        (Scheme.DEALER_1_LAST, "7D 0S 0H 9C 9S", "7D 0S 0H 9C 9S 0D"),
        (Scheme.DEALER_2_LAST, "7D 0S 0H 9C 9S", "7D 0S 0H 9C 9S 0D"),
    ],
)
def test_the_dealers_further_cards_come_after_all_boxes(seat, tab, scheme, dealt, over):
    seat.plant("7D 0S 0H 9C 9S 0D")
    seat.deal(10, 10, scheme=scheme)
    assert came(seat, tab) == dealt.split()
    seat.act("stand stand")
    assert came(seat, tab)[:6] == over.split()


def test_a_card_face_down_is_dealt_second_and_seen_after_the_boxes(seat, tab):
    here = seat.at(Variant.CLASSIC)
    here.plant("5S 6H 0D 7C 0C")
    here.deal(10)
    assert came(here, tab) == ["5S", "6H", "0D", "?"]
    page = TablePage.of(tab.get(here.url()))
    (down,) = [one for one in page.table.all("span") if "card-hole" in one.classes]
    here.act("double")
    assert came(here, tab) == ["5S", "6H", "0D", "0C", "7C"]
    assert "data-turned" in TablePage.of(tab.get(here.url())).table.one(id=down["id"]).attributes


@pytest.mark.parametrize("variant", PLAYED)
def test_every_card_keeps_its_place_while_more_come(seat, tab, variant):
    """Whatever is played, a card that was there before comes before those that are new."""
    here, dice = seat.at(variant), random.Random(variant.value)
    here.open()
    for _ in range(4):
        cards = list(decks(rules_of(variant).decks))
        dice.shuffle(cards)
        if rules_of(variant).kept_shoe is None:
            here.plant(" ".join(cards))
        here.deal(10, 10)
        known: list[str] = []
        while True:
            shown = [card for card in came(here, tab) if card != "?"]
            assert shown[: len(known)] == known
            known = shown
            if here.round.ended_at is not None:
                break
            here.act(dice.choice([one.value for one in choices.legal(replayed(here.round))]))
