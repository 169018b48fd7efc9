"""Bingo where two things meet: a deal that ends at once, a change of shoe, money for one of two."""

import json
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts import services
from accounts.ledger import InsufficientFunds
from accounts.models import BetLimit, Tier
from blackjack import services as tables
from blackjack.engine.rules import Variant
from tests.blackjack.bingo.rounds import ROUND, on_bingo, play
from tests.blackjack.bingo.test_sessions import carried, close_shoe, transcript
from tests.limits import take_away
from tests.tables import UNIT, at_once, clients, everything, give

__all__ = ["carried"]

pytestmark = pytest.mark.django_db

FULL_CARD = [
    "AS KS AS KS AH KH AH KH AD KD 7D KD",
    "AS QS AS QS AH QH AH QH AD QD 8D QD",
    "AS JS AS JS AH JH AH JH AD JD 9D JD",
    "AC 0S AC 0S AC 0H AC 0H AC 0D 0C 0D",
    "0S QC 0S QC 0H QC 0H QC 0C 0C 5D JC 6D",
]
"""Rounds on five boxes, over at the deal but for the last, with 17, 18, 19, 20 and 21."""


def test_session_is_opened_and_lit_by_a_blackjack_of_the_dealer_at_the_deal(seat):
    seat.plant("0S 9H KD AC")
    seat.deal(10, bingo={1: 5})
    (session,) = seat.sessions
    assert (session.lit, session.rounds, session.ended_at) == ([21], 1, None)
    assert seat.round.ended_at is not None


def test_session_is_opened_and_lost_in_a_round_that_is_over_at_the_deal(seat):
    seat.plant("AS KH 6D 0C KC")
    seat.deal(10, bingo={1: 5})
    (session,) = seat.sessions
    assert (session.combination, session.rounds, session.after_round) == ("none", 1, 1)
    assert seat.lines == [("bet", -1000), ("bingo", -500), ("payout", 2500)]


def test_five_boxes_win_the_jackpot_each(seat):
    seat.plant(" ".join(FULL_CARD))
    boxes = range(1, 6)
    for number in range(5):
        seat.deal(10, 10, 10, 10, 10, bingo=dict.fromkeys(boxes, 5) if number == 0 else {})
    seat.act("stand stand stand stand stand")
    assert Counter(one.combination for one in seat.sessions) == {"jackpot": 5}
    assert on_bingo(seat)[5:] == [("bingo_payout", 500 * 61)] * 5


def test_jackpot_in_round_five_with_a_change_of_shoe_in_between(carried, tab):
    old = close_shoe(carried)
    new = carried.plant(f"{ROUND[20]} {ROUND[21]}")
    for _ in range(2):
        carried.deal(5)
        carried.act("stand")
    (session,) = carried.sessions
    assert (session.combination, session.rounds) == ("jackpot", 5)
    assert (session.shoe, session.after_round) == (new, 2)
    assert transcript(tab, old)["rounds"][-3]["bingo"] == {"1": 500}


def test_command_replays_shoes_that_hand_sessions_on_and_the_books_agree(carried, tab, tmp_path):
    file, out = tmp_path / "shoe.json", StringIO()
    file.write_text(json.dumps(transcript(tab, close_shoe(carried))), encoding="utf-8")
    call_command("replay", str(file), stdout=out)
    result = json.loads(out.getvalue())
    assert (result["ok"], result["signatures"]["match"]) == (True, True)
    assert result["bingo"] == carried.shoe.bingo_before
    call_command("verify_ledger", stdout=out)


@pytest.mark.parametrize(
    ("units", "main", "bingo", "paid"),
    [
        (15, 10, 5, True),
        (14, 10, 5, False),
        (10, 10, 5, False),
        (9, 10, 5, False),
    ],
)
def test_main_bet_and_bingo_bet_are_paid_together_or_not_at_all(seat, units, main, bingo, paid):
    seat.plant(ROUND[17])
    give(seat.player, units - 1000)
    before = everything()
    if paid:
        seat.deal(main, bingo={1: bingo})
        assert seat.balance == (units - main - bingo) * UNIT
        return
    with pytest.raises(InsufficientFunds):
        seat.deal(main, bingo={1: bingo})
    assert everything() == before


def test_places_stay_when_the_deal_that_would_leave_them_is_not_paid(three):
    give(three.player, -(three.balance // UNIT))
    before = everything()
    with pytest.raises(InsufficientFunds):
        three.deal(0, 11, leaving=frozenset({1}))
    assert everything() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_leaving_dealing_and_closing_at_once_have_one_effect(carried):
    version, tabs = carried.version, clients(carried.player, 4)
    forms = [("leave", {"box": "1"}), ("deal", {"bet_1": "5"}), ("close", {}), ("leave", {})]

    def one(number: int) -> int:
        name, fields = forms[number % 4]
        form = {"version": str(version), **fields}
        return tabs[number % 4].post(carried.url(name), form).status_code

    assert Counter(at_once(one, times=40, threads=4)) == {303: 1, 409: 39}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_block_and_a_first_visit_to_another_table_never_wait_for_each_other(three):
    """The block holds the player and wants the wallet; a first visit holds the wallet."""
    tabs = clients(three.player, 4)
    others = [three.at(one) for one in Variant if one is not Variant.BINGO]

    def one(number: int) -> int:
        if number % 4:
            return tabs[number % 4].get(others[number % 4 - 1].url()).status_code
        three.player.tier = Tier.VIP.value
        services.store_player(three.player)
        return 200

    assert set(at_once(one, times=8, threads=4)) == {200}
    assert [session.returned for session in three.sessions] == [1000]


def test_closed_game_returns_the_stake_and_takes_no_further_bet(seat, tab):
    play(seat, 17)
    take_away(BetLimit.objects.get(variant="bingo", tier="LITE", currency="RUR"))
    (session,) = seat.sessions
    assert (session.refunded, session.returned) == (True, 0)
    assert seat.post_deal(tab, 10).status_code == 422
    assert tab.post(seat.url("leave"), {"version": seat.version}).status_code == 409
    assert tab.get(reverse("lobby")).status_code == 200
    assert tables.close_sessions(player_id=seat.player.pk) == 0
