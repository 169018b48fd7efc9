"""Which actions are legal, and what they do to the hand (rules.md sections 5 and 6)."""

import pytest

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.errors import IllegalAction, RoundOver
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import DOUBLE_DECK, SIX_DECK
from blackjack.engine.state import Action, Turn
from tests.engine.deals import BOTH, TEN, hand, play, refusal, words

# --- hit and stand


@BOTH
def test_hit_gives_one_card_and_the_hand_goes_on(rules):
    drawn = play(rules, "9C 5S 6H 2D", "hit")
    assert hand(drawn).cards == ("5S", "6H", "2D")
    assert drawn.turn == Turn(1, 1)


@BOTH
def test_hand_at_21_ends_by_itself(rules):
    ended = play(rules, "9C 5S 6H 0D 0S", "hit")
    assert ended.finished
    assert hand(ended).done


@BOTH
def test_soft_21_ends_by_itself(rules):
    assert play(rules, "9C 4S AS AH 5D 0S", "hit hit").finished


@BOTH
def test_hand_over_21_is_bust_at_once_while_others_play(rules):
    bust = play(rules, "9C 0S 6H 5D 4D KD", "hit", bets={1: TEN, 2: TEN})
    assert hand(bust).outcome == "bust"
    assert bust.turn == Turn(2, 1)
    assert not bust.finished


@BOTH
def test_two_aces_and_a_ten_are_hard_12_and_still_to_act(rules):
    drawn = play(rules, "9C AS AH 0D", "hit")
    assert drawn.turn == Turn(1, 1)
    assert {"hit", "stand"} <= words(drawn)


@BOTH
def test_stand_passes_the_turn_to_the_next_box(rules):
    stood = play(rules, "9C 0S 6H 5D 4D", "stand", bets={1: TEN, 3: TEN})
    assert stood.turn == Turn(3, 1)
    assert hand(stood).cards == ("0S", "6H")


# --- double

WORTH = {**{digit: int(digit) for digit in "23456789"}, "0": 10, "A": 11}


@pytest.mark.parametrize(
    ("rules", "doubled"),
    [
        pytest.param(DOUBLE_DECK, {11}, id="D11 double-deck"),
        pytest.param(SIX_DECK, {9, 10, 11}, id="D9 six-deck"),
    ],
)
@pytest.mark.parametrize(
    "cards", [f"{a}S {b}H" for a in WORTH for b in WORTH if {a, b} != {"A", "0"}]
)
def test_double_is_allowed_on_two_cards_by_their_total(rules, doubled, cards):
    dealt = play(rules, f"7C {cards}")
    assert ("double" in words(dealt)) is (sum(WORTH[card[0]] for card in cards.split()) in doubled)


@BOTH
def test_double_takes_one_card_and_ends_the_hand(rules):
    ended = play(rules, "7C 5S 6H 2D 0S", "double")
    assert hand(ended).cards == ("5S", "6H", "2D")
    assert hand(ended).stake == 2 * TEN
    assert ended.finished


@BOTH
def test_double_after_a_hit_is_refused(rules):
    found = refusal(rules, "7C 4S 3H 4D", "hit", "double")
    assert found is Refusal.NOT_THE_FIRST_ACTION


@BOTH
def test_doubled_hand_leaves_the_initial_bet_of_the_box(rules):
    """B21: what *Rebet* repeats."""
    ended = play(rules, "7C 5S 6H 2D 0S", "double")
    assert ended.box(1).bet == TEN


def test_double_after_split_is_refused_in_double_deck():
    """NDAS: a split five that becomes 11."""
    found = refusal(DOUBLE_DECK, "7C 5S 5H 6D 2D", "split", "double")
    assert found is Refusal.NO_DOUBLE_AFTER_SPLIT


def test_double_after_split_is_allowed_in_six_deck():
    ended = play(SIX_DECK, "7C 5S 5H 6D 2D 0H 0D 0S", "split double stand")
    assert hand(ended, 1, 1).cards == ("5S", "6D", "0H")
    assert (hand(ended, 1, 1).stake, hand(ended, 1, 2).stake) == (2 * TEN, TEN)


def test_choices_after_a_split_count_both_cards_of_each_hand():
    split = play(SIX_DECK, "7C 5S 5H 6D 9D", "split")
    assert words(split) == {"hit", "stand", "double"}  # 11
    assert words(engine.act(split, "stand")) == {"hit", "stand"}  # 14


# --- split


@BOTH
def test_split_gives_the_second_cards_at_once_first_hand_first(rules):
    split = play(rules, "7C 8S 8H 2D 3D", "split")
    assert hand(split, 1, 1).cards == ("8S", "2D")
    assert hand(split, 1, 2).cards == ("8H", "3D")
    assert split.turn == Turn(1, 1)
    assert split.next_card == 5


