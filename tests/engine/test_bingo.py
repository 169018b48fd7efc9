"""The bingo side bet (rules.md section 8): a session is what the dealer's totals made of it."""

from dataclasses import FrozenInstanceError, replace
from itertools import combinations, permutations

import pytest

from blackjack.engine import bingo
from blackjack.engine.bingo import Combination, Ended, Session
from blackjack.engine.errors import BadBet
from blackjack.engine.rules import BINGO
from tests.engine.deals import TEN, play
from tests.engine.test_dealer import RANKS, finals

STAKE = 300


def after(*totals, session=None):
    """The session after rounds that ended with these totals of the dealer."""
    found = Session(STAKE) if session is None else session
    for total in totals:
        assert isinstance(found, Session)
        found = bingo.after_round(found, total)
    return found


# --- the cells


@pytest.mark.parametrize("total", [17, 18, 19, 20, 21])
def test_cell_of_the_dealers_total_lights(total):
    assert after(total) == Session(STAKE, frozenset({total}), 1)


def test_a_total_that_is_lit_counts_as_a_round_and_nothing_more():
    assert after(17, 17, 20) == Session(STAKE, frozenset({17, 20}), 3)


@pytest.mark.parametrize("total", [22, 23, 26])
@pytest.mark.parametrize("before", [(), (17,), (17, 18, 19, 20)])
def test_dealers_bust_takes_the_stake(total, before):
    assert after(*before, total) == Ended(STAKE, Combination.NONE, 0)


@pytest.mark.parametrize(
    ("cards", "actions", "cell"),
    [
        pytest.param("0S 9H AC KD", "decline", 21, id="blackjack under an ace"),
        pytest.param("0S 9H KC AD", "", 21, id="blackjack under a ten"),
        pytest.param("0S 9H AC 6D", "decline stand", 17, id="soft 17"),
        pytest.param("0S 6H 8C 0D KS", "hit", 18, id="the main bet is bust"),
        pytest.param("0S 6H 8C AD", "surrender", 19, id="the main bet is surrendered"),
        pytest.param("AS KH 9C AD", "", 20, id="a player's blackjack"),
    ],
)
def test_every_round_has_a_total_of_the_dealer(cards, actions, cell):
    dealer = play(BINGO, cards, actions).dealer
    points = sum({"A": 11, "K": 10, "0": 10}.get(card[0], 0) or int(card[0]) for card in dealer)
    assert points == cell
    assert after(points).lit == {cell}


# --- the combinations


@pytest.mark.parametrize("order", list(permutations(range(17, 22))))
def test_jackpot_is_all_five_in_the_first_five_rounds(order):
    assert after(*order) == Ended(STAKE, Combination.JACKPOT, 61 * STAKE)


