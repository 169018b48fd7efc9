"""Splits and re-splits of the hole-card games, and how long their shoes last.

Rules.md sections 2, 4.8 and 6; deals are in dealing order, boxes first, then the dealer's two.
"""

import random
from collections import Counter

import pytest

from blackjack.engine import choices, hands
from blackjack.engine import round as engine
from blackjack.engine.cards import POINTS, decks
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import BINGO, CLASSIC
from blackjack.engine.state import Turn
from tests.engine.deals import HOLE_CARD, TEN, change, hand, outcomes, play, refusal, words


def cards_of(round_, box=1):
    return [" ".join(one.cards) for one in round_.box(box).hands]


# --- splitting once


@HOLE_CARD
def test_second_cards_come_at_once_first_hand_first(rules):
    split = play(rules, "8S 8H 7C 0D 2S 3S", "split")
    assert cards_of(split) == ["8S 2S", "8H 3S"]
    assert (split.turn, split.next_card, split.staked) == (Turn(1, 1), 6, 2 * TEN)


@HOLE_CARD
def test_split_21_is_an_ordinary_one(rules):
    """A12."""
    ended = play(rules, "KS QH 7C 0D AS AH", "split")
    assert (outcomes(ended), change(ended)) == (["win", "win"], 2 * TEN)


def test_classic_splits_once():
    assert refusal(CLASSIC, "8S 8H 7C 0D 8C 8D", "split", "split") is Refusal.HANDS_FULL
    assert refusal(CLASSIC, "8S 8H 7C 0D 8C 8D", "split stand", "split") is Refusal.HANDS_FULL


@pytest.mark.parametrize("drawn", ["2S 3S", "AC AD", "AC 3S", "KS KD"])
def test_classic_split_aces_get_one_card_each_and_end(drawn):
    ended = play(CLASSIC, f"AS AH 7C 0D {drawn}", "split")
    assert ended.finished
    assert cards_of(ended) == [f"AS {drawn[:2]}", f"AH {drawn[3:]}"]


# --- splitting up to four hands


def test_a_new_hand_stands_directly_after_its_parent():
    round_ = play(BINGO, "8S 8H 7C 0D 8C 2D 3S 4S 8D", "split")
    assert cards_of(round_) == ["8S 8C", "8H 2D"]
    round_ = engine.act(round_, "split")
    assert cards_of(round_) == ["8S 3S", "8C 4S", "8H 2D"]
    assert round_.turn == Turn(1, 1)
    assert round_.lines[-1] == ("split", 1, 2, -TEN)


def test_a_later_hand_is_split_in_its_own_place():
    cards = "8S 8H 7C 0D 2S 8C 3S 8D 4S 5S"
    round_ = play(BINGO, cards, "split stand split stand split")
    assert cards_of(round_) == ["8S 2S", "8H 3S", "8C 4S", "8D 5S"]
    assert round_.turn == Turn(1, 3)
    assert round_.lines[-1] == ("split", 1, 4, -TEN)
    assert [one.stake for one in round_.box(1).hands] == [TEN] * 4
    assert round_.staked == 4 * TEN


def test_a_box_has_at_most_four_hands():
    cards = "8S 8H 7C 0D 8C 8D 8S 8H 8C 8D"
    assert cards_of(play(BINGO, cards, "split split split")) == [
        *("8S 8C", "8S 8D", "8C 8H", "8H 8D")
    ]
    assert refusal(BINGO, cards, "split split split", "split") is Refusal.HANDS_FULL
    for stands in range(1, 4):
        after = "split split split" + " stand" * stands
        assert refusal(BINGO, cards, after, "split") is Refusal.HANDS_FULL


def test_each_box_may_be_split_to_four_hands():
    cards = "8S 8H 9S 9H 7C 0D 8C 2D 8D 2C 3D 3C 9C 2D 9D 2C 3D 3C"
    actions = "split split split stand stand stand stand split split split"
    round_ = play(BINGO, cards, actions, bets={1: TEN, 2: TEN})
    assert [len(box.hands) for box in round_.boxes] == [4, 4]
    assert round_.turn == Turn(2, 1)


