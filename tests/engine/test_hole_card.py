"""The games with a hole card: the deal, insurance before play, the peek, and the dealer's turn.

Deals are in dealing order: the boxes, then the up card, then the hole card (rules.md section 5).
"""

import pytest

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.errors import BadScheme, IllegalAction, RoundOver
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import BINGO
from blackjack.engine.state import Action, Scheme, Stage, Turn
from blackjack.transcript import round_object
from tests.engine.deals import (
    HOLE_CARD,
    TEN,
    change,
    hand,
    money,
    outcomes,
    play,
    refusal,
    words,
)

TWO = {1: TEN, 2: TEN}
BEFORE_PLAY = {"insure", "decline"}

# --- the deal


@HOLE_CARD
def test_boxes_are_dealt_before_the_dealer_and_his_second_card_lies_face_down(rules):
    dealt = play(rules, "2C 3C 4C 5C 6C 7C", bets={2: TEN, 5: TEN})
    assert hand(dealt, 2).cards == ("2C", "3C")
    assert hand(dealt, 5).cards == ("4C", "5C")
    assert dealt.dealer == ("6C",)
    assert (dealt.reserved, dealt.next_card) == (6, 6)
    assert dealt.turn == Turn(2, 1)


@HOLE_CARD
def test_five_boxes_are_dealt_in_their_order(rules):
    cards = "2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 9C 8D"
    dealt = play(rules, cards, bets=dict.fromkeys([5, 3, 1, 4, 2], TEN))
    assert [box.number for box in dealt.boxes] == [1, 2, 3, 4, 5]
    assert [" ".join(hand(dealt, box).cards) for box in range(1, 6)] == [
        *("2C 2D", "3C 3D", "4C 4D", "5C 5D", "6C 6D")
    ]
    assert (dealt.dealer, dealt.reserved) == (("9C",), 12)


@HOLE_CARD
@pytest.mark.parametrize("scheme", ["2D2P", "2P1D", "2P2D"])
def test_a_scheme_is_not_chosen(rules, scheme):
    with pytest.raises(BadScheme):
        engine.deal(rules, ["2C", "3C", "4C", "5C"], bets={1: TEN}, scheme=Scheme(scheme))


@HOLE_CARD
def test_a_round_goes_on_where_the_last_one_ended(rules):
    cards = ["2C", "3C", "4C", "0S", "9H", "7C", "0D"]
    dealt = engine.deal(rules, cards, bets={1: TEN}, first_card=3)
    assert hand(dealt).cards == ("0S", "9H")
    assert hand(dealt).numbers == (4, 5)
    assert (dealt.dealer_numbers, dealt.reserved, dealt.next_card) == ((6,), 7, 7)
    ended = engine.act(dealt, "stand")
    assert (ended.dealer, ended.dealer_numbers) == (("7C", "0D"), (6, 7))


# --- insurance, box by box, before anybody plays


@HOLE_CARD
def test_insurance_is_asked_in_the_same_picture_as_the_ace(rules):
    """A18."""
    dealt = play(rules, "0S 9H AC 8D")
    assert dealt.stage is Stage.INSURING
    assert dealt.dealer == ("AC",)
    assert words(dealt) == BEFORE_PLAY
    assert choices.offered(dealt) == (Action.INSURE, Action.DECLINE)


@HOLE_CARD
@pytest.mark.parametrize("up", list("234567890JQK"))
def test_insurance_is_asked_under_an_ace_only(rules, up):
    dealt = play(rules, f"0S 9H {up}C 8D")
    assert dealt.stage is Stage.PLAYING
    assert not words(dealt) & BEFORE_PLAY
    assert refusal(rules, f"0S 9H {up}C 8D", "", "insure") is Refusal.NO_ACE_UP
    assert refusal(rules, f"0S 9H {up}C 8D", "", "decline") is Refusal.NOT_IN_THIS_GAME


