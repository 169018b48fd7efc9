"""The sample transcripts of docs/transcripts replay to exactly the results they state."""

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import call_command

from blackjack.transcript import replay_bytes
from tests.transcripts import build_samples
from tests.transcripts.random_shoes import expected

DIRECTORY = build_samples.DIRECTORY
NAMES = sorted(build_samples.SAMPLES)

STATED = {
    # name -> (staked, returned, cards used, outcomes) of its round, worked out by hand
    "all-bust": (3000, 0, 8, "bust bust"),
    "double-and-soft-17": (4500, 9000, 8, "win win"),
    "early-surrender": (1300, 150, 6, "surrender lose"),
    "expert-moved-cards": (2000, 2500, 10, "push win push"),
    "insured-split": (3500, 3500, 9, "lose lose push"),
    "only-blackjacks-left": (400, 1000, 7, "blackjack blackjack"),
    "only-insurance-left": (2500, 0, 8, "bust bust"),
    "own-shuffle-ended-by-the-house": (2700, 4400, 13, "win bust win win"),
    "split-aces": (5000, 7000, 12, "win push win bust"),
    "unfinished": (4500, 0, 8, "None None None"),
}
FILLING = [(500, 0, 51 + 12 * number, "lose lose lose lose lose") for number in range(1, 10)]
STATED_ROUNDS = {
    # name -> the same of every round of a kept shoe
    "classic-shoe": [
        (5000, 5500, 8, "push lose lose"),
        (2000, 4000, 15, "win win"),
        (5000, 9000, 26, "win win push"),
        (1000, 0, 31, "bust"),
        (1500, 0, 36, "lose"),
    ],
    "bingo-shoe": [
        (1500, 2000, 6, "win lose"),
        (6500, 7250, 21, "win lose lose push blackjack"),
        (7000, 4500, 31, "surrender lose win lose"),
        (5500, 5000, 38, "push push"),
        (3000, 0, 45, "lose lose"),
        (3000, 0, 51, "lose lose"),
        *FILLING,
    ],
} | {name: [stated] for name, stated in STATED.items()}
STATED_BINGO = {
    "3": {"stake": 2000, "lit": [17, 18, 20, 21], "rounds": 13},
    "4": {"stake": 100, "lit": [18], "rounds": 9},
}
STATED_PAID = [
    # box, after so many rounds, combination, stake, returned
    (4, 0, "three", 500, 1000),
    (1, 1, "three", 200, 400),
    (2, 2, "none", 100, 0),
    (1, 6, "jackpot", 300, 18300),
    (5, 15, "none", 100, 0),
]


def read(name, suffix=".json"):
    return (DIRECTORY / f"{name}{suffix}").read_text(encoding="utf-8")


def test_there_are_twelve_and_each_has_a_line_in_the_list():
    files = {path.name for path in DIRECTORY.glob("*.json")}
    assert files == {f"{name}{end}" for name in NAMES for end in (".json", ".result.json")}
    assert len(NAMES) == 12
    listed = [
        line.split("`")[1] for line in read("README", ".md").splitlines() if line.startswith("| `")
    ]
    assert sorted(listed) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_sample_replays_to_the_result_it_states(name):
    stated = read(name, ".result.json")
    assert replay_bytes(read(name).encode()) == json.loads(stated)
    printed = StringIO()
    call_command("replay", str(DIRECTORY / f"{name}.json"), stdout=printed)
    assert printed.getvalue() == stated


@pytest.mark.parametrize("name", NAMES)
def test_stated_result_is_the_one_worked_out_by_hand(name):
    rounds = json.loads(read(name, ".result.json"))["rounds"]
    for round_, stated in zip(rounds, STATED_ROUNDS[name], strict=True):
        found = [hand["outcome"] for box in round_["boxes"] for hand in box["hands"]]
        used = round_["next_card"]
        assert (round_["staked"], round_["returned"], used, " ".join(map(str, found))) == stated
        assert round_["finished"] is (name != "unfinished")


def test_stated_sessions_are_those_worked_out_by_hand():
    result = json.loads(read("bingo-shoe", ".result.json"))
    assert result["bingo"] == STATED_BINGO
    assert [tuple(line.values()) for line in result["bingo_paid"]] == STATED_PAID


def test_bingo_sample_is_a_whole_shoe_with_sessions_carried_in_and_out():
    document = json.loads(read("bingo-shoe"))
    assert document["bingo_before"]
    document["rounds"].append({"bets": {"1": 100}, "actions": []})
    error = replay_bytes(json.dumps(document).encode())["error"]
    assert (error["code"], error["at"]) == ("shoe_over", "rounds[15]")


@pytest.mark.parametrize("name", NAMES)
def test_signatures_are_those_of_the_string(name):
    document, result = json.loads(read(name)), json.loads(read(name, ".result.json"))
    text = document["secret"].encode("ascii")
    md5 = hashlib.md5(text, usedforsecurity=False).hexdigest()
    sha256 = hashlib.sha256(text).hexdigest()
    assert (document["md5"], document["sha256"]) == (md5, sha256)
    assert result["signatures"] == {"md5": md5, "sha256": sha256, "match": True}
    assert [entry["shown"] for entry in document["rounds"]] == result["rounds"]


@pytest.mark.parametrize("name", NAMES)
def test_stated_result_is_that_of_another_telling_of_the_rules(name):
    document = json.loads(read(name))
    result = json.loads(read(name, ".result.json"))
    told = expected(document)
    assert {key: result[key] for key in told} == told
    assert set(result) == {"ok", "signatures", *told}


@pytest.mark.parametrize("name", NAMES)
def test_files_are_what_their_script_writes(name):
    assert json.loads(read(name)) == build_samples.transcript(name)
