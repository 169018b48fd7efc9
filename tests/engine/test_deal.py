"""The deal: schemes, boxes, bets, and how many cards are out (rules.md 4.7, 4.8, 5.1)."""

import pytest

from blackjack.engine import round as engine
from blackjack.engine.errors import BadBet, BadScheme
from blackjack.engine.rules import DOUBLE_DECK, SIX_DECK
from blackjack.engine.state import LineKind, Scheme, Turn
from tests.engine.deals import TEN, hand, money, play

ORDER = "2C 3C 4C 5C 6C 7C 8C 9C"
"""Up to three boxes and two dealer cards, each card once."""


@pytest.mark.parametrize(
    ("scheme", "boxes", "up", "reserved", "held"),
    [
        pytest.param("1D2P", [1], "2C", 0, ["3C 4C"], id="1D2P one box"),
        pytest.param("1D2P", [1, 2], "2C", 0, ["3C 4C", "5C 6C"], id="1D2P two boxes"),
        pytest.param("1D2P", [1, 2, 3], "2C", 0, ["3C 4C", "5C 6C", "7C 8C"], id="1D2P three"),
        pytest.param("2D2P", [1], "2C", 2, ["4C 5C"], id="2D2P one box"),
        pytest.param("2D2P", [1, 2], "2C", 2, ["4C 5C", "6C 7C"], id="2D2P two boxes"),
        pytest.param("2D2P", [1, 2, 3], "2C", 2, ["4C 5C", "6C 7C", "8C 9C"], id="2D2P three"),
        pytest.param("2P1D", [1], "4C", 0, ["2C 3C"], id="2P1D one box"),
        pytest.param("2P1D", [1, 2], "6C", 0, ["2C 3C", "4C 5C"], id="2P1D two boxes"),
        pytest.param("2P1D", [1, 2, 3], "8C", 0, ["2C 3C", "4C 5C", "6C 7C"], id="2P1D three"),
        pytest.param("2P2D", [1], "4C", 4, ["2C 3C"], id="2P2D one box"),
        pytest.param("2P2D", [1, 2], "6C", 6, ["2C 3C", "4C 5C"], id="2P2D two boxes"),
        pytest.param("2P2D", [1, 2, 3], "8C", 8, ["2C 3C", "4C 5C", "6C 7C"], id="2P2D three"),
    ],
)
def test_scheme_says_which_card_goes_where(scheme, boxes, up, reserved, held):
    dealt = play(DOUBLE_DECK, ORDER, bets=dict.fromkeys(boxes, TEN), scheme=scheme)
    assert dealt.dealer == (up,)
    assert [" ".join(hand(dealt, box).cards) for box in boxes] == held
    assert dealt.reserved == reserved
    assert dealt.turn == Turn(boxes[0], 1)


@pytest.mark.parametrize(("scheme", "used"), [("1D2P", 7), ("2D2P", 8), ("2P1D", 7), ("2P2D", 8)])
def test_reserved_card_counts_as_out(scheme, used):
    dealt = play(DOUBLE_DECK, ORDER, bets={1: TEN, 2: TEN, 3: TEN}, scheme=scheme)
    assert dealt.next_card == used


@pytest.mark.parametrize("scheme", ["2D2P", "2P2D"])
def test_reserved_card_is_the_dealers_second_when_his_turn_comes(scheme):
    cards = "9C 8C 0S 0D 2H" if scheme == "2D2P" else "0S 0D 9C 8C 2H"
    dealt = play(DOUBLE_DECK, cards, scheme=scheme)
    assert dealt.dealer == ("9C",)
    stood = engine.act(dealt, "stand")
    assert stood.dealer == ("9C", "8C")
    assert stood.reserved == 0
    assert stood.next_card == 4


def test_player_draws_the_card_after_the_reserved_one():
    drawn = play(DOUBLE_DECK, "9C 8C 0S 2D 3H", "hit", scheme="2D2P")
    assert hand(drawn).cards == ("0S", "2D", "3H")
    assert drawn.next_card == 5


