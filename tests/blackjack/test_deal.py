"""Dealing: the whole is done or the whole is refused, and a refusal leaves nothing behind."""

import pytest
from django.db import transaction

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import BetLimit, Currency, Tier
from blackjack import services
from blackjack.engine.errors import BadBet, BadCut, BadMoved, BadScheme, BadSeed
from blackjack.engine.rules import Variant
from blackjack.engine.state import Scheme
from blackjack.exceptions import BetOutOfLimits, GameClosed, RoundUnfinished, StaleTable
from blackjack.models import Round
from tests.tables import FRESH, NATURAL, PLAYED, WON, everything, give, journal_adds_up

pytestmark = pytest.mark.django_db


def refused(seat, error, *bets, **wish):
    """Deal, be refused by ``error``, and find everything as it was."""
    seat.open()
    before = everything()
    with pytest.raises(error) as caught:
        seat.deal(*bets, **wish)
    assert everything() == before
    return caught.value


def test_stake_leaves_the_balance_when_it_is_laid(seat):
    state = seat.play(WON, bets=(10, 0, 20))
    assert seat.balance == 970_00
    assert seat.lines == [("bet", -10_00), ("bet", -20_00)]
    assert state.round.staked == 30_00
    assert state.open_round == seat.round


def test_stored_is_what_was_chosen(seat):
    seat.plant(WON)
    seat.deal(0, 7, cut=12, seed="0123456789abcdef", scheme=Scheme.DEALER_2_LAST, moved=(3, 104))
    row = seat.round
    assert (row.bets, row.scheme, row.moved) == ({"2": 700}, "2P2D", [3, 104])
    assert (row.shoe.cut, row.shoe.player_seed) == (12, "0123456789abcdef")
    assert (row.tier, row.first_card, row.actions) == ("LITE", 0, [])


def test_declined_cut_is_stored_as_the_last_card(seat):
    seat.play(WON)
    assert seat.round.shoe.cut == 104


@pytest.mark.parametrize(
    ("wish", "dealt"),
    [
        pytest.param({}, ["2S", "3S", "4S"], id="no cut"),
        pytest.param({"cut": 104}, ["2S", "3S", "4S"], id="cut after the last card"),
        pytest.param({"cut": 12}, ["AS", "2S", "3S"], id="cut 12 begins with the 13th card"),
        pytest.param({"cut": 103}, ["KS", "2S", "3S"], id="cut after the last but one"),
        pytest.param({"moved": (13, 1)}, ["AS", "2S", "3S"], id="moved cards come first"),
        pytest.param(
            {"cut": 12, "moved": (2, 1)}, ["2S", "AS", "3S"], id="moved are counted after the cut"
        ),
        pytest.param({"scheme": Scheme.DEALER_1_LAST}, ["4S", "2S", "3S"], id="boxes first"),
    ],
)
def test_order_of_dealing(seat, wish, dealt):
    seat.plant(" ".join(f"{rank}S" for rank in "234567890JQKA") + " 2S 3S", last="KS")
    state = seat.deal(10, **wish)
    hand = state.round.boxes[0].hands[0]
    assert [state.round.dealer[0], *hand.cards[:2]] == dealt


FRESH_LIMITS = {Tier.LITE: (1, 50), Tier.RESPECT: (5, 120), Tier.VIP: (10, 200)}
KEPT_LIMITS = {Tier.LITE: (5, 50), Tier.RESPECT: (10, 120), Tier.VIP: (20, 200)}
LIMITS = {variant: FRESH_LIMITS if variant in FRESH else KEPT_LIMITS for variant in PLAYED}


@pytest.mark.parametrize("currency", Currency.values)
@pytest.mark.parametrize("variant", PLAYED)
@pytest.mark.parametrize("tier", list(Tier))
def test_b28_bets_at_the_edges_of_the_tier_are_taken(seat, promote, tier, variant, currency):
    promote(seat.player, tier)
    here = seat.at(variant, currency)
    here.open()
    before = here.balance
    minimum, maximum = LIMITS[variant][tier]
    here.play(WON, bets=(minimum, maximum))
    assert before - here.balance == (minimum + maximum) * 100


@pytest.mark.parametrize(
    ("variant", "tier", "bet"),
    [
        (variant, tier, bet)
        for variant, tiers in LIMITS.items()
        for tier, (minimum, maximum) in tiers.items()
        for bet in (minimum - 1, maximum + 1)
        if bet  # nothing is no bet at all
    ],
)
def test_b28_bets_beyond_the_edges_are_refused_and_never_clamped(seat, promote, variant, tier, bet):
    promote(seat.player, tier)
    minimum, maximum = LIMITS[variant][tier]
    error = refused(seat.at(variant), BetOutOfLimits, maximum, bet)
    assert (error.box, error.amount) == (2, bet * 100)
    assert (error.minimum, error.maximum) == (minimum * 100, maximum * 100)


def test_limits_that_staff_have_changed_hold_at_once(seat):
    limit = BetLimit.objects.filter(variant="double-deck", tier="LITE", currency="RUR")
    limit.update(minimum=20, maximum=30)
    refused(seat, BetOutOfLimits, 10)
    refused(seat, BetOutOfLimits, 31)
    seat.play(WON, bets=(30,))