def test_a_pair_of_equal_points_is_split_again():
    assert "split" in words(play(BINGO, "KS QH 7C 0D 0S 2S", "split"))
    assert "split" not in words(play(BINGO, "KS QH 7C 0D 9S 2S", "split"))


def test_split_hand_that_drew_is_not_split_again():
    found = refusal(BINGO, "4S 4H 7C 0D 2S 3S 4C", "split hit", "split")
    assert found is Refusal.NOT_THE_FIRST_ACTION


# --- splitting aces again


def test_ace_drawn_to_a_split_ace_waits_for_split_or_stand():
    round_ = play(BINGO, "AS AH 7C 0D AC 5S", "split")
    assert cards_of(round_) == ["AS AC", "AH 5S"]
    assert round_.turn == Turn(1, 1)
    assert words(round_) == {"split", "stand"}
    assert hand(round_, 1, 2).done


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("hit", Refusal.SPLIT_ACES),
        ("double", Refusal.SPLIT_ACES),
        ("surrender", Refusal.NOT_THE_FIRST_ACTION),
    ],
)
def test_nothing_else_is_done_with_a_waiting_ace(word, why):
    assert refusal(BINGO, "AS AH 7C 0D AC 5S", "split", word) is why


def test_only_a_drawn_ace_waits():
    round_ = play(BINGO, "AS AH 7C 0D 5S AC", "split")
    assert hand(round_, 1, 1).done
    assert round_.turn == Turn(1, 2)
    assert play(BINGO, "AS AH 7C 0D 5S 6S", "split").finished
    assert play(BINGO, "AS AH 7C 0D KS 0H", "split").finished


def test_standing_on_waiting_aces_ends_them_with_12():
    ended = play(BINGO, "AS AH 7C 0D AC AD", "split stand stand")
    assert ended.finished
    assert cards_of(ended) == ["AS AC", "AH AD"]
    assert outcomes(ended) == ["lose", "lose"]


def test_aces_split_again_get_one_card_each():
    ended = play(BINGO, "AS AH 7C 0D AC 5S 6S KS", "split split")
    assert ended.finished
    assert cards_of(ended) == ["AS 6S", "AC KS", "AH 5S"]
    assert outcomes(ended) == ["push", "win", "lose"]
    assert ended.staked == 3 * TEN


def test_aces_are_split_to_four_hands_and_the_waiting_ones_end_with_the_last_split():
    cards = "AS AH 7C 0D AC AD AS AH AC AD"
    waiting = play(BINGO, cards, "split split")
    assert cards_of(waiting) == ["AS AS", "AC AH", "AH AD"]
    assert [one.done for one in waiting.box(1).hands] == [False, False, False]
    ended = engine.act(waiting, "split")
    assert ended.finished
    assert cards_of(ended) == ["AS AC", "AS AD", "AC AH", "AH AD"]
    assert ended.staked == 4 * TEN
    assert ended.next_card == 10


def test_a_stood_ace_is_not_woken_by_a_later_split():
    round_ = play(BINGO, "AS AH 7C 0D AC AD AS 5S", "split stand split")
    assert cards_of(round_) == ["AS AC", "AH AS", "AD 5S"]
    assert round_.turn == Turn(1, 2)
    assert words(round_) == {"split", "stand"}


def test_waiting_ace_leaves_the_turn_to_the_next_box_when_the_box_is_full():
    cards = "AS AH 0S 9S 7C 0D AC AD 2S 3S 4S 5S"
    round_ = play(BINGO, cards, "split split stand", bets={1: TEN, 2: TEN})
    assert cards_of(round_) == ["AS 2S", "AC 3S", "AH AD"]
    assert round_.turn == Turn(2, 1)
    round_ = play(BINGO, cards, "split split split", bets={1: TEN, 2: TEN})
    assert cards_of(round_) == ["AS 2S", "AC 3S", "AH 4S", "AD 5S"]
    assert round_.turn == Turn(2, 1)


def test_unsplit_aces_are_an_ordinary_soft_12():
    assert words(play(BINGO, "AS AH 7C 0D")) == {"hit", "stand", "split", "surrender"}