@BOTH
def test_both_split_hands_carry_the_bet_of_the_box(rules):
    split = play(rules, "7C 8S 8H 2D 3D", "split")
    assert [hand(split, 1, number).stake for number in (1, 2)] == [TEN, TEN]
    assert split.staked == 2 * TEN


@BOTH
def test_queen_and_jack_may_be_split(rules):
    assert "split" in words(play(rules, "7C QS JH"))


@BOTH
def test_unequal_points_are_no_pair(rules):
    assert refusal(rules, "7C 9S 0H", "", "split") is Refusal.NOT_A_PAIR


@BOTH
def test_split_is_gone_after_a_hit(rules):
    """A13, also when the three cards hold a pair."""
    assert refusal(rules, "7C 5S 5H 5D", "hit", "split") is Refusal.NOT_THE_FIRST_ACTION


@BOTH
def test_a_pair_of_a_split_hand_is_not_split_again(rules):
    assert refusal(rules, "7C 8S 8H 8D 8C", "split", "split") is Refusal.HANDS_FULL


@BOTH
def test_split_aces_get_one_card_each_and_end(rules):
    ended = play(rules, "7C AS AH 2D 3D 0S", "split")
    assert hand(ended, 1, 1).cards == ("AS", "2D")
    assert hand(ended, 1, 2).cards == ("AH", "3D")
    assert ended.finished


@BOTH
def test_split_aces_are_not_split_again(rules):
    ended = play(rules, "7C AS AH AD AC 0S", "split")
    assert ended.finished
    assert len(ended.box(1).hands) == 2


@BOTH
def test_split_hand_at_21_ends_by_itself(rules):
    split = play(rules, "7C KS QH AD 2D", "split")
    assert split.turn == Turn(1, 2)


@BOTH
def test_second_split_hand_plays_after_the_first_is_bust(rules):
    played = play(rules, "7C 8S 8H 5D 3D 0D", "split hit")
    assert hand(played, 1, 1).outcome == "bust"
    assert played.turn == Turn(1, 2)


@BOTH
def test_split_only_concerns_its_own_box(rules):
    split = play(rules, "7C 0S 9H 8S 8H 2D 3D", "stand split", bets={1: TEN, 2: TEN})
    assert [len(box.hands) for box in split.boxes] == [1, 2]
    assert split.turn == Turn(2, 1)


# --- prices, words, and the end


@BOTH
@pytest.mark.parametrize(
    ("cards", "actions", "word", "price"),
    [
        pytest.param("7C 5S 6H", "", "double", 1000, id="double: the hand's bet"),
        pytest.param("7C 8S 8H", "", "split", 1000, id="split: the box's bet"),
        pytest.param("AC 8S 8H", "", "insure", 500, id="insurance: half the bet"),
        pytest.param("AC 8S 8H", "insure", "split", 1500, id="split of an insured box"),
        pytest.param("AC 8S 8H", "", "hit", 0, id="hit: nothing"),
        pytest.param("7C AS KD 0D", "", "double", 0, id="nothing after the end"),
    ],
)
def test_price_of_an_action(rules, cards, actions, word, price):
    before = play(rules, cards, actions)
    assert choices.price(before, Action(word)) == price
    if not before.finished:
        after = engine.act(play(rules, f"{cards} 2D 3D 0D 0D 0D", actions), word)
        assert after.staked - before.staked == price


@BOTH
@pytest.mark.parametrize("word", ["", "HIT", "hit ", "fold", "Action.HIT", "\ud800"])
def test_unknown_word_is_refused(rules, word):
    dealt = play(rules, "7C 5S 6H")
    with pytest.raises(IllegalAction) as refused:
        engine.act(dealt, word)
    assert refused.value.refusal is Refusal.UNKNOWN_ACTION


@BOTH
@pytest.mark.parametrize("word", [*Action, "fold"])
def test_nothing_can_be_done_after_the_end(rules, word):
    ended = play(rules, "7C AS KD 9D 2H")
    assert ended.finished
    assert choices.legal(ended) == ()
    with pytest.raises(RoundOver):
        engine.act(ended, word)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(DOUBLE_DECK, "hit stand double split insure", id="double-deck"),
        pytest.param(SIX_DECK, "hit stand double split surrender insure", id="six-deck"),
    ],
)
def test_buttons_of_a_game_against_an_ace(rules, expected):
    assert " ".join(choices.offered(play(rules, "AC 5S 5H"))) == expected


def test_insurance_has_no_button_without_an_ace():
    assert " ".join(choices.offered(play(DOUBLE_DECK, "KC 5S 5H"))) == "hit stand double split"


def test_legal_words_are_in_alphabetical_order():
    legal = choices.legal(play(SIX_DECK, "7C 5S 5H"))
    assert [word.value for word in legal] == ["double", "hit", "split", "stand", "surrender"]
