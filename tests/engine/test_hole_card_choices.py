"""Surrender and doubling in the games with a hole card (rules.md sections 2, 5 and 6).

Deals are in dealing order: the boxes, then the up card, then the hole card.
"""

import pytest

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import BINGO, CLASSIC
from blackjack.engine.state import Action, Turn
from tests.engine.deals import HOLE_CARD, TEN, change, outcomes, play, refusal, words

TWO = {1: TEN, 2: TEN}

# --- surrender


def test_late_surrender_returns_half_at_once_and_ends_the_box():
    gone = play(BINGO, "0S 6H 9S 9H KC 7D", "surrender", bets=TWO)
    assert outcomes(gone) == ["surrender", None]
    assert gone.returned == TEN // 2
    assert gone.turn == Turn(2, 1)
    assert engine.act(gone, "stand").returned == TEN // 2 + 2 * TEN


def test_surrender_comes_too_late_against_a_blackjack_under_a_ten():
    ended = play(BINGO, "0S 6H KC AD")
    assert (outcomes(ended), change(ended)) == (["lose"], -TEN)


@pytest.mark.parametrize("up", list("234567890JQK"))
def test_late_surrender_is_offered_against_everything_but_an_ace(up):
    assert "surrender" in words(play(BINGO, f"0S 6H {up}C 7D"))


@pytest.mark.parametrize("answer", ["insure", "decline"])
def test_late_surrender_against_an_ace_is_refused(answer):
    assert refusal(BINGO, "0S 6H AC 7D", answer, "surrender") is Refusal.SURRENDER_AGAINST_ACE


@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        pytest.param("2S 3H 0C 7D 2D", "hit", id="after a hit"),
        pytest.param("8S 8H 0C 7D 2D 3D", "split", id="first split hand"),
        pytest.param("8S 8H 0C 7D 2D 3D", "split stand", id="second split hand"),
        pytest.param("AS AH 0C 7D AD 3D", "split", id="split ace waiting"),
    ],
)
def test_late_surrender_is_the_first_thing_done_on_a_box(cards, actions):
    assert refusal(BINGO, cards, actions, "surrender") is Refusal.NOT_THE_FIRST_ACTION


def test_classic_has_no_surrender():
    found = refusal(CLASSIC, "0S 6H 0C 7D", "", "surrender")
    assert found is Refusal.NOT_IN_THIS_GAME
    assert Action.SURRENDER not in choices.offered(play(CLASSIC, "0S 6H 0C 7D"))


# --- doubling

WORTH = "234567890A"
PAIRS = [f"{a}S {b}H" for a in WORTH for b in WORTH if {a, b} != {"A", "0"}]


@pytest.mark.parametrize("cards", PAIRS)
def test_classic_doubles_any_two_cards(cards):
    assert "double" in words(play(CLASSIC, f"{cards} 7C 0D"))


@pytest.mark.parametrize("cards", PAIRS)
def test_bingo_doubles_any_two_cards_without_an_ace(cards):
    dealt = play(BINGO, f"{cards} 7C 0D")
    assert ("double" in words(dealt)) is ("A" not in cards)
    if "A" in cards:
        assert choices.refusal(dealt, Action.DOUBLE) is Refusal.ACE_NOT_DOUBLED


@HOLE_CARD
def test_double_is_the_first_action_on_its_hand(rules):
    found = refusal(rules, "2S 3H 7C 0D 4S", "hit", "double")
    assert found is Refusal.NOT_THE_FIRST_ACTION


@HOLE_CARD
def test_split_hands_are_doubled_each_by_itself(rules):
    ended = play(rules, "8S 8H 7C 0D 3S 9S KS 5S", "split double double")
    assert [one.stake for one in ended.box(1).hands] == [2 * TEN, 2 * TEN]
    assert [" ".join(one.cards) for one in ended.box(1).hands] == ["8S 3S KS", "8H 9S 5S"]
    assert (outcomes(ended), ended.returned) == (["win", "bust"], 4 * TEN)


def test_ace_drawn_to_a_split_hand_is_doubled_in_classic_only():
    assert "double" in words(play(CLASSIC, "8S 8H 7C 0D AS 9S", "split"))
    assert refusal(BINGO, "8S 8H 7C 0D AS 9S", "split", "double") is Refusal.ACE_NOT_DOUBLED