@pytest.mark.parametrize("again", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("repeats", [1, 2, 7])
def test_all_five_later_are_a_full_house_at_once(again, repeats):
    totals = [17, 18, 19, 20]
    totals[again:again] = [totals[min(again, 3)]] * repeats
    ended = after(*totals, 21)
    assert ended == Ended(STAKE, Combination.FULL_HOUSE, 11 * STAKE)


def test_five_rounds_with_four_numbers_leave_the_jackpot_behind():
    running = after(17, 18, 19, 20, 20)
    assert running == Session(STAKE, frozenset({17, 18, 19, 20}), 5)
    assert bingo.after_round(running, 21).combination is Combination.FULL_HOUSE


def test_jackpot_counts_the_rounds_of_the_session_over_shoes():
    carried = Session(STAKE, frozenset({17, 18, 19, 21}), 4)
    assert bingo.after_round(carried, 20).combination is Combination.JACKPOT
    slow = replace(carried, rounds=5)
    assert bingo.after_round(slow, 20).combination is Combination.FULL_HOUSE


@pytest.mark.parametrize("lit", [(17, 18, 20), (19, 20, 21), (17, 18, 19, 21)])
def test_three_and_four_numbers_are_not_paid_while_the_session_runs(lit):
    assert isinstance(after(*lit), Session)


# --- leaving, and the house

LEFT = [
    pytest.param((), Combination.NONE, 0, id="nothing lit"),
    pytest.param((17,), Combination.NONE, 0, id="one lit"),
    pytest.param((17, 17, 17, 17), Combination.NONE, 0, id="one lit four times"),
    pytest.param((17, 20), Combination.NONE, 0, id="two lit"),
    pytest.param((17, 20, 21), Combination.THREE, 2, id="three lit: 1 to 1"),
    pytest.param((17, 20, 21, 21), Combination.THREE, 2, id="three lit, one twice"),
    pytest.param((17, 20, 21, 18), Combination.FOUR, 4, id="four lit: 3 to 1"),
    pytest.param((18, 19, 20, 21, 18), Combination.FOUR, 4, id="four lit after five rounds"),
]


@pytest.mark.parametrize(("totals", "combination", "times"), LEFT)
def test_leaving_pays_the_combination_or_loses_the_stake(totals, combination, times):
    running = after(*totals)
    assert running.combination is combination
    assert bingo.left(running) == Ended(STAKE, combination, times * STAKE)


@pytest.mark.parametrize("stake", [100, 700, 20000, 2**62 // 100 * 100])
def test_every_payout_is_whole_units(stake):
    running = Session(stake, frozenset({17, 18, 19}), 3)
    assert bingo.left(running).returned == 2 * stake


# --- the pay table

TO_ONE = {
    Combination.JACKPOT: 60,
    Combination.FULL_HOUSE: 10,
    Combination.FOUR: 3,
    Combination.THREE: 1,
}


def test_pay_table_is_the_rule_books():
    assert bingo.PAY_TABLES[bingo.NEWEST_PAY_TABLE] == TO_ONE
    assert all(set(table) == set(TO_ONE) for table in bingo.PAY_TABLES.values())
    assert Session(100).pay_table == bingo.NEWEST_PAY_TABLE


def test_a_session_keeps_the_table_it_was_opened_under():
    """Data, not code: a further version is a further row, and old sessions keep theirs."""
    later = Session(100, frozenset({17, 18, 19}), 3, pay_table=2)
    assert bingo.after_round(later, 17).pay_table == 2
    with pytest.raises(KeyError):
        bingo.left(later)  # there is no second table yet: the first does not stand in for it


def test_a_session_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Session(100).stake = 200


# --- what may be laid


def laid(bets, main=None, running=()):
    sessions = dict.fromkeys(running, Session(100))
    bingo.require_bets(bets, {1: TEN, 2: 500} if main is None else main, sessions)


@pytest.mark.parametrize("bets", [{}, {1: 100}, {1: TEN}, {1: TEN, 2: 500}, {2: 100}])
def test_bingo_bet_is_whole_units_up_to_the_main_bet(bets):
    laid(bets)


@pytest.mark.parametrize("amount", [0, -100, 1, 50, 150, 99, -50])
def test_bingo_bet_that_is_no_whole_units_is_refused(amount):
    with pytest.raises(BadBet) as refused:
        laid({2: amount})
    assert (refused.value.box, refused.value.amount) == (2, amount)


@pytest.mark.parametrize(
    ("bets", "running", "box"),
    [
        pytest.param({2: 600}, (), 2, id="above the main bet"),
        pytest.param({1: 100, 3: 100}, (), 3, id="without a main bet"),
        pytest.param({6: 100}, (), 6, id="on no box of the table"),
        pytest.param({1: 100}, (1,), 1, id="on a running session"),
        pytest.param({2: 100, 1: 100}, (1, 4), 1, id="one of two on a running session"),
    ],
)
def test_bingo_bet_that_may_not_be_laid_is_refused_with_its_box(bets, running, box):
    with pytest.raises(BadBet) as refused:
        laid(bets, running=running)
    assert refused.value.box == box


def test_a_session_on_another_box_is_no_hindrance():
    laid({1: 100}, running=(2,))


# --- the return of the bet


@pytest.fixture(scope="module")
def chances():
    """Of the dealer's totals from a fresh shoe."""
    found = dict.fromkeys([*bingo.CELLS, 22], 0.0)
    deck = dict.fromkeys(RANKS, 4 * BINGO.decks) | {"0": 16 * BINGO.decks}
    for rank, number in deck.items():
        left = {**deck, rank: number - 1}
        for total, chance in finals(BINGO, (rank + "S",), left, number / BINGO.cards):
            cell = {"blackjack": 21, "bust": 22}.get(total) or int(total)
            found[cell] += chance
    return found


def worth(session, chances):
    """The return of a session with the best leaving decisions, by what the engine pays."""
    if isinstance(session, Ended):
        return session.returned
    return max(bingo.left(session).returned, playing_on(session, chances))


def playing_on(session, chances):
    jackpot_lost = session.rounds > len(session.lit)
    changed = {} if jackpot_lost else {lit: replace(session, rounds=6) for lit in session.lit}
    gained, waiting = 0.0, 0.0
    for total, chance in chances.items():
        if total not in session.lit:
            gained += chance * worth(bingo.after_round(session, total), chances)
        elif total in changed:
            gained += chance * worth(changed[total], chances)
        else:
            waiting += chance  # nothing changes: the same decision again
    return gained / (1 - waiting)


def test_return_with_the_best_decisions_is_what_the_rule_book_says(chances):
    assert sum(chances.values()) == pytest.approx(1)
    assert worth(Session(10000), chances) == pytest.approx(9337, abs=0.5)


@pytest.mark.parametrize("number", range(5))
def test_best_decisions_are_those_of_the_rule_book(chances, number):
    for lit in map(frozenset, combinations(bingo.CELLS, number)):
        no_repeat = Session(10000, lit, number)
        assert bingo.left(no_repeat).returned < playing_on(no_repeat, chances)
        repeated = Session(10000, lit, number + 1)
        leave = bingo.left(repeated).returned > playing_on(repeated, chances)
        if number == 3:
            assert leave is (20 in lit and lit != {19, 20, 21})
        else:
            assert leave is (number == 4 and 20 in lit)
