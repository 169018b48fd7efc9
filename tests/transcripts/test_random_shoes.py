"""Whole random shoes of all four games replay to what an independent telling says."""

import json
from collections import Counter

import pytest

from blackjack.engine.rules import Variant
from blackjack.transcript import replay
from tests.transcripts.random_shoes import require_same, written

SAMPLE = {"double-deck": 60, "six-deck": 40, "classic": 40, "bingo": 60}
"""A fixed sample; `python -m tests.transcripts.random_shoes 10000` compares the whole."""


@pytest.mark.parametrize("game", SAMPLE)
def test_random_shoes_agree_with_another_telling(game):
    for number in range(SAMPLE[game]):
        require_same(game, number)


def test_sample_covers_all_four_games():
    assert set(SAMPLE) == set(Variant)


def test_sample_reaches_what_it_is_for():
    """Long shoes, unfinished rounds, re-splits, every way for a session to end."""
    seen: Counter[str] = Counter()
    for number in range(SAMPLE["bingo"]):
        document = written("bingo", number)
        result = replay(document)
        rounds = result["rounds"]
        seen["no round"] += not rounds
        seen["long"] += bool(rounds) and rounds[-1]["next_card"] >= 156
        seen["unfinished"] += bool(rounds) and not rounds[-1]["finished"]
        seen["carried in"] += bool(document.get("bingo_before"))
        seen["carried out"] += bool(result["bingo"])
        seen.update({line["combination"] for line in result["bingo_paid"]})
        hands = [len(box["hands"]) for one in rounds for box in one["boxes"]]
        seen["four hands"] += max(hands, default=0) == 4
        seen["insured"] += '"insure"' in json.dumps(document["rounds"])
    for what in (
        *("no round", "none", "long", "unfinished", "carried in", "carried out", "insured"),
        *("three", "four", "full_house", "four hands"),
    ):
        assert seen[what], f"no shoe of the sample shows: {what}"


def test_a_shoe_is_the_same_each_time_it_is_written():
    assert written("bingo", 3) == written("bingo", 3)
    assert written("bingo", 3) != written("bingo", 4)
