"""Bingo in transcripts: what is wrong with a bet, a place to leave or a session, and where."""

import copy
import json

import pytest

from blackjack.transcript import replay, replay_bytes
from tests.transcripts.writing import error, put, shoe

TWO = {"1": 1000, "2": 500}


def session(stake, lit, rounds):
    return {"stake": stake, "lit": lit, "rounds": rounds}


BEFORE = {"1": session(200, [17, 20], 3)}


@pytest.mark.parametrize(
    ("leave", "index"), [([2], 0), ([1, 1], 1), ([1, 3], 1), ([0], 0), ([-1], 0), ([10**50], 0)]
)
def test_a_place_without_a_session_cannot_be_left(leave, index):
    document = shoe({"total": 18, "leave": leave}, bingo_before=BEFORE)
    assert error(document) == ("bad_leave", f"rounds[0].leave[{index}]")
    document = shoe({"total": 18}, bingo_before=BEFORE, leave=leave)
    assert error(document) == ("bad_leave", f"leave[{index}]")


def test_a_session_that_ended_cannot_be_left():
    document = shoe({"total": 22}, {"total": 18, "leave": [1]}, bingo_before=BEFORE)
    assert error(document) == ("bad_leave", "rounds[1].leave[0]")


def test_a_session_of_the_same_round_cannot_be_left_in_it():
    document = shoe({"total": 18, "bingo": {"1": 100}, "leave": [1]})
    assert error(document) == ("bad_leave", "rounds[0].leave[0]")


def test_nothing_is_left_within_a_round():
    document = shoe({"total": 18, "actions": []}, bingo_before=BEFORE, leave=[1])
    assert error(document) == ("bad_leave", "leave[0]")
    assert replay(document | {"leave": []})["ok"]


BAD_BETS = [
    pytest.param({"1": 0}, "1", id="nothing"),
    pytest.param({"1": -100}, "1", id="negative"),
    pytest.param({"1": 150}, "1", id="no whole units"),
    pytest.param({"1": 1100}, "1", id="above the main bet"),
    pytest.param({"1": 10**100}, "1", id="far above the main bet"),
    pytest.param({"3": 100}, "3", id="no main bet"),
    pytest.param({"6": 100}, "6", id="no such box"),
    pytest.param({"01": 100}, "01", id="no number of a box"),
    pytest.param({"": 100}, "", id="no name"),
    pytest.param({"2": 100}, "2", id="a running session"),
    pytest.param({"1": 100, "2": 100, "3": 100}, "2", id="the first of two"),
]


@pytest.mark.parametrize(("bets", "box"), BAD_BETS)
def test_bad_bingo_bet(bets, box):
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"2": 100}}, {"total": 20, "bets": TWO, "bingo": bets}
    )
    assert error(document) == ("bad_bingo", f"rounds[1].bingo.{box}")


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        ("stake", 0, "stake"),
        ("stake", 50, "stake"),
        ("stake", -200, "stake"),
        ("lit", [16], "lit[0]"),
        ("lit", [17, 22], "lit[1]"),
        ("lit", [17, 17], "lit[1]"),
        ("lit", [17, 18, 19, 20, 21], "lit[4]"),
        ("rounds", 1, "rounds"),
        ("rounds", -1, "rounds"),
    ],
)
def test_a_session_that_nobody_can_have_had_is_refused(path, value, at):
    document = shoe({"total": 18, "bets": {"9": 50}}, bingo_before=copy.deepcopy(BEFORE))
    document["bingo_before"]["1"][path] = value
    assert error(document) == ("bad_bingo", f"bingo_before.1.{at}")


@pytest.mark.parametrize("box", ["0", "6", "01", "", "x"])
def test_a_session_is_on_a_box_of_the_table(box):
    document = shoe(bingo_before={box: session(100, [17], 1)})
    assert error(document) == ("bad_bingo", f"bingo_before.{box}")


def test_results_of_the_largest_session_that_is_read_can_be_printed():
    most = 10**4000 - 100
    document = shoe({"total": 21}, bingo_before={"1": session(most, [17, 18, 19, 20], most)})
    result = replay_bytes(json.dumps(document).encode())
    assert json.loads(json.dumps(result))["bingo_paid"][0]["returned"] == 11 * most
    document = shoe({"total": 18}, bingo_before={"1": session(most, [], most)})
    result = replay_bytes(json.dumps(document).encode())
    assert json.loads(json.dumps(result))["bingo"]["1"]["rounds"] == most + 1


@pytest.mark.parametrize("name", ["pay_table", "cells", ""])
def test_unknown_field_of_a_session_is_named(name):
    document = shoe({"total": 18}, bingo_before={"1": session(100, [17], 1) | {name: 1}})
    assert error(document) == ("unknown_field", f"bingo_before.1.{name}")


@pytest.mark.parametrize("name", ["stake", "lit", "rounds"])
def test_missing_field_of_a_session_is_named(name):
    document = shoe({"total": 18, "cutt": 1}, bingo_before={"1": session(100, [17], 1)})
    del document["bingo_before"]["1"][name]
    assert error(document) == ("bad_format", f"bingo_before.1.{name}")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("leave", None),
        ("leave", {"1": 1}),
        ("leave.0", "1"),
        ("leave.0", True),
        ("bingo_before.1", None),
        ("bingo_before.1.stake", 100.0),
        ("bingo_before.1.lit", 17),
        ("bingo_before.1.lit.0", True),
        ("bingo_before.1.rounds", "3"),
        ("rounds.0.leave", 1),
        ("rounds.0.bingo", [100]),
        ("rounds.0.bingo.2", True),
        ("rounds.0.bingo.2", "100"),
    ],
)
def test_wrong_type_is_named(path, value):
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"2": 100}, "cutt": 1},
        bingo_before=copy.deepcopy(BEFORE),
        leave=[1],
    )
    put(document, path, value)
    code, at = error(document)
    assert (code, at.replace("[", ".").replace("]", "")) == ("bad_format", path)


FAULTS = {
    # In the documented order: what is wrong in the second round, and the path named.
    "bad_leave": ({"leave": [3]}, "rounds[1].leave[0]"),
    "bad_bet": ({"bets": {"1": 1000, "2": 50}}, "rounds[1].bets.2"),
    "bad_bingo": ({"bingo": {"1": 2000}}, "rounds[1].bingo.1"),
    "round_over": ({"actions": ["stand", "stand", "fold"]}, "rounds[1].actions[2]"),
    "result_mismatch": ({"shown": {}}, "rounds[1].shown.finished"),
}


@pytest.mark.parametrize("first", FAULTS)
@pytest.mark.parametrize("second", FAULTS)
def test_of_two_faults_of_a_round_the_earlier_in_the_list_is_named(first, second):
    document = shoe({"total": 18, "bets": TWO}, {"total": 20, "bets": TWO}, leave=[4])
    for code in (first, second):
        document["rounds"][1] |= FAULTS[code][0]
    code = min(first, second, key=list(FAULTS).index)
    assert error(document) == (code, FAULTS[code][1])


def test_faults_of_the_rounds_are_named_before_places_left_after_them():
    document = shoe({"total": 18, "actions": ["fold"]}, leave=[4])
    assert error(document) == ("illegal_action", "rounds[0].actions[0]")