def test_reserved_card_that_is_never_needed_is_never_shown():
    bust = play(DOUBLE_DECK, "9C 8C 0S 6D KH", "hit", scheme="2D2P")
    assert bust.finished
    assert bust.dealer == ("9C",)
    assert bust.next_card == 5  # the reserved card is out all the same


def test_cards_carry_their_place_in_the_shoe():
    ended = play(DOUBLE_DECK, "9C 8C 0S 2D 3H KD 2C", "hit stand", scheme="2D2P")
    assert hand(ended).numbers == (3, 4, 5)
    assert ended.dealer_numbers == (1, 2)


@pytest.mark.parametrize("bets", [{3: TEN, 1: TEN}, {1: TEN, 3: TEN}])
def test_boxes_are_dealt_and_played_left_to_right_and_empty_ones_skipped(bets):
    dealt = play(DOUBLE_DECK, "2C 0S 2D 0H 3D", bets=bets)
    assert [box.number for box in dealt.boxes] == [1, 3]
    assert hand(dealt, 1).cards == ("0S", "2D")
    assert hand(dealt, 3).cards == ("0H", "3D")
    assert dealt.turn == Turn(1, 1)
    assert engine.act(dealt, "stand").turn == Turn(3, 1)


def test_box_with_a_blackjack_is_skipped():
    dealt = play(DOUBLE_DECK, "2C AS KD 0H 3D", bets={1: TEN, 2: TEN})
    assert dealt.turn == Turn(2, 1)
    assert hand(dealt, 1).outcome is None  # decided when the dealer has played


def test_round_may_begin_within_a_shoe():
    shoe = ["2C", "3C", "9D", "0S", "2D", "5H"]
    dealt = engine.deal(DOUBLE_DECK, shoe, bets={1: TEN}, first_card=2)
    assert dealt.dealer == ("9D",)
    assert hand(dealt).cards == ("0S", "2D")
    assert dealt.next_card == 5
    assert engine.act(dealt, "hit").box(1).hands[0].cards[-1] == "5H"


def test_each_bet_is_one_line():
    dealt = play(SIX_DECK, ORDER, bets={1: 500, 3: 1200})
    assert money(dealt) == [(LineKind.BET, -500), (LineKind.BET, -1200)]
    assert [line.box for line in dealt.lines] == [1, 3]
    assert (dealt.staked, dealt.returned) == (1700, 0)


@pytest.mark.parametrize("amount", [0, -500, 1, 99, 150, 1001])
def test_bet_is_a_positive_number_of_whole_units(amount):
    with pytest.raises(BadBet) as refused:
        play(DOUBLE_DECK, ORDER, bets={1: TEN, 2: amount})
    assert (refused.value.box, refused.value.amount) == (2, amount)


@pytest.mark.parametrize("box", [0, -1, 4, 10**20])
@pytest.mark.parametrize("rules", [DOUBLE_DECK, SIX_DECK])
def test_bet_is_on_a_box_of_the_table(rules, box):
    with pytest.raises(BadBet) as refused:
        play(rules, ORDER, bets={box: TEN})
    assert refused.value.box == box


def test_a_round_needs_a_bet():
    with pytest.raises(BadBet) as refused:
        play(DOUBLE_DECK, ORDER, bets={})
    assert refused.value.box is None


@pytest.mark.parametrize("scheme", [scheme for scheme in Scheme if scheme != "1D2P"])
def test_six_deck_has_one_scheme(scheme):
    with pytest.raises(BadScheme):
        play(SIX_DECK, ORDER, scheme=scheme)


def test_undealt_cards_are_in_no_log_line():
    dealt = play(DOUBLE_DECK, "2C 3C 4C KD KH", scheme="2D2P")
    assert "3C" not in repr(dealt)
    assert "4C" in repr(dealt)
