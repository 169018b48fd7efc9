"""Nothing that brings no more than it cost is shown as a win: neither a hand, a box nor a round."""

import random

import pytest
from django.http import HttpResponse
from django.template.loader import get_template

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.cards import decks
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Round
from blackjack.models import Shoe
from blackjack.presenters.felt import box_views
from blackjack.presenters.felt_view import BoxView
from tests.pages import Element, TablePage, read
from tests.tables import (
    DOUBLED,
    INSURED,
    LOST,
    NATURAL,
    PAIR,
    PUSHED,
    SURRENDERED,
    WON,
)

WINNING = {"is-win", "is-blackjack", "win", "stack-payout"}


def drawn(box: BoxView) -> Element:
    return read(HttpResponse(get_template("blackjack/_box.html").render({"box": box})))


def wins(element: Element) -> set[str]:
    """What in it looks like a win."""
    return WINNING & {name for one in element for name in one.classes}


def rounds(rules: Rules, count: int) -> list[Round]:
    """Rounds played at random, all over."""
    chance, found = random.Random(7), []
    for _ in range(count):
        shoe = list(decks(rules.decks))
        chance.shuffle(shoe)
        bets = {box: chance.choice([1_00, 10_00]) for box in range(1, rules.boxes + 1)}
        played = engine.deal(rules, tuple(shoe), bets=bets)
        while not played.finished:
            able = [one for one in choices.offered(played) if not choices.refusal(played, one)]
            played = engine.act(played, chance.choice(able))
        found.append(played)
    return found


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.SIX_DECK, Variant.CLASSIC])
def test_a_hand_looks_won_only_above_its_stake(variant):
    rules, seen = rules_of(variant), set()
    for played in rounds(rules, 150):
        for box, view in zip(played.boxes, box_views(played, Shoe(pk=1), rules, {}), strict=True):
            element = drawn(view)
            for hand in view.hands:
                article = element.one("article", id=hand.id)
                looks_won = WINNING & (article.classes | wins(article))
                above = hand.net is not None and hand.net > 0
                assert bool(looks_won) == above, (hand, looks_won)
                seen.add((above, hand.state))
            net = box.insurance_returned - box.insurance + sum(hand.net or 0 for hand in view.hands)
            pills = [one for one in element.all() if "insurance" in one.classes]
            for pill in pills:
                assert not wins(pill) or net > 0
    assert {above for above, _ in seen} == {True, False}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cards", "words", "net"),
    [
        (WON, "stand", 10_00),
        (NATURAL, "", 15_00),
        (LOST, "stand", -10_00),
        (PUSHED, "stand", 0),
        (DOUBLED, "double", 0),
        (PAIR, "split stand stand", 0),
        (INSURED, "insure stand", 0),
    ],
)
def test_a_round_looks_won_only_above_all_its_stakes(seat, tab, cards, words, net):
    seat.play(cards, words)
    page = TablePage.of(tab.get(seat.url()))
    result = next(one for one in page.table.all("div") if "money-net" in one.classes)
    assert tab.get(seat.url()).context["table"].net == net
    assert ("win" in result.one("dd").classes) == (net > 0)
    assert (page.table.get("data-cheer") is not None) == (net > 0)
    header = page.root.one("dl", id="session")
    assert ("win" in header.all("dd")[1].classes) == (net > 0)


@pytest.mark.django_db
def test_a_surrendered_hand_looks_lost(seat, tab):
    there = seat.at(Variant.SIX_DECK)
    there.play(SURRENDERED, "surrender")
    assert not wins(TablePage.of(tab.get(there.url())).table.one(id="box-1"))


@pytest.mark.django_db
def test_a_blackjack_that_loses_with_the_other_box_is_no_reason_to_cheer(seat, tab):
    def cheer() -> str | None:
        return TablePage.of(tab.get(seat.url())).table.get("data-cheer")

    seat.play("7D AS KH 0C", bets=[10])
    assert cheer() == "blackjack"
    seat.play("0D AS KH 0S 7H 0C", "stand", bets=[10, 10])
    assert cheer() == "blackjack", "15 for 10, 10 lost"
    seat.play("0D AS KH 0S 7H 0C", "stand", bets=[10, 15])
    assert cheer() is None, "15 for 10, 15 lost"


@pytest.mark.django_db
def test_a_bingo_bet_that_is_lost_with_a_round_counts_against_it(seat, tab):
    """The dealer's bust wins the round and ends the session."""
    here = seat.at(Variant.BINGO)
    here.plant("0S KD 6H 0C KS")
    here.deal(10, bingo={1: 10})
    here.act("stand")
    page = TablePage.of(tab.get(here.url()))
    assert page.root.one("dl", id="session")
    assert page.table.get("data-cheer") is None
    assert tab.get(here.url()).context["table"].net == 10_00
