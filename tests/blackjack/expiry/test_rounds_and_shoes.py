"""Ten days after its deal the house ends a round, and a game is deleted (rules.md section 9)."""

from datetime import timedelta

import pytest

from accounts import security
from accounts.models import Entry
from accounts.registry import games
from blackjack import services
from blackjack.answers import ForFairPlay
from blackjack.engine.rules import Variant
from blackjack.exceptions import RoundExpired, ShoeOver
from blackjack.models import BingoSession, Round, Settlement, Shoe
from blackjack.presenters.table_view import Phase
from blackjack.transcript import replay
from fairplay.models import Commitment
from tests.blackjack.expiry.conftest import START, TEN_DAYS
from tests.tables import FRESH, LOST, NATURAL, PAIR, PLAYED, WON, give

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

KEPT = (Variant.CLASSIC, Variant.BINGO)
ACE_UP = "0S 9H AD 8C 7S"  # a kept shoe's order: box, box, dealer twice


@pytest.mark.parametrize(
    ("variant", "cards", "before", "by_house", "returned"),
    [
        pytest.param(Variant.DOUBLE_DECK, WON, "", ["stand"], 20_00, id="stands and wins"),
        pytest.param(Variant.SIX_DECK, LOST, "", ["stand"], 0, id="stands and loses"),
        pytest.param(
            Variant.DOUBLE_DECK, PAIR, "split", ["stand", "stand"], 20_00, id="on every hand"
        ),
        pytest.param(
            Variant.DOUBLE_DECK,
            "AD 0S 7H KC",
            "",
            ["stand"],
            0,
            id="takes no insurance on the turn",
        ),
        pytest.param(
            Variant.CLASSIC, ACE_UP, "", ["decline", "stand"], 10_00, id="declines the insurance"
        ),
        pytest.param(
            Variant.CLASSIC,
            "8S 8H 6D 0C 3D 4S 9C 2S",
            "split hit",
            ["stand", "stand"],
            20_00,
            id="goes on where the player stopped",
        ),
        pytest.param(
            Variant.BINGO,
            "AS AH 6D 0C AD 4S 9C",
            "split",
            ["stand"],
            40_00,
            id="does not split aces again",
        ),
    ],
)
def test_the_house_declines_and_stands(seat, later, variant, cards, before, by_house, returned):
    here = seat.at(variant)
    here.play(cards, before)
    number, balance, done = here.round.pk, here.balance, len(here.round.actions)
    swept = later(10)
    note = Settlement.objects.get()
    assert (swept.tables, swept.passed_by) == (1, 0)
    assert (note.number, note.returned, note.box) == (number, returned, None)
    assert here.balance == balance + returned
    if variant in FRESH:  # ten days from its deal, and no longer
        assert not Round.objects.exists()
        return
    row = here.round
    assert row.actions[done:] == by_house
    assert (row.house_from, row.ended_at) == (done, START + TEN_DAYS)
    assert row.shown["returned"] == returned