@HOLE_CARD
def test_every_box_is_asked_in_order_blackjacks_included(rules):
    """A26: before play, so a box with a blackjack may insure as well."""
    round_ = play(rules, "0S 9H AS KH 8S 8H AC 8D", bets={1: TEN, 3: TEN, 4: TEN})
    for word, box in zip(["decline", "insure", "decline"], [1, 3, 4], strict=True):
        assert round_.turn == Turn(box, 1)
        assert words(round_) == BEFORE_PLAY
        round_ = engine.act(round_, word)
    assert round_.stage is Stage.PLAYING
    assert round_.turn == Turn(1, 1)
    assert [box.insurance for box in round_.boxes] == [0, TEN // 2, 0]


@HOLE_CARD
@pytest.mark.parametrize("word", ["double", "hit", "stand", "split", "surrender"])
@pytest.mark.parametrize("answered", ["", "insure", "decline"])
def test_nothing_else_is_done_while_insurance_is_decided(rules, word, answered):
    """A17: refused, and no money moves."""
    before = play(rules, "5S 5H 6S 6H AC 8D", answered, bets=TWO)
    with pytest.raises(IllegalAction) as refused:
        engine.act(before, word)
    assert refused.value.refusal is Refusal.INSURANCE_FIRST
    assert before == play(rules, "5S 5H 6S 6H AC 8D", answered, bets=TWO)
    assert before.staked == 2 * TEN + (TEN // 2 if answered == "insure" else 0)


@HOLE_CARD
@pytest.mark.parametrize("answer", ["insure", "decline"])
@pytest.mark.parametrize("word", ["insure", "decline"])
@pytest.mark.parametrize("played", ["", " hit"])
def test_insurance_is_answered_once(rules, answer, word, played):
    found = refusal(rules, "2S 3H AC 8D 4C", answer + played, word)
    expected = Refusal.INSURANCE_OVER if word == "insure" else Refusal.NOT_IN_THIS_GAME
    assert found is expected


@HOLE_CARD
@pytest.mark.parametrize(("bet", "price"), [(100, 50), (500, 250), (1000, 500)])
def test_insurance_costs_half_the_bet(rules, bet, price):
    """B8."""
    dealt = play(rules, "0S 9H AC 8D", bets={1: bet})
    assert choices.price(dealt, Action.INSURE) == price
    assert choices.price(dealt, Action.DECLINE) == 0
    insured = engine.act(dealt, "insure")
    assert money(insured) == [("bet", -bet), ("insurance", -price)]


# --- the peek


@HOLE_CARD
@pytest.mark.parametrize("cards", ["0S 9H AC KD", "0S 9H AC 0D"])
def test_dealers_blackjack_under_an_ace_ends_the_round_after_the_last_answer(rules, cards):
    ended = play(rules, cards, "insure")
    assert ended.finished
    assert ended.dealer == tuple(cards.split()[2:])
    assert ended.next_card == 4
    assert outcomes(ended) == ["lose"]
    assert ended.box(1).insurance_returned == 3 * TEN // 2
    assert change(ended) == 0


@HOLE_CARD
@pytest.mark.parametrize("up", list("0JQK"))
def test_dealers_blackjack_under_a_ten_ends_the_round_at_the_deal(rules, up):
    ended = play(rules, f"0S 6H 5S 6D {up}C AD", bets=TWO)
    assert ended.finished
    assert ended.dealer == (f"{up}C", "AD")
    assert ended.next_card == 6
    assert outcomes(ended) == ["lose", "lose"]
    assert change(ended) == -2 * TEN
    with pytest.raises(RoundOver):
        engine.act(ended, "hit")


@HOLE_CARD
def test_against_a_dealers_blackjack_blackjacks_push_and_all_else_loses(rules):
    """A19, A24."""
    cards = "AS KH 0S 0H 7S 7H AC QD"
    ended = play(rules, cards, "insure decline insure", bets={1: TEN, 2: TEN, 3: 500})
    assert outcomes(ended) == ["push", "lose", "lose"]
    assert [box.insurance_returned for box in ended.boxes] == [1500, 0, 750]
    assert money(ended) == [
        ("bet", -1000),
        ("bet", -1000),
        ("bet", -500),
        ("insurance", -500),
        ("insurance", -250),
        ("insurance_payout", 1500),
        ("payout", 1000),
        ("insurance_payout", 750),
    ]


@HOLE_CARD
def test_insured_blackjack_against_a_blackjack_is_even_money(rules):
    assert change(play(rules, "AS KH AC QD", "insure")) == TEN


@HOLE_CARD
def test_blackjack_against_a_blackjack_under_a_ten_pushes_at_once(rules):
    ended = play(rules, "AS KH QC AD")
    assert (outcomes(ended), change(ended)) == (["push"], 0)


@HOLE_CARD
def test_without_a_dealers_blackjack_the_insurance_is_lost_and_play_goes_on(rules):
    insured = play(rules, "0S 9H AC 8D", "insure")
    assert not insured.finished
    assert insured.turn == Turn(1, 1)
    ended = engine.act(insured, "stand")
    assert ended.box(1).insurance == TEN // 2
    assert ended.box(1).insurance_returned == 0
    assert (outcomes(ended), change(ended)) == (["push"], -TEN // 2)


@HOLE_CARD
def test_lost_insurance_is_not_paid_by_a_later_21(rules):
    ended = play(rules, "0S 9H AC 2D 8C", "insure stand")
    assert ended.dealer == ("AC", "2D", "8C")
    assert (outcomes(ended), change(ended)) == (["lose"], -3 * TEN // 2)


@HOLE_CARD
def test_blackjack_waits_for_the_dealer_after_the_peek(rules):
    """A23: 3:2 once he has no blackjack."""
    ended = play(rules, "AS KH AC 8D", "decline")
    assert (outcomes(ended), change(ended)) == (["blackjack"], 3 * TEN // 2)


@HOLE_CARD
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        pytest.param("8S 8H AC 7D", "decline", id="under an ace"),
        pytest.param("8S 8H AC 7D", "insure", id="under an ace, insured"),
        pytest.param("8S 8H KC 7D", "", id="under a ten"),
        pytest.param("8S 8H 6C KD", "", id="nothing to look for"),
        pytest.param("8S 8H 6C KD 2S 3S", "split hit", id="in the midst of play"),
    ],
)
def test_hole_card_stays_hidden_until_the_dealers_turn(rules, cards, actions):
    """C2: not on the table and not in what is told of it, though counted as used."""
    round_ = play(rules, f"{cards} 4S", actions)
    assert not round_.finished
    assert round_.dealer == (cards.split()[2],)
    told = round_object(round_)
    hidden = cards.split()[3]
    assert hidden not in str(told)
    assert hidden not in repr(round_)
    assert told["next_card"] == round_.next_card >= 4
    assert told["dealer"]["cards"] == [cards.split()[2]]
    assert told["dealer"]["blackjack"] is False


@HOLE_CARD
def test_hole_card_is_hidden_while_insurance_is_decided_even_if_it_makes_a_blackjack(rules):
    asked = play(rules, "0S 9H 8S 7H AC KD", "insure", bets=TWO)
    assert "KD" not in str(round_object(asked))
    assert asked.turn == Turn(2, 1)


@HOLE_CARD
def test_a_draw_is_the_card_after_the_hole_card(rules):
    drawn = play(rules, "2S 3H 6C KD 4S", "hit")
    assert hand(drawn).cards == ("2S", "3H", "4S")
    assert hand(drawn).numbers == (1, 2, 5)


@HOLE_CARD
@pytest.mark.parametrize("answer", ["insure", "decline"])
def test_splitting_after_the_peek_insures_nothing_more(rules, answer):
    before = play(rules, "8S 8H AC 7D 2S 3S", answer)
    assert choices.price(before, Action.SPLIT) == TEN
    split = engine.act(before, "split")
    assert split.box(1).insurance == (TEN // 2 if answer == "insure" else 0)
    assert split.lines[-1] == ("split", 1, 2, -TEN)
    assert not words(split) & BEFORE_PLAY


# --- the dealer's turn


@HOLE_CARD
@pytest.mark.parametrize(
    ("cards", "actions", "dealer"),
    [
        pytest.param("0S 6H 2C 0D KS 5S", "hit", "2C 0D 5S", id="all bust"),
        pytest.param("0S 6H 7C 0D KS", "hit", "7C 0D", id="all bust, he stands"),
        pytest.param("AS KH 2C 0D 5S", "", "2C 0D 5S", id="only blackjacks"),
        pytest.param("0S 6H AC 2D KS 5S", "insure hit", "AC 2D 5S", id="only lost insurance"),
        pytest.param("0S 6H AC 6D KS", "decline hit", "AC 6D", id="S17"),
    ],
)
def test_dealer_turns_his_card_and_plays_out_even_with_nothing_to_win(
    rules, cards, actions, dealer
):
    ended = play(rules, cards, actions)
    assert ended.finished
    assert " ".join(ended.dealer) == dealer
    assert ended.next_card == len(cards.split())


def test_dealer_plays_out_when_every_box_is_surrendered():
    ended = play(BINGO, "0S 6H 0H 5H 2C 0D 5S", "surrender surrender", bets=TWO)
    assert ended.dealer == ("2C", "0D", "5S")
    assert ended.returned == TEN


@HOLE_CARD
def test_dealer_turns_his_card_after_the_last_box(rules):
    """A28."""
    round_ = play(rules, "0S 9H 0D 8D 0H 7H 2C 0C 5S", bets={1: TEN, 2: TEN, 3: TEN})
    for _ in range(2):
        round_ = engine.act(round_, "stand")
        assert round_.dealer == ("2C",)
    assert engine.act(round_, "stand").dealer == ("2C", "0C", "5S")


@HOLE_CARD
@pytest.mark.parametrize("soft_17", ["AC 6D", "6C AD", "AC 2D 4H", "3C 3D AH"])
def test_dealer_stands_on_every_soft_17(rules, soft_17):
    up, hole, *drawn = soft_17.split()
    answer = "decline stand" if up == "AC" else "stand"
    ended = play(rules, f"0S 9H {up} {hole} {' '.join(drawn)} 2H", answer)
    assert " ".join(ended.dealer) == soft_17


@HOLE_CARD
def test_no_decision_is_awaited_on_a_hand_that_the_peek_ended(rules):
    ended = play(rules, "0S 6H 8S 8H KC AD", bets=TWO)
    assert [one.done for _, one in ended.all_hands()] == [True, True]
    assert ended.turn is None