# --- A32: a round begun just before the mark finishes


def low(card):
    """What a card counts with an ace as 1."""
    return 1 if card[0] == "A" else POINTS[card]


def most_cards(rules):
    """An upper bound on the cards of a round, from the smallest cards that the shoe has.

    Before its last card a player's hand counts at most 20 with every ace as 1, else it would have
    ended, and the dealer's at most 16. So all cards but one for each hand count so much together
    at most, and the smallest cards of the shoe are the most that fit.
    """
    player_hands = rules.boxes * rules.max_hands
    points, fitting = 20 * player_hands + 16, 0
    for worth in sorted(low(card) for card in decks(rules.decks)):
        if worth > points:
            break
        points -= worth
        fitting += 1
    return fitting + player_hands + 1


@pytest.mark.parametrize(("rules", "bound"), [(CLASSIC, 101), (BINGO, 150)])
def test_cards_left_before_the_mark_suffice_for_any_round(rules, bound):
    assert most_cards(rules) == bound
    assert bound <= rules.cards - (rules.kept_shoe.replaced_from - 1)


def longest(rules, rng):
    """Play a round begun just before the mark against a shoe that is laid as it goes.

    The smallest cards of the decks are left; each draw gets one that does not end its hand if
    there is any, the smallest as a rule, and each split the cards to split again.
    """
    first = rules.kept_shoe.replaced_from - 1
    by_size = sorted(decks(rules.decks), key=low)
    pool = by_size[: rules.cards - first]
    shoe = by_size[rules.cards - first :]

    def lay(card):
        pool.remove(card)
        shoe.append(card)

    def lay_like(card):
        lay(next((other for other in pool if low(other) == low(card)), pool[0]))

    def lay_for(cards):
        going_on = [card for card in pool if hands.value([*cards, card]).points < 21] or pool
        lay(going_on[0] if rng.random() < 0.9 else rng.choice(going_on))

    for rank in sorted(rng.choices("234", k=rules.boxes)):
        lay_like(f"{rank}S")
        lay_like(f"{rank}S")
    lay(pool[rng.randrange(len(pool))])
    lay(pool[0])
    round_ = engine.deal(
        rules, shoe, bets=dict.fromkeys(range(1, rules.boxes + 1), TEN), first_card=first
    )
    while not round_.finished:
        legal = choices.legal(round_)
        del shoe[round_.next_card :]
        word = next(word for word in ("decline", "split", "hit", "stand") if word in legal)
        box = round_.box(round_.turn.box)
        held = box.hands[round_.turn.hand - 1].cards
        if word == "split":
            again = len(box.hands) == 1 and rules.max_hands > 2
            for card in held:
                lay_like(card) if again else lay_for([card])
        elif word == "hit":
            lay_for(held)
        shoe.extend(pool)  # what the dealer draws if it was the last action
        round_ = engine.act(round_, word)
        if not round_.finished:
            assert shoe[: round_.next_card] + pool == shoe
    assert Counter(shoe) == Counter(decks(rules.decks))
    return round_.next_card - first


@HOLE_CARD
def test_the_longest_rounds_begun_just_before_the_mark_finish(rules):
    lengths = [longest(rules, random.Random(number)) for number in range(20)]
    # The search comes near to the bound, so neither of the two is far off.
    assert most_cards(rules) * 0.85 < max(lengths) <= most_cards(rules)


@HOLE_CARD
def test_random_rounds_begun_just_before_the_mark_finish(rules):
    for number in range(150):
        rng = random.Random(number)
        shoe = list(decks(rules.decks))
        rng.shuffle(shoe)
        bets = dict.fromkeys(range(1, rules.boxes + 1), TEN)
        first = rules.kept_shoe.replaced_from - 1
        round_ = engine.deal(rules, shoe, bets=bets, first_card=first)
        while not round_.finished:
            legal = choices.legal(round_)
            word = next((word for word in ("split", "hit") if word in legal), legal[0])
            round_ = engine.act(round_, word)
        assert round_.next_card <= first + most_cards(rules)
