"""Bingo sessions at the table: laid with a deal, counted, left, carried on (rules.md section 8)."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.kinds import Kind
from accounts.ledger import InsufficientFunds
from blackjack import services as tables
from blackjack.engine.bingo import Combination
from blackjack.engine.cards import decks
from blackjack.engine.rules import BINGO
from blackjack.exceptions import (
    NoSession,
    WouldLeave,
)
from blackjack.models import Shoe
from blackjack.transcript import replay
from tests.blackjack.bingo.rounds import BUST, ROUND, on_bingo, play
from tests.tables import UNIT, Seat, everything, give

pytestmark = pytest.mark.django_db


# --- A session's life ---------------------------------------------------------------------------


def test_the_round_of_the_bet_is_the_first_to_count(seat):
    play(seat, 17)
    (session,) = seat.sessions
    assert (session.box, session.stake, session.lit, session.rounds) == (1, 500, [17], 1)
    assert seat.lines == [(Kind.BET, -1000), (Kind.BINGO, -500), (Kind.PAYOUT, 2000)]
    assert seat.round.bingo == {"1": 500}


@pytest.mark.parametrize(
    ("totals", "combination", "to_one"),
    [
        ((19, 17, 21, 20, 18), Combination.JACKPOT, 60),
        ((17, 17, 18, 19, 20, 21), Combination.FULL_HOUSE, 10),
    ],
)
def test_a_full_card_is_paid_at_once(seat, totals, combination, to_one):
    play(seat, *totals)
    (session,) = seat.sessions
    assert (session.combination, session.returned) == (combination, 500 * (to_one + 1))
    assert session.ended_at == seat.round.ended_at
    assert seat.lines[-1] == (Kind.BINGO_PAYOUT, 500 * (to_one + 1))
    with pytest.raises(NoSession):
        seat.leave(1)


def test_the_dealers_bust_takes_the_stake_and_clears_the_card(seat):
    play(seat, 17, 18, 19, 20, BUST)
    (session,) = seat.sessions
    assert (session.combination, session.returned, session.lit) == (Combination.NONE, 0, [])
    assert on_bingo(seat) == [(Kind.BINGO, -500)]


@pytest.mark.parametrize(
    ("totals", "combination", "returned"),
    [
        ((17, 20), Combination.NONE, 0),
        ((17, 20, 21), Combination.THREE, 1000),
        ((17, 20, 21, 18), Combination.FOUR, 2000),
    ],
)
def test_leaving_pays_three_and_four_numbers(seat, totals, combination, returned):
    play(seat, *totals)
    state = seat.leave(1)
    (session,) = seat.sessions
    assert (session.combination, session.returned) == (combination, returned)
    paid = [(Kind.BINGO_PAYOUT, returned)] if returned else []
    assert on_bingo(seat) == [(Kind.BINGO, -500), *paid]
    assert state.places == [session]
    assert seat.shoe.left == [1]


def test_a_place_left_may_be_bet_on_anew(seat):
    seat.plant(f"{ROUND[17]} {ROUND[18]}")
    seat.deal(10, bingo={1: 5})
    seat.act("stand")
    seat.leave(1)
    seat.deal(10, bingo={1: 10})
    seat.act("stand")
    first, second = seat.sessions
    assert (first.lit, second.lit, second.stake) == ([17], [18], 1000)
    assert (seat.round.leave, seat.shoe.left) == ([1], [])


def test_a_surrendered_or_lost_main_bet_ends_no_session(seat):
    seat.plant("0S 6H 0D 7C 0S 6H 0D 9C")
    seat.deal(10, bingo={1: 5})
    seat.act("surrender")
    seat.deal(10)
    seat.act("stand")
    (session,) = seat.sessions
    assert (session.ended_at, session.lit) == (None, [17, 19])


def test_the_main_bet_may_become_smaller_than_the_bingo_bet(seat):
    seat.plant(f"{ROUND[17]} {ROUND[18]}")
    seat.deal(20, bingo={1: 20})
    seat.act("stand")
    seat.deal(5)
    seat.act("stand")
    assert seat.sessions[0].lit == [17, 18]


def test_leaving_the_table_leaves_every_place(seat):
    seat.plant("0S 9H 0S 8H 7D 0C")
    seat.deal(10, 10, bingo={1: 5, 2: 10})
    seat.act("stand stand")
    seat.leave()
    assert [session.ended_at is not None for session in seat.sessions] == [True, True]
    assert seat.shoe.left == [1, 2]
    with pytest.raises(NoSession):
        seat.leave()


# --- Sessions and shoes -------------------------------------------------------------------------

HOLE = {17: "7", 18: "8", 19: "9", 20: "Q"}
BOXES = 5


def long_shoe(*totals: int) -> str:
    """A shoe of rounds on five boxes that all stand, with these totals of the dealer."""
    rest = Counter(decks(BINGO.decks))
    dealers = []
    for total in totals:
        dealers.append([_take(rest, "K"), _take(rest, HOLE[total])])
    rounds = []
    for dealer in dealers:
        rounds += [*(_take(rest, *"23456") for _ in range(2 * BOXES)), *dealer]
    return " ".join(rounds)


def _take(rest: Counter[str], *ranks: str) -> str:
    card = next(card for card, left in rest.items() if left and card[0] in ranks)
    rest[card] -= 1
    return card


@pytest.fixture
def carried(seat: Seat) -> Seat:
    """A session with three numbers, when its shoe may be closed."""
    seat.plant(long_shoe(17, 17, 17, 17, 17, 17, 17, 19, 18, 17))
    for number in range(10):
        seat.deal(5, 5, 5, 5, 5, bingo={1: 5} if number == 7 else {})
        seat.act("stand stand stand stand stand")
    return seat


THREE = {"1": {"stake": 500, "lit": [17, 18, 19], "rounds": 3}}


def close_shoe(seat: Seat) -> Shoe:
    """End the shoe, and return it."""
    ended = seat.shoe
    tables.change_shoe(**seat.names, version=seat.version, early=True)
    return ended


def transcript(tab: Client, shoe: Shoe) -> Any:
    number = shoe.rounds.order_by("pk").values_list("pk", flat=True)[0]
    return tab.get(reverse("fairplay:transcript", args=[number])).json()


def test_a_session_goes_on_with_the_next_shoe(carried, tab):
    old = close_shoe(carried)
    assert carried.shoe.bingo_before == THREE
    result = replay(transcript(tab, old))
    assert (result["bingo"], result["bingo_paid"]) == (THREE, [])
    carried.plant(ROUND[20])
    carried.deal(5)
    carried.act("stand")
    assert (carried.sessions[0].lit, carried.sessions[0].rounds) == ([17, 18, 19, 20], 4)


def test_a_session_is_carried_in_and_left_before_the_first_deal(carried, tab):
    close_shoe(carried)
    carried.leave(1)
    assert on_bingo(carried)[-1] == (Kind.BINGO_PAYOUT, 1000)
    carried.plant(long_shoe(*[17] * 10))
    for _ in range(10):
        carried.deal(5, 5, 5, 5, 5)
        carried.act("stand stand stand stand stand")
    text = transcript(tab, close_shoe(carried))
    assert (text["bingo_before"], text["rounds"][0]["leave"]) == (THREE, [1])
    (paid,) = replay(text)["bingo_paid"]
    assert (paid["after_round"], paid["combination"], paid["returned"]) == (0, "three", 1000)


def test_a_place_left_after_the_last_round_stands_at_the_top_of_the_transcript(carried, tab):
    carried.leave(1)
    text = transcript(tab, close_shoe(carried))
    assert text["leave"] == [1]
    (paid,) = replay(text)["bingo_paid"]
    assert (paid["after_round"], paid["returned"]) == (10, 1000)


# --- The deal that leaves -----------------------------------------------------------------------


def test_a_deal_that_would_leave_a_place_asks_first(three):
    before = everything()
    for leaving in (frozenset(), frozenset({2})):
        with pytest.raises(WouldLeave) as asked:
            three.deal(0, 10, leaving=leaving)
        assert asked.value.boxes == {1: 1000}
    assert everything() == before
    three.deal(0, 10, leaving=frozenset({1}))
    (session,) = three.sessions
    assert (session.returned, session.after_round) == (1000, 3)
    assert three.round.leave == [], "the missing bet says it"
    assert three.lines[-2:] == [(Kind.BINGO_PAYOUT, 1000), (Kind.BET, -1000)]


def test_the_payout_is_there_for_the_deal_that_leaves(three):
    give(three.player, -(three.balance // UNIT))
    three.deal(0, 10, leaving=frozenset({1}))
    assert three.balance == 0


def test_a_word_for_a_place_that_is_not_left_does_nothing(three):
    three.deal(10, leaving=frozenset({1}))
    assert three.sessions[0].ended_at is None


def test_no_stake_is_paid_with_what_its_own_round_wins(seat):
    seat.plant("AS KH 9C 7D")  # a blackjack is settled in the round of its deal, after the dealer
    give(seat.player, 10 - 1000)
    with pytest.raises(InsufficientFunds):
        seat.deal(10, bingo={1: 5})
    assert (seat.balance, seat.sessions) == (1000, [])
