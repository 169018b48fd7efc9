"""Rebet: the previous round's initial stakes, as they were or not at all."""

import pytest

from accounts.ledger import InsufficientFunds
from accounts.models import Tier
from blackjack import services
from blackjack.engine.rules import Variant
from blackjack.exceptions import BetOutOfLimits, NothingToRepeat
from tests.tables import DOUBLED, INSURED, LOST, PAIR, Seat, everything, give

pytestmark = pytest.mark.django_db


def previous(seat, times=1):
    before = everything()
    try:
        return dict(services.previous_bets(**seat.names, times=times))
    finally:
        assert everything() == before


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param(DOUBLED, "double", id="b21 after a double"),
        pytest.param(PAIR, "split stand stand", id="after a split"),
        pytest.param(INSURED, "insure stand", id="after an insurance"),
    ],
)
def test_initial_stakes_are_repeated(seat, cards, words):
    seat.play(cards, words)
    assert previous(seat) == {1: 10_00}


def test_boxes_keep_their_bets(seat):
    seat.play("9D 0S 9H 0C 9C 0D", "stand stand", bets=(5, 0, 50))
    assert previous(seat) == {1: 5_00, 3: 50_00}


def test_last_round_of_this_table_counts(seat, demo, stranger):
    seat.play(LOST, "stand", bets=(3,))
    seat.play(LOST, "stand", bets=(4,))
    seat.at(Variant.SIX_DECK).play(LOST, "stand", bets=(5,))
    demo.play(LOST, "stand", bets=(6,))
    Seat(stranger).play(LOST, "stand", bets=(7,))
    assert previous(seat) == {1: 4_00}


def test_nothing_to_repeat_at_a_new_table(seat):
    seat.open()
    with pytest.raises(NothingToRepeat):
        previous(seat)


def test_bets_above_the_balance_are_refused_whole(seat):
    seat.play("0D 0S 7H 9S 7C 0C", "stand stand", bets=(10, 20))
    give(seat.player, 29 - 970)
    with pytest.raises(InsufficientFunds) as caught:
        previous(seat)
    assert (caught.value.needed, caught.value.balance) == (30_00, 29_00)


def test_bets_outside_a_new_tier_are_refused_whole(seat, promote):
    seat.play("0D 0S 7H 9S 7C 0C", "stand stand", bets=(20, 9))
    promote(seat.player, Tier.VIP)
    with pytest.raises(BetOutOfLimits) as caught:
        previous(seat)
    assert (caught.value.box, caught.value.amount, caught.value.minimum) == (2, 9_00, 10_00)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param(DOUBLED, "double", id="after a double"),
        pytest.param(PAIR, "split stand stand", id="after a split"),
        pytest.param(INSURED, "insure stand", id="after an insurance"),
    ],
)
def test_twice_the_initial_stakes(seat, cards, words):
    seat.play(cards, words)
    assert previous(seat, times=2) == {1: 20_00}


def test_twice_the_stakes_above_the_limit_is_refused_whole(seat):
    seat.play("0D 0S 7H 9S 7C 0C", "stand stand", bets=(10, 26))
    with pytest.raises(BetOutOfLimits) as caught:
        previous(seat, times=2)
    assert (caught.value.box, caught.value.amount, caught.value.maximum) == (2, 52_00, 50_00)


def test_twice_the_stakes_above_the_balance_is_refused_whole(seat):
    seat.play("0D 0S 7H 9S 7C 0C", "stand stand", bets=(10, 20))
    give(seat.player, 59 - 970)
    with pytest.raises(InsufficientFunds) as caught:
        previous(seat, times=2)
    assert (caught.value.needed, caught.value.balance) == (60_00, 59_00)