def test_game_without_limits_is_closed(seat):
    BetLimit.objects.filter(variant="double-deck", currency="RUR").delete()
    refused(seat, GameClosed, 10)


@pytest.mark.parametrize(
    ("bets", "needed"),
    [((10, 10, 10), 30_00), ((50,), 50_00)],
    ids=["b4 sum of the boxes", "one bet"],
)
def test_bets_that_the_balance_cannot_pay_are_refused_whole(seat, bets, needed):
    give(seat.player, 25 - 1000)
    error = refused(seat, ledger.InsufficientFunds, *bets)
    assert (error.needed, error.balance, error.currency) == (needed, 25_00, "RUR")


def test_b15_stake_in_play_cannot_be_bet_again(seat):
    give(seat.player, 60 - 1000)
    seat.play(WON, bets=(50,))
    error = refused(seat.at(Variant.SIX_DECK), ledger.InsufficientFunds, 20)
    assert error.balance == 10_00


def test_b22_balance_a_hundredth_below_the_bet_is_too_little(seat):
    with transaction.atomic():
        wallet = ledger.lock(seat.player.pk, "RUR")
        ledger.post(wallet, [Posting(Kind.ADJUSTMENT, 999 - wallet.balance, "test/odd")])
    assert refused(seat, ledger.InsufficientFunds, 10).balance == 999


def test_b26_demo_money_does_not_pay_for_roubles(seat, demo):
    demo.open()
    give(seat.player, 5 - 1000)
    error = refused(seat, ledger.InsufficientFunds, 10)
    assert (error.balance, error.currency) == (5_00, "RUR")


def test_b26_going_to_the_demo_in_mid_round_does_not_move_the_stake(seat, demo):
    seat.play(WON)
    demo.play(WON, "stand")
    assert seat.balance == 990_00
    seat.act("stand")
    assert seat.balance == 1010_00


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param({}, id="no bet at all"),
        pytest.param({0: 10_00}, id="box 0"),
        pytest.param({1: 10_00, 4: 10_00}, id="box 4"),
        pytest.param({1: 0}, id="zero"),
        pytest.param({1: -5_00}, id="negative"),
        pytest.param({1: 10_50}, id="half a unit"),
        pytest.param({1: 1}, id="b6 a hundredth"),
    ],
)
def test_bets_that_no_table_takes_change_nothing(seat, laid):
    seat.open()
    before = everything()
    with pytest.raises(BadBet):
        services.deal(**seat.names, version=seat.version, wish=services.Wish(laid))
    assert everything() == before


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        pytest.param({"cut": 0}, BadCut, id="c15 cut 0"),
        pytest.param({"cut": 105}, BadCut, id="c15 cut 105"),
        pytest.param({"cut": -1}, BadCut, id="cut -1"),
        pytest.param({"seed": "short"}, BadSeed, id="short seed"),
        pytest.param({"seed": "x" * 65}, BadSeed, id="long seed"),
        pytest.param({"seed": "ключ" * 5}, BadSeed, id="seed that is no ASCII"),
        pytest.param({"moved": (0,)}, BadMoved, id="moved 0"),
        pytest.param({"moved": (105,)}, BadMoved, id="moved 105"),
        pytest.param({"moved": (7, 7)}, BadMoved, id="moved twice"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(seat, wish, error):
    refused(seat, error, 10, **wish)


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"scheme": Scheme.DEALER_2_FIRST}, BadScheme),
        ({"moved": (1,)}, BadMoved),
        ({"cut": 313}, BadCut),
    ],
    ids=["scheme", "moved", "cut 313"],
)
def test_expert_mode_does_not_exist_at_six_decks(seat, wish, error):
    refused(seat.at(Variant.SIX_DECK), error, 10, **wish)


def test_second_deal_of_one_page_is_stale(seat):
    seat.plant(NATURAL)
    version = seat.version
    seat.deal(10, version=version)
    refused(seat, StaleTable, 10, version=version)


@pytest.mark.parametrize("version", [1, 7, 2**63 - 1])
def test_version_that_never_was_is_stale(seat, version):
    refused(seat, StaleTable, 10, version=version)


def test_new_round_waits_for_the_end_of_the_last(seat):
    seat.play(WON)
    refused(seat, RoundUnfinished, 10)
    assert Round.objects.count() == 1


def test_table_that_was_never_opened_deals_nothing(seat):
    with pytest.raises(StaleTable):
        seat.deal(10, version=0)
    assert not Round.objects.exists()


def test_round_that_ends_at_the_deal(seat):
    state = seat.play(NATURAL)
    assert state.round.finished
    assert seat.lines == [("bet", -10_00), ("payout", 25_00)]
    assert seat.round.ended_at is not None
    assert state.open_round is None
    assert seat.round.shoe.commitment.is_revealed
    assert state.shoe == seat.shoe != seat.round.shoe
    seat.play(NATURAL)
    assert seat.balance == 1030_00
    assert journal_adds_up()
