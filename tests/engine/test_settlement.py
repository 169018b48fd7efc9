"""What each hand gives back (rules.md sections 5.6 and 7). Amounts are hundredths."""

import pytest

from blackjack.engine import settle
from blackjack.engine.rules import DOUBLE_DECK, SIX_DECK
from blackjack.engine.state import LineKind, Outcome
from tests.engine.deals import BOTH, TEN, change, hand, money, outcomes, play


@BOTH
@pytest.mark.parametrize(
    ("cards", "actions", "expected", "delta"),
    [
        pytest.param("9C AS KH 0D", "", "blackjack", 1500, id="A23 blackjack pays 3 to 2"),
        pytest.param("AC AS KH KD", "", "push", 0, id="A19 both blackjacks push"),
        pytest.param("KC AS KH AD", "", "push", 0, id="A19 the ace second"),
        pytest.param("AC AS KH 0D", "", "push", 0, id="any ten makes the dealer's blackjack"),
        pytest.param("7C AS KH 4D 0D", "", "blackjack", 1500, id="A20 beats a three-card 21"),
        pytest.param("AC AS KH 3D 7H", "", "blackjack", 1500, id="A27 waits for the dealer's ace"),
        pytest.param("9C 0S 9H 9D", "stand", "win", 1000, id="higher total wins even money"),
        pytest.param("9C 0S 8H 9D", "stand", "push", 0, id="A22 equal totals push"),
        pytest.param("9C 0S 7H 9D", "stand", "lose", -1000, id="lower total loses"),
        pytest.param("6C 0S 2H 0D 0H", "stand", "win", 1000, id="dealer's bust pays every hand"),
        pytest.param("9C 0S 6H KD", "hit", "bust", -1000, id="over 21 loses"),
        pytest.param(
            "9C 4S 4H 4D 9H 0D", "hit hit", "win", 1000, id="A21 four-card 21 pays even money"
        ),
        pytest.param("7C 0S 5H 6D 4D 0D", "hit", "push", 0, id="21 pushes a three-card 21"),
        pytest.param(
            "AC 0S 5H 6D KD", "hit", "lose", -1000, id="21 loses to the dealer's blackjack"
        ),
        pytest.param("7C AS AH AD 6C 0D", "hit hit stand", "win", 1000, id="A3 soft 19 beats 17"),
        pytest.param("7C 5S 6H 0D 0H", "double", "win", 2000, id="double doubles the win"),
        pytest.param("0C 5S 6H 2D 0H", "double", "lose", -2000, id="double doubles the loss"),
        pytest.param("0C 5S 6H 9D 0H", "double", "push", 0, id="doubled push"),
        pytest.param("KC 5S 6H 0D AD", "double", "lose", -2000, id="dealer's blackjack takes all"),
    ],
)
def test_one_box(rules, cards, actions, expected, delta):
    ended = play(rules, cards, actions)
    assert ended.finished
    assert outcomes(ended) == [expected]
    assert change(ended) == delta
    assert ended.next_card == len(cards.split())


@pytest.mark.parametrize(
    ("outcome", "back"),
    [
        (Outcome.BLACKJACK, 250),
        (Outcome.WIN, 200),
        (Outcome.PUSH, 100),
        (Outcome.LOSE, 0),
        (Outcome.BUST, 0),
        (Outcome.SURRENDER, 50),
    ],
)
def test_smallest_bet_is_paid_without_rounding(outcome, back):
    """B8: a bet of 1 unit gives 2.50, 2, 1 and 0.50 back."""
    assert settle.returned(100, outcome) == back


def test_insurance_of_the_smallest_bet_costs_half_a_unit():
    """B8."""
    ended = play(DOUBLE_DECK, "AC 0S 9H KD", "insure stand", bets={1: 100})
    assert money(ended) == [
        (LineKind.BET, -100),
        (LineKind.INSURANCE, -50),
        (LineKind.INSURANCE_PAYOUT, 150),
    ]


# --- split


@BOTH
def test_split_21_is_an_ordinary_21(rules):
    """A12: it pays even money."""
    ended = play(rules, "7C 0S 0H AD 9D 0D", "split stand")
    assert outcomes(ended) == ["win", "win"]
    assert [one.returned for one in ended.box(1).hands] == [2000, 2000]


@BOTH
def test_split_21_loses_to_the_dealers_blackjack(rules):
    """A12."""
    ended = play(rules, "AC 0S 0H AD 9D KD", "split stand")
    assert outcomes(ended) == ["lose", "lose"]
    assert change(ended) == -2000


@BOTH
def test_split_21_pushes_against_a_three_card_21(rules):
    ended = play(rules, "7C 0S 0H AD KS 4D 0D", "split stand")
    assert outcomes(ended) == ["push", "lose"]


@BOTH
def test_split_aces_settle_each_for_itself(rules):
    """A11: one card each, and bust, push and win are told apart."""
    ended = play(rules, "9C AS AH 8D 7D 0D", "split")
    assert outcomes(ended) == ["push", "lose"]
    assert change(ended) == -1000


@BOTH
def test_split_aces_with_tens_are_no_blackjacks(rules):
    ended = play(rules, "9C AS AH KD 0D 0H", "split")
    assert outcomes(ended) == ["win", "win"]
    assert change(ended) == 2000


