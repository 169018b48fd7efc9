"""What bingo refuses, and when the house ends its sessions (rules.md section 8)."""

import pytest

from accounts import services
from accounts.kinds import Kind
from accounts.models import BetLimit, Currency, Tier
from accounts.registry import games
from blackjack import services as tables
from blackjack.engine.errors import BadBet, BadBingo
from blackjack.engine.refusals import BingoRefusal
from blackjack.engine.rules import Variant
from blackjack.exceptions import (
    BingoBelowLimit,
    NoSession,
    RoundUnfinished,
    StaleTable,
)
from tests.blackjack.bingo.rounds import ROUND, on_bingo, play
from tests.blackjack.test_kept_shoe import play_to_the_end
from tests.limits import set_limit, take_away
from tests.tables import PLAYED, Seat, everything

pytestmark = pytest.mark.django_db


# --- Bets that are refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "bingo", "reason"),
    [
        ((10,), {2: 5}, BingoRefusal.NO_MAIN_BET),
        ((10,), {1: 11}, BingoRefusal.ABOVE_MAIN_BET),
        ((10, 10), {1: 5, 2: 20}, BingoRefusal.ABOVE_MAIN_BET),
    ],
)
def test_bingo_bet_needs_a_main_bet_as_large(seat, bets, bingo, reason):
    seat.open()
    before = everything()
    with pytest.raises(BadBingo) as refused:
        seat.deal(*bets, bingo=bingo)
    assert refused.value.refusal is reason
    assert everything() == before


def test_no_second_bet_on_a_running_session(three):
    before = everything()
    with pytest.raises(BadBingo) as refused:
        three.deal(10, bingo={1: 5})
    assert refused.value.refusal is BingoRefusal.SESSION_RUNNING
    assert everything() == before


def test_bingo_bet_is_at_least_the_tiers_smallest(seat):
    seat.open()
    with pytest.raises(BingoBelowLimit):
        seat.deal(10, bingo={1: 4})
    with pytest.raises(BadBet):
        seat.deal(10, bingo={1: 0})


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.CLASSIC])
def test_other_games_have_no_bingo(seat, variant):
    other = seat.at(variant)
    other.open()
    with pytest.raises(BadBingo):
        other.deal(10, bingo={1: 5})


# --- Leaving that is refused --------------------------------------------------------------------


def test_no_place_is_left_within_a_round(three):
    three.deal(10)
    before = everything()
    for box in (1, None):
        with pytest.raises(RoundUnfinished):
            three.leave(box)
    assert everything() == before
    play_to_the_end(three)


def test_no_place_is_left_twice_or_from_an_old_page(three):
    version = three.version
    three.leave(1)
    with pytest.raises(StaleTable):
        three.leave(1, version=version)
    for box in (1, 2, None):
        with pytest.raises(NoSession):
            three.leave(box)


def test_repeating_bets_lays_main_bets_only(three):
    three.deal(10, 20, bingo={2: 5})
    play_to_the_end(three)
    assert tables.previous_bets(**three.names) == {1: 1000, 2: 2000}


def test_running_sessions_are_in_play(three):
    assert games().stakes_in_play(three.player.pk, Currency.RUR) == 500


# --- The house ends sessions --------------------------------------------------------------------


def test_blocked_player_is_paid_his_combination(three):
    three.player.is_active = False
    services.store_player(three.player)
    (session,) = three.sessions
    assert (session.combination, session.returned, session.refunded) == ("three", 1000, False)
    assert three.shoe.left == [1]


def test_stake_without_a_combination_comes_back(seat):
    play(seat, 17)
    games().playing_stopped(seat.player.pk)
    (session,) = seat.sessions
    assert (session.combination, session.returned, session.refunded) == ("none", 0, True)
    assert on_bingo(seat)[-1] == (Kind.BINGO_REFUND, 500)
    assert games().stakes_in_play(seat.player.pk, Currency.RUR) == 0


def test_lines_of_a_closed_table_go_by_box_whatever_they_bring(seat):
    seat.plant(f"{ROUND[17]} {ROUND[18]} 0S 9H 0S 8H 0D 0C")
    for bingo in ({2: 5}, {}):
        seat.deal(0, 10, bingo=bingo)
        seat.act("stand")
    seat.deal(10, 10, bingo={1: 5})
    seat.act("stand stand")
    games().playing_stopped(seat.player.pk)
    assert on_bingo(seat)[-2:] == [(Kind.BINGO_REFUND, 500), (Kind.BINGO_PAYOUT, 1000)]


def test_sessions_end_within_an_open_round_which_is_finished_without_them(seat):
    seat.plant(f"{ROUND[17]} {ROUND[18]} {ROUND[19]} 0S 9H 0S 8H 0D 0C")
    for bingo in ({1: 5}, {}, {}):
        seat.deal(10, bingo=bingo)
        seat.act("stand")
    version = seat.version
    seat.deal(10, 10, bingo={2: 5})
    games().playing_stopped(seat.player.pk)
    assert seat.version > version + 1, "pages that show the sessions are old"
    first, second = seat.sessions
    assert (first.returned, second.refunded) == (1000, True)
    assert (seat.round.leave, seat.round.bingo) == ([1], {})
    seat.act("stand stand")
    assert [session.rounds for session in seat.sessions] == [3, 0]


def test_game_without_a_limit_ends_its_sessions_and_no_other(three, stranger):
    other = Seat(three.player, Variant.BINGO, Currency.FUN.value)
    play(other, 17)
    take_away(BetLimit.objects.get(variant="bingo", tier="LITE", currency="RUR"))
    assert three.sessions[0].returned == 1000
    assert other.sessions[0].ended_at is None


@pytest.mark.parametrize(("minimum", "ends"), [(5, False), (4, False), (6, True)])
def test_raised_limit_ends_the_sessions_of_its_tier(three, minimum, ends):
    set_limit("bingo", minimum)
    assert (three.sessions[0].ended_at is not None) is ends


@pytest.mark.parametrize(("tier", "ends"), [(Tier.VIP, True), (Tier.LITE, False)])
def test_tier_with_higher_smallest_bets_ends_them(three, tier, ends):
    three.player.tier = tier.value
    services.store_player(three.player)
    assert (three.sessions[0].ended_at is not None) is ends


def test_tables_without_a_session_stay_as_they_are(three):
    others = [three.at(variant) for variant in PLAYED if variant is not Variant.BINGO]
    others.append(three.at(Variant.BINGO, Currency.FUN.value))
    for other in others:
        other.open()
    games().playing_stopped(three.player.pk)
    assert [other.version for other in others] == [0, 0, 0, 0]


def test_house_closes_each_session_once(three):
    assert tables.close_sessions(player_id=three.player.pk) == 1
    assert tables.close_sessions(player_id=three.player.pk) == 0
