"""What accounts may ask of the games: stakes in play, demo rounds, names."""

import pytest
from django.urls import reverse

from accounts.registry import games
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests.tables import NATURAL, PAIR, PLAYED, WON, Seat

pytestmark = pytest.mark.django_db


def in_play(player, currency="RUR"):
    return games().stakes_in_play(player.pk, currency)


def test_stakes_in_play_are_what_lies_on_the_tables(seat, demo, stranger):
    assert in_play(seat.player) == 0
    seat.play(PAIR, "split")
    assert in_play(seat.player) == 20_00
    six = seat.at(Variant.SIX_DECK)
    six.play("0D 0S 6H 9S 9C", "surrender", bets=(10, 10))
    assert in_play(seat.player) == 35_00
    demo.play(WON)
    assert in_play(seat.player) == 35_00
    assert in_play(seat.player, "FUN") == 10_00
    assert in_play(stranger) == 0
    seat.act("stand stand")
    six.act("stand")
    assert in_play(seat.player) == 0


def test_balance_and_stakes_in_play_are_all_that_the_player_has(seat):
    seat.play(PAIR, "split")
    assert seat.balance + in_play(seat.player) == 1000_00


def test_stakes_of_a_round_that_does_not_replay_are_what_was_booked_for_it(seat):
    seat.play(PAIR, "split")
    for damage in ({"actions": ["fly"]}, {"bets": "much"}):
        Round.objects.update(**damage)
        assert in_play(seat.player) == 20_00


def test_demo_round_is_open_until_its_end(seat, demo, stranger):
    seat.play(WON)
    assert not games().demo_round_open(seat.player.pk)
    demo.play(NATURAL)
    assert not games().demo_round_open(seat.player.pk)
    demo.play(WON)
    assert games().demo_round_open(seat.player.pk)
    assert not games().demo_round_open(stranger.pk)
    demo.act("stand")
    assert not games().demo_round_open(seat.player.pk)


def test_names_of_games():
    names = {games().game_name(variant.value) for variant in PLAYED}
    assert len(names) == len(PLAYED)
    assert games().game_name("gone") == "gone"


def test_profile_shows_stakes_in_play(seat, tab):
    seat.play(PAIR, "split")
    wallets = tab.get(reverse("accounts:profile")).context["profile"].wallets
    assert [(one.currency, one.balance, one.in_play) for one in wallets] == [
        ("FUN", 0, 0),
        ("RUR", 980_00, 20_00),
    ]


def test_other_players_tables_are_not_counted(seat, stranger):
    Seat(stranger).play(WON)
    assert in_play(seat.player) == 0
