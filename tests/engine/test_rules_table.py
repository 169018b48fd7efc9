"""The table of variants: its rows, nonsense refused, and a further row that needs no code."""

from dataclasses import FrozenInstanceError, replace
from enum import StrEnum

import pytest

from blackjack.engine import rules as table
from blackjack.engine.rules import (
    BINGO,
    CLASSIC,
    DOUBLE_DECK,
    NEWEST,
    RULES,
    SIX_DECK,
    DoubleOn,
    KeptShoe,
    Variant,
    rules_of,
)
from tests.engine.deals import outcomes, play, words


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        pytest.param(DOUBLE_DECK, (2, 104, 3, True, {11}, False, 2, "none", True), id="H17 D11"),
        pytest.param(
            SIX_DECK,
            (6, 312, 3, False, {9, 10, 11}, True, 2, "early_not_against_ace", False),
            id="S17 D9 ES10",
        ),
        pytest.param(CLASSIC, (6, 312, 5, False, None, True, 2, "none", False), id="any two"),
        pytest.param(
            BINGO,
            (6, 312, 5, False, None, True, 4, "late_not_against_ace", False),
            id="DO9 RS RSA LS10",
        ),
    ],
)
def test_rows_say_what_the_rule_book_says(row, facts):
    assert facts == (
        row.decks,
        row.cards,
        row.boxes,
        row.hits_soft_17,
        row.double_on.totals,
        row.double_after_split,
        row.max_hands,
        row.surrender,
        row.expert_mode,
    )


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        pytest.param(DOUBLE_DECK, ("no_hole_card", "on_the_turn", False, True, False, False, None)),
        pytest.param(SIX_DECK, ("no_hole_card", "on_the_turn", False, True, False, False, None)),
        pytest.param(CLASSIC, ("hole_card", "before_play", True, True, False, False, (208, 156))),
        pytest.param(BINGO, ("hole_card", "before_play", True, False, True, True, (156, 117))),
    ],
)
def test_rows_say_what_the_rule_book_says_of_hole_card_shoe_and_bingo(row, facts):
    kept = row.kept_shoe
    assert facts == (
        row.dealer_card,
        row.insurance,
        row.dealer_plays_out,
        row.double_on.aces,
        row.resplit_aces,
        row.bingo,
        None if kept is None else (kept.replaced_from, kept.closable_from),
    )


def test_every_version_has_a_row_per_variant():
    assert set(RULES) == {NEWEST}
    for rows in RULES.values():
        assert set(rows) == set(Variant)
        assert all(row.variant is variant for variant, row in rows.items())


def test_unknown_version_is_refused():
    with pytest.raises(KeyError):
        rules_of(Variant.SIX_DECK, NEWEST + 1)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"decks": 0}, id="no deck"),
        pytest.param({"decks": 9}, id="nine decks"),
        pytest.param({"boxes": 0}, id="no box"),
        pytest.param({"boxes": 8}, id="eight boxes"),
        pytest.param({"max_hands": 0}, id="no hand"),
        pytest.param({"max_hands": 1, "double_after_split": True}, id="doubling without splits"),
        pytest.param({"double_on": DoubleOn.total(3)}, id="two cards never total 3"),
        pytest.param({"double_on": DoubleOn.total(11, 21)}, id="21 is a blackjack"),
    ],
)
def test_nonsense_is_refused_when_the_row_is_built(changes):
    with pytest.raises(ValueError, match=DOUBLE_DECK.variant):
        replace(DOUBLE_DECK, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"insurance": table.Insurance.ON_THE_TURN}, id="insured after the peek"),
        pytest.param({"dealer_card": table.DealerCard.NO_HOLE_CARD}, id="no card to look at"),
        pytest.param({"max_hands": 2}, id="aces split again where no pair is"),
        pytest.param({"expert_mode": True}, id="a scheme for a kept shoe"),
        pytest.param({"dealer_plays_out": False}, id="bingo without the dealer's total"),
        pytest.param({"kept_shoe": None}, id="bingo with fresh shoes"),
        pytest.param({"kept_shoe": KeptShoe(156, 0)}, id="closable before its first card"),
        pytest.param({"kept_shoe": KeptShoe(156, 157)}, id="closable after its end"),
        pytest.param({"kept_shoe": KeptShoe(312, 117)}, id="replaced after its last card"),
    ],
)
def test_nonsense_of_a_hole_card_game_is_refused_when_the_row_is_built(changes):
    with pytest.raises(ValueError, match=BINGO.variant):
        replace(BINGO, **changes)


def test_late_surrender_needs_a_hole_card():
    with pytest.raises(ValueError, match="late surrender"):
        replace(SIX_DECK, surrender=table.Surrender.LATE_NOT_AGAINST_ACE)


def test_a_row_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        SIX_DECK.decks = 1


def test_a_fifth_variant_is_a_row_and_no_code():
    class Fifth(StrEnum):
        FOUR_DECK = "four-deck"

    four_deck = table.Rules(
        variant=Fifth.FOUR_DECK,
        decks=4,
        boxes=7,
        dealer_card=table.DealerCard.NO_HOLE_CARD,
        dealer_plays_out=False,
        insurance=table.Insurance.ON_THE_TURN,
        hits_soft_17=True,
        double_on=DoubleOn.total(10),
        double_after_split=False,
        max_hands=1,
        resplit_aces=False,
        surrender=table.Surrender.EARLY_NOT_AGAINST_ACE,
        expert_mode=True,
    )
    dealt = play(four_deck, "7C 5S 5H 0S 7H", bets={1: 100, 7: 100})
    assert words(dealt) == {"double", "hit", "stand", "surrender"}
    ended = play(four_deck, "6C 5S 5H 0S 7H KD AS 0D", "double surrender", bets={1: 100, 7: 100})
    assert outcomes(ended) == ["win", "surrender"]
