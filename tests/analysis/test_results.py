"""The kept results belong to the rules in force, and hold what must hold among them."""

from dataclasses import replace
from itertools import product

import pytest

from blackjack.analysis import published, results
from blackjack.analysis.published import UP_CARDS, HandClass
from blackjack.analysis.stock import RANKS, fresh
from blackjack.engine.rules import DoubleOn, KeptShoe, Surrender, Variant, rules_of
from blackjack.engine.state import Action

GAMES = pytest.mark.parametrize("variant", Variant)


@GAMES
def test_results_are_those_of_the_rules_in_force(variant):
    """When this fails: ``manage.py analyse GAME --write`` for each game whose rules changed."""
    assert results.read(variant)["rules"] == results.rules_hash(rules_of(variant))


def test_every_rule_is_in_the_hash():
    rules = rules_of(Variant.BINGO)
    changed = [
        replace(rules, decks=8),
        replace(rules, hits_soft_17=True),
        replace(rules, double_on=DoubleOn.total(9, 10, 11)),
        replace(rules, double_on=DoubleOn.any_two()),
        replace(rules, double_after_split=False),
        replace(rules, max_hands=3),
        replace(rules, resplit_aces=False),
        replace(rules, surrender=Surrender.NONE),
        replace(rules, kept_shoe=KeptShoe(replaced_from=160, closable_from=117)),
    ]
    hashes = {results.rules_hash(one) for one in (rules, *changed)}
    assert len(hashes) == len(changed) + 1


def test_the_order_of_a_set_is_not_in_the_hash():
    rules = rules_of(Variant.SIX_DECK)
    hashes = {
        results.rules_hash(replace(rules, double_on=DoubleOn.total(*totals)))
        for totals in ((9, 10, 11), (11, 10, 9), (10, 11, 9))
    }
    assert hashes == {results.rules_hash(rules)}


@GAMES
def test_up_cards_add_up_to_the_game(variant):
    kept = results.read(variant)
    for name in ("ev_table", "ev_composition"):
        total = sum(one["chance"] * one[name] for one in kept["by_up_card"].values())
        assert total == pytest.approx(kept[name], abs=1e-14)
    assert sum(one["chance"] for one in kept["by_up_card"].values()) == pytest.approx(1.0)


@GAMES
def test_hands_add_up_to_composition_dependent_play(variant):
    """What a peek ends counts by itself: all but blackjacks lose."""
    kept = results.read(variant)
    peeks = rules_of(variant).dealer_card.value == "hole_card"
    names = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
    total = 0.0
    for hand in kept["hands"]:
        ended = hand["dealer_blackjack"] if peeks else 0.0
        loss = 0.0 if hand["cards"] == ["A", "10"] else ended
        total += hand["deal"] * ((1.0 - ended) * hand[names[hand["best"]]] - loss)
    assert total == pytest.approx(kept["ev_composition"], abs=1e-13)
    assert sum(hand["deal"] for hand in kept["hands"]) == pytest.approx(1.0, abs=1e-13)


@GAMES
def test_the_table_never_beats_play_that_looks_at_every_card(variant):
    for one in (results.read(variant), *results.read(variant)["by_up_card"].values()):
        assert one["ev_table"] <= one["ev_composition"] + 1e-15


@GAMES
def test_chances_that_are_fractions(variant):
    """Counted by hand: 64/1339 and 192/4043; -7/103 and -23/311."""
    book = published.load(variant)
    two = rules_of(variant).decks == 2
    assert book.natural == pytest.approx(64 / 1339 if two else 192 / 4043, abs=1e-15)
    assert book.insurance == {"A": pytest.approx(-7 / 103 if two else -23 / 311, abs=1e-15)}


@GAMES
def test_every_hand_has_an_entry(variant):
    book = published.load(variant)
    rows = {
        *(HandClass("hard", str(total)) for total in range(4, 21)),
        *(HandClass("soft", str(total)) for total in range(12, 21)),
        *(HandClass("pair", label) for label in RANKS),
    }
    assert set(book.table) == set(product(rows, UP_CARDS))


@GAMES
def test_entries_are_what_the_rules_allow(variant):
    rules, book = rules_of(variant), published.load(variant)
    for (row, up), entry in book.table.items():
        assert entry.otherwise in {Action.HIT, Action.STAND}
        if entry.action is Action.SURRENDER:
            assert rules.surrender is not Surrender.NONE
            assert up != "A"
        if entry.action is Action.SPLIT:
            assert row.kind == "pair"
        if entry.action is Action.DOUBLE and rules.double_on.totals is not None:
            assert row.kind == "pair" or int(row.label) in rules.double_on.totals
        if entry.action is Action.DOUBLE and not rules.double_on.aces:
            assert row.kind != "soft"


@GAMES
def test_the_table_takes_the_action_worth_most(variant):
    """In the mean over the first two cards of a class, as far as two cards and later ones agree."""
    book = published.load(variant)
    for (row, up), values in book.first_values.items():
        entry = book.table[row, up]
        best = max(values, key=values.__getitem__)
        chosen = entry.action if entry.action in values else entry.otherwise
        # The table's word for a total is one for first and later hands: the difference is small.
        assert values[chosen] >= values[best] - 0.006, (row, up)


@GAMES
def test_surrender_is_worth_half_the_bet(variant):
    for values in published.load(variant).first_values.values():
        if Action.SURRENDER in values:
            assert values[Action.SURRENDER] == pytest.approx(-0.5, abs=1e-14)


def test_removal_of_one_card_at_random_changes_nothing():
    """A card burnt unseen: the mean over what it was is the game's own mean."""
    for variant in (Variant.CLASSIC, Variant.BINGO):
        counts, removal = fresh(rules_of(variant)), published.load(variant).removal
        mean = sum(
            count / sum(counts) * removal[label] for label, count in zip(RANKS, counts, strict=True)
        )
        assert mean == pytest.approx(0.0, abs=1e-14)
        assert removal["10"] < 0 < removal["5"]


def test_known_entries():
    """Lines that every book has."""
    classic, double_deck = published.load(Variant.CLASSIC), published.load(Variant.DOUBLE_DECK)
    bingo = published.load(Variant.BINGO)
    assert classic.entry(("8S", "8D"), "0S").action is Action.SPLIT
    assert double_deck.entry(("8S", "8D"), "0S").action is Action.HIT  # no hole card
    assert classic.entry(("0S", "6D"), "0S").letters == "H"
    assert bingo.entry(("0S", "6D"), "KS").letters == "Rs"  # sixteen of more cards stands
    assert bingo.entry(("8S", "8D"), "KS").letters == "P"
    assert classic.entry(("AS", "7D"), "3S").letters == "Ds"
    assert classic.entry(("AS", "2D", "5D"), "3S").otherwise is Action.STAND
    assert classic.entry(("AS", "AD"), "5S", splittable=False).letters == "H"
    assert classic.entry(("8S", "8D"), "6S", splittable=False).action is Action.STAND
