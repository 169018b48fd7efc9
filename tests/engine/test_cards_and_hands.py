"""Cards, points, totals, blackjacks and pairs (rules.md section 1)."""

from collections import Counter

import pytest

from blackjack.engine import cards, hands


def test_a_deck_is_thirteen_ranks_in_four_suits():
    expected = {rank + suit for rank in "234567890JQKA" for suit in "SCDH"}
    assert len(cards.DECK) == 52
    assert set(cards.DECK) == expected


@pytest.mark.parametrize("number", [2, 6])
def test_decks_hold_every_card_as_often_as_there_are_decks(number):
    assert set(Counter(cards.decks(number)).values()) == {number}
    assert cards.is_whole_decks(reversed(cards.decks(number)), number)


@pytest.mark.parametrize(
    ("changed", "number"),
    [
        pytest.param(cards.DECK[1:], 1, id="a card is missing"),
        pytest.param((*cards.DECK, "AS"), 1, id="a card too many"),
        pytest.param((*cards.DECK[1:], cards.DECK[1]), 1, id="one card twice for another"),
        pytest.param(cards.DECK, 2, id="too few decks"),
        pytest.param((*cards.DECK[1:], "1S"), 1, id="a card that does not exist"),
        pytest.param((), 0, id="no card at all"),
    ],
)
def test_other_cards_are_not_whole_decks(changed, number):
    assert not cards.is_whole_decks(changed, number)


@pytest.mark.parametrize("suit", "SCDH")
@pytest.mark.parametrize(
    ("rank", "points"),
    [*((digit, int(digit)) for digit in "23456789"), *((ten, 10) for ten in "0JQK")],
)
def test_a_card_counts_its_number_and_pictures_ten(rank, points, suit):
    assert hands.value([rank + suit]) == (points, False)


@pytest.mark.parametrize(
    ("held", "points", "soft"),
    [
        pytest.param("AS", 11, True, id="an ace is 11"),
        pytest.param("AS 6D", 17, True, id="soft 17"),
        pytest.param("AS 6D 5C", 12, False, id="the ace becomes 1 over 21"),
        pytest.param("AS AH", 12, True, id="of two aces one counts 11"),
        pytest.param("AS AH 0D", 12, False, id="A1 two aces and a ten are 12"),
        pytest.param("4C AS AH 5D", 21, True, id="A2 four ace ace five is 21"),
        pytest.param("AS AH AD 6C", 19, True, id="A3 three aces and a six are soft 19"),
        pytest.param("AC 4D 7H", 12, False, id="A4 ace four seven is hard 12"),
        pytest.param("AS KD", 21, True, id="blackjack is a soft 21"),
        pytest.param("7S 7D 7C", 21, False, id="three sevens are a hard 21"),
        pytest.param("KS QD 2C", 22, False, id="bust"),
        pytest.param("KS QD 2C AH", 23, False, id="an ace counts 1 in a bust hand"),
        pytest.param("AS AH AC AD AS AH AC AD AS AH", 20, True, id="ten aces are soft 20"),
        pytest.param(" ".join(["AS"] * 12), 12, False, id="twelve aces are hard 12"),
    ],
)
def test_total(held, points, soft):
    assert hands.value(held.split()) == (points, soft)


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        *(pytest.param(f"AS {ten}H", True, id=f"ace and {ten}") for ten in "0JQK"),
        pytest.param("QD AC", True, id="the ace may come second"),
        pytest.param("AS 9H", False, id="ace and nine"),
        pytest.param("7S 7D 7C", False, id="21 in three cards"),
        pytest.param("KS QD", False, id="two tens"),
        pytest.param("AS", False, id="one card"),
        pytest.param("AS AH", False, id="two aces"),
    ],
)
def test_blackjack_is_an_ace_and_a_ten_point_card(held, expected):
    assert hands.is_blackjack(held.split()) is expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        pytest.param("8S 8D", True, id="equal ranks"),
        pytest.param("QS JD", True, id="A14 queen and jack have equal points"),
        pytest.param("0S KD", True, id="ten and king have equal points"),
        pytest.param("AS AD", True, id="aces"),
        pytest.param("AS 0D", False, id="ace and ten"),
        pytest.param("9S 0D", False, id="other points"),
        pytest.param("5S 5D 5H", False, id="three cards are no pair"),
        pytest.param("5S", False, id="one card is no pair"),
    ],
)
def test_a_pair_is_two_cards_of_equal_points(held, expected):
    assert hands.is_pair(held.split()) is expected
