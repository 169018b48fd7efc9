"""Python and JavaScript deal the same transcripts to the same results and the same errors."""

import json
from pathlib import Path

import pytest

from blackjack.transcript import replay
from tests.transcripts.falsified import KINDS, some_falsified
from tests.transcripts.two_tellings import (
    by_javascript,
    by_python,
    differences,
    falsified,
    line,
    random_shoes,
)
from tests.transcripts.writing import put, shoe, signed, transcript
from tools.checker import rules

ROOT = Path(__file__).resolve().parents[2]
SHOES = 300
"""How many random shoes are compared; two falsified transcripts for every five of them."""

pytestmark = pytest.mark.node


@pytest.mark.parametrize("part", range(4))
def test_random_shoes_of_all_games_are_dealt_the_same(part):
    assert list(differences(random_shoes(SHOES // 4, part * SHOES // 4))) == []


def test_falsified_transcripts_fail_the_same_way():
    assert list(differences(falsified(SHOES * 2 // 5))) == []


def test_every_kind_of_falsification_is_refused_at_its_step():
    """What a false value makes of itself shows at the first thing that does not follow from it."""
    steps = {
        "string": {"string", "md5"},
        "signature": {"md5", "sha256"},
        "seed": {"shuffle", "cards", "results"},
        "cut": {"cut", "cards", "results"},
        "moved": {"moved", "cards", "results"},
        "scheme": {"cards", "results"},
        "action": {"cards", "results"},
        "payout": {"results"},
        "card": {"cards"},
    }
    assert set(steps) == set(KINDS)
    vectors = some_falsified(90)
    for (kind, _), told in zip(
        vectors, by_javascript([line(one) for _, one in vectors]), strict=True
    ):
        assert told["result"]["ok"] is False
        assert told["step"] in steps[kind]


def _with(path, value, **whole):
    document = signed(transcript(**whole))
    put(document, path, value)
    return line(document)


def _without(name):
    document = signed(transcript())
    del document[name]
    return line(document)


CAUSES = {
    "newline": lambda text: f"{text}\n",
    "blanks": lambda text: f"  {text}",
    "bom": lambda text: f"\ufeff{text}",
    "encoding": lambda text: text.replace("A", "А", 1),  # Cyrillic
    "changed": lambda text: text.replace("K3Y0", "K3YO", 1),
    "swapped": lambda text: text.replace("7C-0S", "0S-7C", 1),
    "added": lambda text: text.replace("7C", "77C", 1),
    "lost": lambda text: text.replace("-START", "START", 1),
}
"""Slips with a string, by the cause that is to be named."""


@pytest.mark.parametrize("cause", CAUSES)
def test_likely_cause_is_named(cause):
    document = signed(transcript(actions="stand"))
    document["secret"] = CAUSES[cause](document["secret"])
    (theirs,) = by_javascript([line(document)])
    assert theirs["cause"]["key"] == cause
    assert theirs["cause"] == by_python(line(document))["cause"]


def test_changed_character_is_named_with_its_place():
    document = signed(transcript(actions="stand"))
    document["secret"] = document["secret"].replace("K3Y0", "K3YO", 1)
    values = by_python(line(document))["cause"]["values"]
    assert values == {"position": 39, "found": "O", "expected": "0"}


@pytest.mark.parametrize(
    ("name", "change", "cause"),
    [
        ("md5", str.upper, "signature_written"),
        ("sha256", lambda digits: f"{digits} ", "signature_written"),
        ("sha256", lambda digits: "g" + digits[1:], "signature_changed"),
        ("md5", lambda digits: digits[:-1] + "g", "signature_changed"),
    ],
)
def test_changed_signature_is_told_from_a_changed_string(name, change, cause):
    document = signed(transcript(actions="stand"))
    document[name] = change(document[name])
    (theirs,) = by_javascript([line(document)])
    assert (theirs["step"], theirs["cause"]["key"]) == (name, cause)
    assert theirs["cause"] == by_python(line(document))["cause"]


ODD = {
    "no text": b"",
    "blank": b"  ",
    "not utf-8": b'{"format": "\xff"}',
    "mark of order": b"\xef\xbb\xbf{}",
    "not a number": b'{"cut": NaN}',
    "infinity": b'{"cut": -Infinity}',
    "a name twice": b'{"cut": 1, "cut": 1}',
    "a name twice, deep": b'{"rounds": [{"bets": {"1": 1, "1": 2}}]}',
    "a comma too many": b'{"cut": 1,}',
    "a list's comma too many": b"[1,]",
    "something behind": b"{} {}",
    "leading zero": b'{"cut": 01}',
    "plus": b'{"cut": +1}',
    "point without digits": b'{"cut": 1.}',
    "exponent without digits": b'{"cut": 1e}',
    "control character": b'{"cut": "\t"}',
    "unknown escape": b'{"cut": "\\x41"}',
    "short escape": b'{"cut": "\\u00g0"}',
    "no end": b'{"cut": "',
    "no colon": b'{"cut" 1}',
    "name without quotes": b"{cut: 1}",
    "odd blank": b'{"cut":\x0b1}',
    "list": b"[]",
    "number": b"1",
    "null": b"null",
    "too many digits": b'{"cut": ' + b"1" * 4001 + b"}",
    "many digits": _with("cut", 0).replace(b'"cut": 0', b'"cut": ' + b"1" * 4000),
    "digits with a minus": _with("cut", 0).replace(b'"cut": 0', b'"cut": -' + b"1" * 4000),
    "float": _with("cut", 1.0),
    "exponent": _with("cut", 0).replace(b'"cut": 0', b'"cut": 1e0'),
    "true for a number": _with("cut", True),
    "null for a number": _with("cut", None),
    "minus nought": _with("cut", 0).replace(b'"cut": 0', b'"cut": -0'),
    "list for an object": _with("rounds.0.bets", []),
    "number for a text": _with("rounds.0.actions", [1]),
    "text for a list": _with("rounds.0.moved", "1"),
    "other format": _with("format", "blackjack-transcript/2"),
    "unknown field": _with("note", ""),
    "name of every object": _with("constructor", ""),
    "prototype": _with("__proto__", {}),
    "unknown field in a round": _with("rounds.0.toString", ""),
    "bingo elsewhere": _with("rounds.0.bingo", {}),
    "variant of every object": _with("variant", "constructor"),
    "unknown variant": _with("variant", "triple-deck"),
    "unknown rules": _with("rules", 2),
    "rules of long ago": _with("rules", -1),
    "huge rules": _with("rules", 10**30),
    "no rounds": _with("rounds", []),
    "house within": _with("rounds.0.house_from", 0),
    "format is missing": _without("format"),
    "secret is missing": _without("secret"),
    "no date": _with("secret", transcript()["secret"].replace("20251125", "20230229")),
    "leap day": line(
        transcript() | {"secret": transcript()["secret"].replace("20251125", "20240229")}
    ),
    "no time": _with("secret", transcript()["secret"].replace("152133", "246060")),
    "other game's decks": _with("variant", "six-deck", scheme="1D2P").replace(
        b'"scheme": "1D2P", ', b""
    ),
    "empty seed": _with("player_seed", ""),
    "seed of 65": _with("player_seed", "a" * 65),
    "cut behind the end": _with("cut", 105),
    "scheme of every object": _with("rounds.0.scheme", "toString"),
    "moved twice": _with("rounds.0.moved", [3, 4, 3]),
    "moved huge": _with("rounds.0.moved", [10**40]),
    "no bets": _with("rounds.0.bets", {}),
    "bets out of order": line(transcript(bets={"3": 50, "1": 0, "2": 100})),
    "box with nought": _with("rounds.0.bets", {"01": 100}),
    "box of wide digits": _with("rounds.0.bets", {"１": 100}),
    "box of a thousand": _with("rounds.0.bets", {"1000": 100}),
    "box 4": _with("rounds.0.bets", {"4": 100}),
    "half a unit": _with("rounds.0.bets", {"1": 50}),
    "huge bet": line(transcript(bets={"1": 100 * 10**300}, actions="stand")),
    "round is over": line(transcript("7C AS KH 0D", "stand")),
    "action of every object": line(transcript(actions="constructor")),
    "shown is empty": _with("rounds.0.shown", {}),
    "shown more": _with("rounds.0.shown.more", 1),
    "shown as a float": _with("rounds.0.shown.staked", 1000.0),
    "shown as a list": _with("rounds.0.shown.dealer", []),
    "shown as null": _with("rounds.0.shown.dealer.points", None),
    "shown without a box": _with("rounds.0.shown.boxes", []),
    "shown turn": _with("rounds.0.shown.turn", {"box": 1, "hand": 2}),
    "bingo place twice": line(shoe({"total": 18, "bingo": {"1": 100}}, leave=[1, 1])),
    "bingo left in a round": line(
        shoe({"bingo": {"1": 100}, "actions": []}, first="8S 4H 0C 8D", leave=[1])
    ),
    "bingo above the bet": line(shoe({"total": 18, "bingo": {"1": 1100}})),
    "bingo before, nothing laid": line(
        shoe(bingo_before={"1": {"stake": 0, "lit": [], "rounds": 0}})
    ),
    "bingo before, lit twice": line(
        shoe(bingo_before={"1": {"stake": 100, "lit": [17, 17], "rounds": 3}})
    ),
    "bingo before, all lit": line(
        shoe(bingo_before={"1": {"stake": 100, "lit": [17, 18, 19, 20, 21], "rounds": 9}})
    ),
    "bingo before, too quick": line(
        shoe(bingo_before={"5": {"stake": 100, "lit": [17, 18], "rounds": 1}})
    ),
    "bingo before, long ago": line(
        shoe(bingo_before={"5": {"stake": 100, "lit": [17], "rounds": 10**30}})
    ),
    "bingo before, box 6": line(shoe(bingo_before={"6": {"stake": 100, "lit": [17], "rounds": 1}})),
}


def test_odd_and_wrong_transcripts_are_judged_the_same():
    assert list(differences(list(ODD.values()))) == []
    judged = {name: by_python(text)["result"] for name, text in ODD.items()}
    passing = {name for name, result in judged.items() if result["ok"]}
    assert passing == {"leap day", "huge bet", "bingo before, long ago"}


def test_samples_of_the_documentation_are_dealt_the_same():
    samples = sorted(
        path
        for path in (ROOT / "docs" / "transcripts").glob("*.json")
        if not path.name.endswith(".result.json")
    )
    assert samples
    lines = [line(json.loads(path.read_bytes())) for path in samples]
    assert list(differences(lines)) == []
    for path, told in zip(samples, by_javascript(lines), strict=True):
        assert told["result"] == json.loads(path.with_suffix(".result.json").read_bytes())


def test_comparison_finds_a_difference():
    document = signed(transcript(actions="stand"))
    assert replay(document)["ok"]
    ours = by_python(line(document))
    ours["result"]["rounds"][0]["returned"] += 1
    assert ours != by_javascript([line(document)])[0]


def test_rules_for_javascript_are_those_of_the_engine():
    exported = (ROOT / "static" / "js" / "redeal" / "rules.js").read_text()
    assert exported == rules.script(), "stale: run `python -m tools.checker`"
