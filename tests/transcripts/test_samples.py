"""The sample transcripts of docs/transcripts replay to exactly the results they state."""

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import call_command

from blackjack.transcript import replay_bytes
from fairplay import codec
from tests.engine import oracle
from tests.transcripts import build_samples

DIRECTORY = build_samples.DIRECTORY
NAMES = sorted(build_samples.SAMPLES)

STATED = {
    # name -> (staked, returned, cards used, outcomes), worked out by hand
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


def read(name, suffix=".json"):
    return (DIRECTORY / f"{name}{suffix}").read_text(encoding="utf-8")


def test_there_are_ten_and_each_has_a_line_in_the_list():
    files = {path.name for path in DIRECTORY.glob("*.json")}
    assert files == {f"{name}{end}" for name in NAMES for end in (".json", ".result.json")}
    assert len(NAMES) == 10
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
    round_ = json.loads(read(name, ".result.json"))["rounds"][0]
    found = [hand["outcome"] for box in round_["boxes"] for hand in box["hands"]]
    used = round_["next_card"]
    assert (round_["staked"], round_["returned"], used, " ".join(map(str, found))) == STATED[name]
    assert round_["finished"] is (name != "unfinished")


@pytest.mark.parametrize("name", NAMES)
def test_signatures_are_those_of_the_string(name):
    document, result = json.loads(read(name)), json.loads(read(name, ".result.json"))
    text = document["secret"].encode("ascii")
    md5 = hashlib.md5(text, usedforsecurity=False).hexdigest()
    sha256 = hashlib.sha256(text).hexdigest()
    assert (document["md5"], document["sha256"]) == (md5, sha256)
    assert result["signatures"] == {"md5": md5, "sha256": sha256, "match": True}
    assert document["rounds"][0]["shown"] == result["rounds"][0]


@pytest.mark.parametrize("name", NAMES)
def test_stated_result_is_that_of_another_telling_of_the_rules(name):
    document = json.loads(read(name))
    entry = document["rounds"][0]
    dealt = oracle.arranged(
        codec.parse(document["secret"]).cards,
        hashlib.sha256(document["secret"].encode()).hexdigest(),
        document.get("player_seed"),
        document["cut"],
        entry.get("moved", ()),
    )
    bets = {int(box): amount for box, amount in entry["bets"].items()}
    scheme = entry.get("scheme", "1D2P")
    told = oracle.play(document["variant"], dealt, bets, scheme, entry["actions"])
    assert json.loads(read(name, ".result.json"))["rounds"] == [told]


@pytest.mark.parametrize("name", NAMES)
def test_files_are_what_their_script_writes(name):
    assert json.loads(read(name)) == build_samples.transcript(name)
