"""Opening a table: the shoe is signed before the bets, and the demo balance is filled up."""

import pytest

from accounts.ledger import DEMO_FULL
from accounts.models import Currency, Entry
from blackjack.engine.rules import Variant, rules_of
from blackjack.models import Shoe, Table
from fairplay import codec
from fairplay.models import Commitment
from fairplay.services import secret_of
from tests.tables import LOST, PLAYED, WON, Seat, everything, give

pytestmark = pytest.mark.django_db

VARIANTS = list(PLAYED)


@pytest.mark.parametrize("variant", VARIANTS)
def test_shoe_is_signed_before_the_first_bet(seat, variant):
    state = seat.at(variant).open()
    commitment = state.shoe.commitment
    secret = codec.parse(secret_of(commitment))
    assert codec.sign(secret_of(commitment)) == codec.Signatures(commitment.md5, commitment.sha256)
    assert secret.login == "Player_1"
    assert len(secret.cards) == rules_of(variant).cards
    assert (state.shoe.cut, state.shoe.player_seed, state.row) == (None, "", None)


def test_any_number_of_loads_has_one_effect(seat, demo):
    for one in (seat, demo):
        one.open()
    once = everything()
    for _ in range(3):
        for one in (seat, demo):
            one.open()
    assert everything() == once


def test_another_browser_and_a_new_session_show_the_same_shoe(seat, client):
    def signature_after_signing_in() -> str:
        client.force_login(seat.player)
        md5 = client.get(seat.url()).context["table"].fairplay.current.md5
        client.logout()
        return md5

    assert len({signature_after_signing_in() for _ in range(3)}) == 1
    assert Shoe.objects.count() == Commitment.objects.count() == 1


def test_prepared_shoe_keeps_the_login_of_its_preparation(seat):
    seat.open()
    before = seat.shoe.commitment
    seat.player.username = "Renamed"
    seat.player.save()
    seat.open()
    after = seat.shoe.commitment
    assert after.md5 == before.md5
    assert codec.parse(secret_of(after)).login == "Player_1"


def test_every_table_has_a_shoe_of_its_own(seat, stranger):
    seats = [
        Seat(player, variant, currency)
        for player in (seat.player, stranger)
        for variant in VARIANTS
        for currency in Currency.values
    ]
    for one in seats:
        one.open()
    strings = {secret_of(one.shoe.commitment) for one in seats}
    assert len(strings) == Table.objects.count() == len(seats)
    assert len({codec.parse(string).key for string in strings}) == len(seats)
    assert len({codec.parse(string).cards for string in strings}) == len(seats)


def test_demo_is_filled_up_on_opening(demo):
    demo.open()
    assert demo.balance == DEMO_FULL
    assert Entry.objects.filter(wallet__currency="FUN").count() == 1


def test_roubles_are_never_filled_up(seat):
    seat.open()
    assert seat.balance == 1000_00
    assert not Entry.objects.filter(kind="demo_fill").exists()


def test_lost_demo_money_comes_back_with_the_next_load(demo):
    demo.play(LOST, "stand")
    assert demo.balance == DEMO_FULL - 10_00
    demo.open()
    demo.open()
    assert demo.balance == DEMO_FULL
    assert Entry.objects.filter(kind="demo_fill").count() == 2


def test_more_than_full_stays(demo):
    demo.play(WON, "stand")
    demo.open()
    assert demo.balance == DEMO_FULL + 10_00


@pytest.mark.parametrize("where", VARIANTS)
def test_demo_is_not_filled_while_a_demo_round_is_open_at_any_table(demo, where):
    demo.play(WON)
    other = demo.at(where)
    other.open()
    assert demo.balance == DEMO_FULL - 10_00
    demo.act("stand")
    give(demo.player, -100, "FUN")
    other.open()
    assert demo.balance == DEMO_FULL


def test_round_for_roubles_does_not_keep_the_demo_from_being_filled(seat, demo):
    seat.play(WON)
    demo.open()
    assert demo.balance == DEMO_FULL


def test_opening_changes_nothing_in_mid_round(seat, demo):
    for one in (seat, demo):
        one.play(WON)
        before = everything()
        state = one.open()
        assert state.open_round == one.round
        assert everything() == before


def test_money_of_the_two_kinds_never_meets(seat, demo):
    seat.play(LOST, "stand")
    demo.play(WON, "stand")
    seat.open()
    demo.open()
    assert (seat.balance, demo.balance) == (990_00, DEMO_FULL + 10_00)
    assert seat.lines == [("bet", -10_00)]
    assert demo.lines == [("bet", -10_00), ("payout", 20_00)]


@pytest.mark.parametrize("variant", [Variant.SIX_DECK])
def test_shoes_of_all_variants_can_be_planted(seat, variant):
    assert seat.at(variant).play(WON, "stand").round.returned == 20_00
