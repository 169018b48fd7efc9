"""Rounds dealt by the table's own code and played by the published table."""

import random
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from blackjack.analysis import published, simulate
from blackjack.analysis.simulate import Sums
from blackjack.engine.cards import decks
from blackjack.engine.rules import Variant, rules_of

GAMES = pytest.mark.parametrize("variant", Variant)
ROUNDS = 3000


def rounds_of(variant, number):
    rules, book = rules_of(variant), published.load(variant)
    generator = random.Random(1)
    for _ in range(number):
        shoe = list(decks(rules.decks))
        generator.shuffle(shoe)
        yield simulate.play(rules, book, shoe, 0)


@GAMES
def test_mean_is_near_the_exact_value(variant):
    found = simulate.result(simulate.play_shard(variant, 1, 0, ROUNDS))
    book = published.load(variant)
    assert abs(found.sigmas(book.ev_table)) < 4
    assert found.deviation == pytest.approx(book.sd_table, rel=0.08)


@GAMES
def test_every_round_ends_and_nobody_insures(variant):
    aces = 0
    for played in rounds_of(variant, 300):
        assert played.finished
        assert all(box.insurance == 0 for box in played.boxes)
        aces += played.ace_up
    assert aces


def test_the_table_is_followed_to_its_rare_ends():
    """Boxes of four hands, split aces split again, and surrender come up, and are legal."""
    seen = set()
    for played in rounds_of(Variant.BINGO, 4000):
        (box,) = played.boxes
        seen.add(len(box.hands))
        seen.update(hand.outcome for hand in box.hands)
        if box.hands[0].aces:
            seen.add(("aces", len(box.hands)))
        assert all(len(hand.cards) == 2 for hand in box.hands if hand.aces)
    assert {2, 3, 4, "surrender", "blackjack", ("aces", 2)} <= seen


def test_kept_shoes_are_played_to_their_mark():
    sums = simulate.play_shard(Variant.CLASSIC, 1, 0, 200)
    assert sums.rounds >= 200
    # A round takes 4 to some 20 cards, and the one that crosses the mark is finished.
    assert 25 < sums.rounds / sums.shoes < 52
    fresh = simulate.play_shard(Variant.SIX_DECK, 1, 0, 200)
    assert fresh.rounds == fresh.shoes == 200


def test_same_seed_same_rounds_another_seed_others():
    once, again, other = (simulate.play_shard(Variant.SIX_DECK, seed, 0, 500) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_shards_of_one_seed_differ():
    first, second = (simulate.play_shard(Variant.SIX_DECK, 1, number, 500) for number in (0, 1))
    assert first != second


def test_shards_add_up_to_the_rounds():
    assert simulate.shards(25_000) == [10_000, 10_000, 5_000]
    assert simulate.shards(10_000) == [10_000]
    assert simulate.shards(1) == [1]


def test_effect_of_the_mark_is_a_ratio_with_its_error():
    """By hand: two shoes of 10 and 20 rounds, gains 0.2 and 0.1: 0.3 in 30, and 0.1 off each."""
    sums = Sums(drift=0.3, rounds=30, shoes=2, drift_squares=0.05, drift_rounds=4.0)
    sums += Sums(rounds_squares=500)
    effect = simulate.cut_card_effect(sums)
    assert effect.mean == pytest.approx(0.01)
    assert effect.error == pytest.approx((0.1**2 + 0.1**2) ** 0.5 / 30)


def test_cards_in_the_shoes_own_proportions_change_nothing():
    """A straight line through a whole shoe: one deck out of six is no gain and no loss."""
    book = published.load(Variant.CLASSIC)
    gains = simulate.gains(book, decks(6))
    assert len(gains) == 312
    assert gains[0] == 0.0
    assert gains[52] == pytest.approx(0.0, abs=1e-13)
    lows_first = sorted(decks(6), key=lambda card: card[0] not in "23456")
    assert simulate.gains(book, lows_first)[52] > 0.005


def test_one_missing_card_is_the_exact_removal():
    book = published.load(Variant.CLASSIC)
    shoe = sorted(decks(6), key=lambda card: card[0] != "5")
    assert simulate.gains(book, shoe)[1] == pytest.approx(book.removal["5"], abs=1e-14)


def printed(*arguments):
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return re.sub(r"rounds per second.*", "", out.getvalue())


def test_result_does_not_depend_on_the_number_of_processes(monkeypatch):
    monkeypatch.setattr(simulate, "SHARD", 150)
    arguments = ("classic", "--rounds", "600", "--seed", "5")
    one, two = (printed(*arguments, "--processes", number) for number in ("1", "2"))
    assert one == two
    assert "standard errors" in one
    assert "effect of the mark" in one


@pytest.mark.parametrize(
    "arguments",
    [
        ("classic", "--rounds", "0"),
        ("classic", "--rounds", "-5"),
        ("classic", "--rounds", "1e3"),
        ("classic", "--rounds", "10", "--processes", "0"),
        ("poker", "--rounds", "10"),
        ("classic",),
    ],
)
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(CommandError):
        call_command("simulate", *arguments)