@BOTH
def test_split_stakes_are_both_taken(rules):
    """A30."""
    ended = play(rules, "9C 8S 8H 0D 0H 0S", "split stand stand")
    assert money(ended) == [(LineKind.BET, -1000), (LineKind.SPLIT, -1000)]
    assert outcomes(ended) == ["lose", "lose"]


def test_doubled_split_hand_settles_with_its_own_stake():
    ended = play(SIX_DECK, "7C 5S 5H 6D 9D 0H 0D", "split double stand")
    assert [one.stake for one in ended.box(1).hands] == [2000, 1000]
    assert [one.returned for one in ended.box(1).hands] == [4000, 0]


@BOTH
def test_dealers_blackjack_takes_split_bets_and_leaves_player_blackjacks(rules):
    """European: bets laid during play are lost too (rules.md 5.6)."""
    ended = play(rules, "KC 8S 8H AS QH 2D 3D AD", "split stand stand", bets={1: TEN, 2: TEN})
    assert outcomes(ended) == ["lose", "lose", "push"]
    assert change(ended) == -2000


# --- surrender


@pytest.mark.parametrize(
    "second", [pytest.param("AD", id="dealer's blackjack"), pytest.param("9D", id="any other")]
)
def test_early_surrender_keeps_half_even_if_the_ten_becomes_blackjack(second):
    ended = play(SIX_DECK, f"KC 0S 6H 0D 9H {second}", "surrender stand", bets={1: TEN, 2: TEN})
    assert hand(ended, 1).returned == 500
    assert hand(ended, 1).outcome == "surrender"
    assert len(ended.dealer) == 2


# --- insurance


@BOTH
@pytest.mark.parametrize(
    ("cards", "actions", "staked", "insurance", "delta"),
    [
        pytest.param("AC 0S 9H KD", "insure stand", 1500, 1500, 0, id="A24 A25 pays 2 to 1"),
        pytest.param("AC 0S 9H 7D", "insure stand", 1500, 0, 500, id="lost beside a win"),
        pytest.param("AC 0S 7H 8D", "insure stand", 1500, 0, -1500, id="lost beside a loss"),
        pytest.param("AC 0S 6H 9D KD", "insure hit", 1500, 1500, 0, id="A10 lives on after bust"),
        pytest.param("AC 0S 6H 9D 2D", "insure hit", 1500, 0, -1500, id="A10 lost after bust"),
        pytest.param("AC 5S 6H 9D KD", "insure double", 2500, 1500, -1000, id="with a double"),
        pytest.param("AC 0S 9H 4D 6D", "insure stand", 1500, 0, -1500, id="three-card 21 is none"),
        pytest.param(
            "AC 8S 8H 0H 0D KD", "insure split stand stand", 3000, 3000, 0, id="on both hands"
        ),
        pytest.param(
            "AC 8S 8H 0H 0D 7D", "insure split stand stand", 3000, 0, -1000, id="lost on both hands"
        ),
    ],
)
def test_insurance(rules, cards, actions, staked, insurance, delta):
    ended = play(rules, cards, actions)
    assert ended.finished
    assert ended.staked == staked
    assert ended.box(1).insurance_returned == insurance
    assert change(ended) == delta


@BOTH
def test_insurance_is_paid_to_the_boxes_that_took_it(rules):
    ended = play(rules, "AC 0S 9H 0D 9D KD", "insure stand stand", bets={1: TEN, 3: 400})
    assert [box.insurance_returned for box in ended.boxes] == [1500, 0]


# --- lines of money


@BOTH
def test_each_movement_is_a_line_of_its_own(rules):
    """A25: the insurance never hides in the main bet."""
    ended = play(rules, "AC 8S 8H 0H 0D KD", "insure split stand stand")
    assert money(ended) == [
        (LineKind.BET, -1000),
        (LineKind.INSURANCE, -500),
        (LineKind.SPLIT, -1000),
        (LineKind.INSURANCE, -500),
        (LineKind.INSURANCE_PAYOUT, 3000),
    ]


@BOTH
def test_lost_bet_is_one_line(rules):
    """B1."""
    assert money(play(rules, "9C 0S 7H 9D", "stand")) == [(LineKind.BET, -1000)]


@BOTH
def test_push_is_one_credit_of_the_stake(rules):
    """A22."""
    ended = play(rules, "9C 0S 8H 9D", "stand")
    assert money(ended) == [(LineKind.BET, -1000), (LineKind.PAYOUT, 1000)]


def test_lines_name_box_and_hand():
    ended = play(
        SIX_DECK,
        "0C 0S 6H 5S 5H 9S 9H 6D 0D 0H 8H",
        "surrender split double stand stand",
        bets={1: 100, 2: 200, 3: 300},
    )
    assert ended.lines == (
        ("bet", 1, 1, -100),
        ("bet", 2, 1, -200),
        ("bet", 3, 1, -300),
        ("surrender", 1, 1, 50),
        ("split", 2, 2, -200),
        ("double", 2, 1, -200),
        ("payout", 2, 1, 800),
        ("payout", 3, 1, 300),
    )
    assert (ended.staked, ended.returned) == (1000, 1150)
