"""Bingo and ten days: places without a round are left, and sessions go with their last shoe."""

from datetime import timedelta

import pytest

from accounts.registry import games
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Settlement, Shoe
from tests.blackjack.bingo.rounds import ROUND, on_bingo, play
from tests.blackjack.expiry.conftest import START, TEN_DAYS
from tests.tables import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def seat(seat: Seat) -> Seat:
    return seat.at(Variant.BINGO)


@pytest.mark.parametrize(
    ("totals", "combination", "paid"),
    [((17, 18), "none", 0), ((17, 18, 19), "three", 10_00), ((17, 18, 19, 20), "four", 20_00)],
)
def test_a_place_without_a_round_for_ten_days_is_left_by_the_house(
    seat, later, totals, combination, paid
):
    play(seat, *totals)
    later(9, hours=23, minutes=59, seconds=59)
    assert seat.sessions[0].ended_at is None
    later(0, seconds=1)
    (session,) = seat.sessions
    assert (session.combination, session.returned) == (combination, paid)
    assert session.ended_at == START + TEN_DAYS
    assert on_bingo(seat)[1:] == ([("bingo_payout", paid)] if paid else [])
    note = Settlement.objects.get()
    assert (note.box, note.number, note.staked, note.returned) == (1, session.pk, 5_00, paid)


def test_a_session_goes_on_while_there_are_rounds_and_with_the_next_shoe(seat, later):
    seat.plant(" ".join(ROUND[total] for total in (17, 18)))
    seat.deal(10, bingo={1: 5})
    seat.act("stand")
    first = seat.shoe
    later(6)
    seat.deal()
    seat.act("stand")
    later(4)
    session = seat.sessions[0]
    assert seat.shoe != first
    assert seat.shoe.bingo_before == {"1": session.carried}
    assert seat.sessions[0].ended_at is None
    later(5, hours=23)
    assert seat.sessions[0].ended_at is None
    later(0, hours=1)
    assert seat.sessions[0].ended_at == START + timedelta(days=16)
    assert seat.shoe.left == [1]


def test_a_session_is_deleted_with_the_shoe_in_which_it_ended(seat, later):
    play(seat, 17, 18, 19)
    later(10)
    later(9, hours=23)
    assert BingoSession.objects.count() == 1
    later(0, hours=1)
    assert not BingoSession.objects.exists()
    assert not Round.objects.exists()
    assert Shoe.objects.get() == seat.shoe


def test_a_running_session_outlives_the_rounds_that_made_it(seat, later):
    """What it has come to stays though the first shoe is deleted."""
    seat.plant(" ".join(ROUND[total] for total in (17, 17)))
    seat.deal(10, bingo={1: 5})
    seat.act("stand")
    later(9)
    seat.deal(10)
    seat.act("stand")
    later(1)
    seat.plant(" ".join(ROUND[total] for total in (17, 18, 19)))
    for days in (0, 4, 4):
        later(days)
        seat.deal(10)
        seat.act("stand")
    later(4)
    assert Round.objects.earliest("pk").dealt_at == START + timedelta(days=10)
    (session,) = seat.sessions
    assert (session.lit, session.rounds, session.ended_at) == ([17, 18, 19], 5, None)


def test_the_house_ends_the_round_then_counts_it_then_leaves_the_place(seat, later):
    seat.plant(" ".join(ROUND[total] for total in (17, 18, 19)))
    for bingo in ({1: 5}, {}):
        seat.deal(10, bingo=bingo)
        seat.act("stand")
    seat.deal(10)
    later(10)
    (session,) = seat.sessions
    assert (session.lit, session.combination, session.returned) == ([17, 18, 19], "three", 10_00)
    assert seat.round.house_from == 0
    assert {note.box for note in Settlement.objects.all()} == {None, 1}


def test_a_bet_that_the_house_took_back_within_its_round_goes_after_that_round(seat, later):
    seat.plant("0S 9H 9D 0C " * 2)
    seat.deal(10, bingo={1: 5})
    games().playing_stopped(seat.player.pk)
    seat.act("stand")
    assert seat.sessions[0].shoe is None
    later(10)
    assert BingoSession.objects.count() == 1
    later(10)
    assert not BingoSession.objects.exists()
    assert not Round.objects.exists()


def test_another_place_left_earlier_on_the_same_box_is_not_told_of(seat, later):
    """The deal that left it opened a new one on the same box."""
    seat.plant(" ".join(ROUND[total] for total in (17, 18, 19)))
    seat.deal(10, bingo={1: 5})
    seat.act("stand")
    seat.leave(1)
    seat.deal(10, bingo={1: 6})
    later(10)
    first, second = seat.sessions
    assert first.ended_at == START
    assert {note.number for note in Settlement.objects.filter(box=1)} == {second.pk}
