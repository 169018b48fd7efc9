"""What is decided first on a box: surrender and insurance (rules.md 5.2, 5.3, section 3)."""

import pytest

from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import DOUBLE_DECK, SIX_DECK
from blackjack.engine.state import Turn
from tests.engine.deals import BOTH, TEN, hand, play, refusal, words

# --- surrender


def test_surrender_returns_half_at_once_and_ends_the_box():
    gone = play(SIX_DECK, "0C 0S 6H 5D 4D", "surrender", bets={1: TEN, 2: TEN})
    assert hand(gone).outcome == "surrender"
    assert hand(gone).returned == TEN // 2
    assert gone.returned == TEN // 2
    assert gone.turn == Turn(2, 1)


@pytest.mark.parametrize("up", list("234567890JQK"))
def test_surrender_is_offered_against_everything_but_an_ace(up):
    assert "surrender" in words(play(SIX_DECK, f"{up}C 0S 6H"))


def test_surrender_against_an_ace_is_refused():
    assert refusal(SIX_DECK, "AC 0S 6H", "", "surrender") is Refusal.SURRENDER_AGAINST_ACE


def test_double_deck_has_no_surrender():
    assert refusal(DOUBLE_DECK, "0C 0S 6H", "", "surrender") is Refusal.NOT_IN_THIS_GAME


@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        pytest.param("0C 2S 3H 2D", "hit", id="after a hit"),
        pytest.param("0C 8S 8H 2D 3D", "split", id="first split hand"),
        pytest.param("0C 8S 8H 2D 3D", "split stand", id="second split hand"),
    ],
)
def test_surrender_is_the_first_thing_done_on_a_box(cards, actions):
    assert refusal(SIX_DECK, cards, actions, "surrender") is Refusal.NOT_THE_FIRST_ACTION


def test_every_box_may_be_surrendered():
    gone = play(SIX_DECK, "0C 0S 6H 0D 5H", "surrender surrender", bets={1: TEN, 3: 500})
    assert gone.finished
    assert gone.returned == 750


# --- insurance


@BOTH
def test_insurance_is_offered_in_the_first_choices_against_an_ace(rules):
    insurable = play(rules, "AC 0S 6H")
    assert "insure" in words(insurable)
    assert insurable.dealer == ("AC",)


@BOTH
@pytest.mark.parametrize("up", list("234567890JQK"))
def test_insurance_needs_an_ace_up(rules, up):
    assert refusal(rules, f"{up}C 0S 6H", "", "insure") is Refusal.NO_ACE_UP


@BOTH
def test_insurance_costs_half_the_bet_and_the_turn_goes_on(rules):
    insured = play(rules, "AC 5S 6H", "insure")
    assert insured.box(1).insurance == TEN // 2
    assert insured.turn == Turn(1, 1)
    assert {"hit", "stand", "double"} <= words(insured)


@BOTH
def test_insurance_is_taken_once(rules):
    assert refusal(rules, "AC 5S 6H", "insure", "insure") is Refusal.INSURED_ALREADY


@BOTH
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        pytest.param("AC 2S 3H 2D", "hit", id="after a hit"),
        pytest.param("AC 8S 8H 2D 3D", "split", id="after a split"),
        pytest.param("AC 8S 8H 2D 3D", "split stand", id="on the second split hand"),
    ],
)
def test_playing_without_insuring_declines_it(rules, cards, actions):
    assert refusal(rules, cards, actions, "insure") is Refusal.NOT_THE_FIRST_ACTION


@BOTH
def test_each_box_insures_for_itself(rules):
    insured = play(rules, "AC 0S 6H 0D 7H", "insure stand", bets={1: TEN, 2: TEN})
    assert [box.insurance for box in insured.boxes] == [500, 0]
    assert "insure" in words(insured)


@BOTH
def test_box_with_a_blackjack_is_not_asked_for_insurance(rules):
    """A26: it never gets the turn."""
    dealt = play(rules, "AC AS KH 0D 7H", bets={1: TEN, 2: TEN})
    assert dealt.turn == Turn(2, 1)
    assert play(rules, "AC AS KH KD").box(1).insurance == 0


@BOTH
def test_insured_split_insures_the_second_hand_by_itself(rules):
    split = play(rules, "AC 8S 8H 2D 3D", "insure split")
    assert split.box(1).insurance == TEN
    assert split.staked == 3 * TEN


@BOTH
def test_uninsured_split_stays_uninsured(rules):
    split = play(rules, "AC 8S 8H 2D 3D", "split")
    assert split.box(1).insurance == 0
    assert split.staked == 2 * TEN


@BOTH
def test_decline_is_a_word_of_other_games(rules):
    assert refusal(rules, "AC 0S 6H", "", "decline") is Refusal.NOT_IN_THIS_GAME