@pytest.mark.parametrize(("seconds", "settled"), [(-1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("variant", PLAYED)
def test_f8_edge_of_ten_days(seat, later, variant, seconds, settled):
    here = seat.at(variant)
    here.play("7D 2S 3H 4C 5S" if variant in FRESH else "2S 3H 7D 0C 5S")
    assert later(10, seconds=seconds).tables == settled
    assert Round.objects.filter(ended_at=None).count() == 1 - settled
    if not settled:
        here.act("hit")


def test_f8_what_the_player_does_in_the_tenth_days_last_second_counts(seat, clock, later):
    seat.play(WON)
    clock.shift(TEN_DAYS - timedelta(seconds=1))
    seat.act("stand")
    later(0, seconds=1)
    assert seat.lines == [("bet", -10_00), ("payout", 20_00)]
    assert not Settlement.objects.exists()


def test_f8_after_ten_days_only_the_house_plays_though_no_worker_has_come(seat, tab, clock):
    seat.play("7D 2S 3H 4C 5S")
    clock.shift(TEN_DAYS)
    with pytest.raises(RoundExpired):
        seat.act("hit")
    tab.force_login(seat.player)
    answer = seat.post_act(tab, "hit")
    assert answer.status_code == 409
    row = seat.round
    assert (row.actions, row.house_from) == (["stand"], 0)
    assert answer.context["table"].phase is not Phase.PLAYING


@pytest.mark.parametrize("variant", FRESH)
def test_a_fresh_game_is_deleted_ten_days_from_its_deal(seat, later, variant):
    here = seat.at(variant)
    here.play(WON)
    later(9)
    here.act("stand")
    commitment = here.round.shoe.commitment_id
    later(0, hours=23, minutes=59, seconds=59)
    assert Round.objects.count() == 1
    lines = list(Entry.objects.values())
    assert later(0, seconds=1).rounds_deleted == 1
    assert not Round.objects.exists()
    assert not Commitment.objects.filter(pk=commitment).exists()
    assert Shoe.objects.get() == here.shoe
    assert list(Entry.objects.values()) == lines


@pytest.mark.parametrize("variant", KEPT)
def test_a_kept_shoe_ends_ten_days_after_its_first_deal(seat, later, variant):
    here = seat.at(variant)
    here.plant("0S 9H 0D 8C " * 3)
    here.deal()
    here.act("stand")
    later(9)
    here.deal()
    here.act("stand")
    first = here.shoe
    later(0, hours=23, minutes=59, seconds=59)
    assert here.shoe == first
    later(0, seconds=1)
    ended = Shoe.objects.select_related("commitment").get(pk=first.pk)
    assert (ended.ended_at, ended.kept_until) == (START + TEN_DAYS, START + 2 * TEN_DAYS)
    assert ended.commitment.is_revealed
    assert here.shoe != first
    numbers = [row.pk for row in Round.objects.order_by("pk")]
    transcript = ForFairPlay().transcript(here.player.pk, numbers[0])
    assert transcript is not None
    assert replay(dict(transcript))["ok"]
    assert later(9, hours=23, minutes=59, seconds=59).rounds_deleted == 0
    assert later(0, seconds=1).rounds_deleted == 2
    assert ForFairPlay().find(here.player.pk, numbers[0]) is None
    assert Shoe.objects.get() == here.shoe


@pytest.mark.parametrize("variant", KEPT)
def test_a_kept_shoe_waits_for_a_round_that_is_not_ten_days_old(seat, later, variant):
    """Nothing happens while a player is away: a round is kept its own ten days."""
    here = seat.at(variant)
    here.plant("0S 9H 0D 8C " * 3)
    here.deal()
    here.act("stand")
    later(9)
    here.deal()
    first = here.shoe
    assert later(5).tables == 0
    here.act("stand")
    with pytest.raises(ShoeOver):
        here.deal()
    assert later().tables == 1
    assert here.shoe != first


def test_a_deal_from_a_shoe_whose_days_are_over_changes_the_shoe(seat, tab, clock):
    """Though no worker has come."""
    here = seat.at(Variant.CLASSIC)
    here.plant("0S 9H 0D 8C " * 2)
    here.deal()
    here.act("stand")
    first = here.shoe
    clock.shift(TEN_DAYS)
    tab.force_login(seat.player)
    assert here.post_deal(tab).status_code == 409
    assert here.shoe != first
    assert Shoe.objects.get(pk=first.pk).ended_at == START + TEN_DAYS
    assert here.post_deal(tab).status_code == 303


@pytest.mark.parametrize("variant", KEPT)
def test_a_shoe_whose_days_are_over_may_be_closed_after_its_round(seat, tab, clock, variant):
    here = seat.at(variant)
    here.plant("0S 9H 0D 8C " * 3)
    here.deal()
    here.act("stand")
    clock.shift(timedelta(days=9))
    here.deal()
    first = here.shoe
    clock.shift(timedelta(days=5))
    tab.force_login(seat.player)
    assert not tab.get(here.url()).context["table"].kept_shoe.closable, "a round is open"
    here.act("stand")
    assert tab.get(here.url()).context["table"].kept_shoe.closable
    assert tab.post(here.url("close"), {"version": here.version}).status_code == 303
    assert here.shoe != first


def test_a_round_of_a_kept_shoe_is_settled_and_its_shoe_revealed_at_once(seat, later):
    here = seat.at(Variant.CLASSIC)
    here.play("0S 9H 0D 8C")
    later(10)
    row = here.round
    assert row.shoe.ended_at == row.ended_at == START + TEN_DAYS
    transcript = ForFairPlay().transcript(here.player.pk, row.pk)
    assert transcript is not None
    (entry,) = transcript["rounds"]
    assert (entry["actions"], entry["house_from"]) == (["stand"], 0)
    result = replay(dict(transcript))
    assert (result["ok"], result["rounds"]) == (True, [row.shown])


@pytest.mark.parametrize("variant", PLAYED)
def test_a_shoe_never_played_does_not_expire(seat, later, variant):
    """Its signature was shown: nothing but playing it gives another (rules.md 4.4)."""
    here = seat.at(variant)
    here.open()
    before = list(Shoe.objects.values()), list(Commitment.objects.values())
    later(400)
    assert (list(Shoe.objects.values()), list(Commitment.objects.values())) == before


def test_shoes_that_wait_for_a_closed_account_go_like_any_that_are_over(demo, later):
    demo.open()
    security.close_account(user_id=emptied(demo.player))
    shoe = Shoe.objects.select_related("commitment").get()
    assert (shoe.ended_at, shoe.commitment.is_revealed) == (START, True)
    later(9, hours=23)
    assert Shoe.objects.exists()
    later(0, hours=1)
    assert not Shoe.objects.exists()
    assert not Commitment.objects.exists()


def test_an_account_can_be_closed_though_a_waiting_shoe_can_t_be_opened(demo, later):
    demo.open()
    Commitment.objects.update(sealed="lost")
    security.close_account(user_id=emptied(demo.player))
    later(20)
    assert Shoe.objects.get().ended_at is None


def emptied(player) -> int:
    """The player's number, when he holds no roubles any more."""
    give(player, -1000)
    return player.pk


def test_a_game_that_ended_at_its_deal_is_kept_ten_days_too(seat, later):
    seat.play(NATURAL)
    assert later(9, hours=23).rounds_deleted == 0
    assert later(0, hours=1).rounds_deleted == 1


def test_the_last_bets_are_gone_with_the_game(seat, tab, later):
    seat.play(NATURAL)
    later(10)
    tab.force_login(seat.player)
    answer = tab.get(seat.url())
    assert answer.context["table"].phase == "betting"
    assert answer.context["table"].bets.rebet_total == 0


def test_the_stakes_of_a_settled_round_are_in_play_no_more(seat, later):
    seat.play(WON)
    assert games().stakes_in_play(seat.player.pk, seat.currency) == 10_00
    later(10)
    assert games().stakes_in_play(seat.player.pk, seat.currency) == 0


def test_a_shoe_that_can_t_be_opened_is_passed_by_and_nothing_is_deleted(seat, demo, later):
    """For want of a key nothing is settled, changed or deleted; the others are not held up."""
    seat.play(WON)
    demo.play(WON)
    sealed = Commitment.objects.get(pk=seat.round.shoe.commitment_id)
    Commitment.objects.filter(pk=sealed.pk).update(sealed="lost")
    swept = later(10)
    assert (swept.tables, swept.passed_by, swept.rounds_deleted) == (1, 1, 1)
    assert seat.round.ended_at is None
    Commitment.objects.filter(pk=sealed.pk).update(sealed=sealed.sealed)
    swept = later()
    assert (swept.tables, swept.passed_by, swept.rounds_deleted) == (1, 0, 1)


def test_a_worker_that_was_away_for_a_month_finds_everything(seat, demo, later):
    seat.play(WON)
    seat.at(Variant.CLASSIC).play("0S 9H 0D 8C")
    demo.at(Variant.SIX_DECK).play(NATURAL)
    swept = later(31)
    assert (swept.tables, swept.rounds_deleted) == (2, 2)
    kept = Round.objects.get()
    assert kept.table.variant == Variant.CLASSIC
    assert services.expire().tables == 0
    assert later(10).rounds_deleted == 1
    assert not BingoSession.objects.exists()
