"""A game put together from its up cards, and a shoe small enough to analyse whole at once."""

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from blackjack.analysis import exact, published, results
from blackjack.analysis.stock import counted, fresh
from blackjack.engine.cards import decks
from blackjack.engine.rules import BINGO, SIX_DECK, Surrender, Variant, rules_of
from blackjack.management.commands.analyse import summary

SMALL = (4, 0, 0, 0, 0, 0, 0, 8, 4, 16)
"""Aces, eights, nines and tens: two decks and no middle."""


def test_every_row_is_one_shoe_of_its_decks():
    for variant in Variant:
        rules = rules_of(variant)
        assert fresh(rules) == (*[4 * rules.decks] * 9, 16 * rules.decks)
        assert fresh(rules) == counted(decks(rules.decks))


def test_up_cards_shared_out_give_the_same():
    with ProcessPoolExecutor(2) as pool:
        shared = exact.analyse(BINGO, SMALL, each=pool.map)
    assert shared == exact.analyse(BINGO, SMALL)


def test_more_that_is_allowed_is_never_worth_less():
    """Each rule of its own: surrender, re-splits, doubling after a split, the dealer's peek."""
    poorer = [
        (SIX_DECK, replace(SIX_DECK, surrender=Surrender.NONE)),
        (BINGO, replace(BINGO, max_hands=2, resplit_aces=False)),
        (BINGO, replace(BINGO, resplit_aces=False)),
        (BINGO, replace(BINGO, double_after_split=False)),
        (SIX_DECK, replace(SIX_DECK, double_after_split=False)),
    ]
    whole = {rich.variant: exact.analyse(rich, SMALL) for rich in (BINGO, SIX_DECK)}
    for rich, poor in poorer:
        more, less = whole[rich.variant], exact.analyse(poor, SMALL)
        for name in ("ev_composition", "ev_table"):
            assert more[name] >= less[name] - 1e-15


def test_what_is_kept_can_be_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "DIRECTORY", tmp_path)
    result = exact.analyse(BINGO, SMALL)
    path = results.write(BINGO, result)
    assert path.parent == tmp_path
    assert results.read(Variant.BINGO) == {
        "rules": results.rules_hash(BINGO),
        **json.loads(json.dumps(result)),
    }


def test_a_game_that_was_not_analysed_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "DIRECTORY", tmp_path)
    published.load.cache_clear()
    with pytest.raises(FileNotFoundError):
        published.load(Variant.BINGO)


def test_the_command_prints_figures_and_the_table():
    printed = summary(results.read(Variant.BINGO)).splitlines()
    assert any(line.split()[-1] == "0.933652023304" for line in printed)
    (tens,) = (line.split() for line in printed if line.split()[:2] == ["pair", "10"])
    assert tens == ["pair", "10", *"SSSSSSSSSS"]


@pytest.mark.parametrize("arguments", [("poker",), (), ("classic", "--processes", "x")])
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(CommandError):
        call_command("analyse", *arguments, stdout=StringIO())
