"""How strictly a transcript is read: JSON that two readers could take differently is refused."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack.transcript import replay_bytes
from tests.transcripts.writing import put, shoe, signed, transcript

GOOD = json.dumps(transcript(actions="stand"))
PLAYED = signed(transcript("AC 8S 8H 0H 3D KD QS", "insure split stand hit"))
BINGO = signed(
    shoe(
        {"total": 18, "bets": {"1": 1000, "2": 500}, "bingo": {"2": 100}},
        {"total": 17, "leave": [1], "bingo": {"1": 300}},
        {"total": 20, "bets": {"1": 1000, "3": 700}, "actions": ["stand"]},
        bingo_before={"1": {"stake": 200, "lit": [17, 20], "rounds": 3}},
        leave=[],
    )
)
CODES = {
    *("bad_json", "bad_format", "unknown_field", "unknown_variant", "unknown_rules"),
    *("bad_secret", "signature_mismatch", "bad_seed", "bad_cut", "unfinished_round"),
    *("shoe_over", "bad_scheme", "bad_moved", "bad_leave", "bad_bet", "bad_bingo"),
    *("round_over", "illegal_action", "result_mismatch"),
}


def other(old, new):
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def with_cut(text):
    return f'{GOOD[:-1]}, "cut": {text}}}'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \n", id="blank"),
        pytest.param("{", id="cut off"),
        pytest.param(GOOD[:-1], id="the last bracket is missing"),
        pytest.param(GOOD + GOOD, id="two documents"),
        pytest.param(GOOD + ",", id="a comma too many"),
        pytest.param(GOOD.replace('"', "'"), id="single quotes"),
        pytest.param("\ufeff" + GOOD, id="a byte order mark"),
        pytest.param(with_cut("NaN"), id="NaN"),
        pytest.param(with_cut("Infinity"), id="Infinity"),
        pytest.param(with_cut("-Infinity"), id="-Infinity"),
        pytest.param(with_cut("012"), id="a leading zero"),
        pytest.param(with_cut("+12"), id="a plus sign"),
        pytest.param(with_cut("0x0C"), id="hexadecimal"),
        pytest.param(with_cut("1_2"), id="underscore in a number"),
        pytest.param(with_cut('12, "cut": 12'), id="a name twice"),
        pytest.param(other('"bets": {', '"bets": {"1": 500, '), id="a box twice"),
        pytest.param(other('"1": 1000', r'"1": 1000, "\u0031": 500'), id="a box twice, escaped"),
        pytest.param(other("anna", "an\nna"), id="a newline within a text"),
        pytest.param("[" * 100_000 + "]" * 100_000, id="lists nested too deeply"),
        pytest.param('{"a":' * 100_000 + "1" + "}" * 100_000, id="objects nested too deeply"),
        pytest.param("[" * 100_000, id="nested and cut off"),
    ],
)
def test_bad_json(text):
    result = replay_bytes(text.encode())
    assert (result["ok"], result["error"]["code"], result["error"]["at"]) == (
        False,
        "bad_json",
        "",
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le"])
def test_other_encodings_are_refused(encoding):
    assert replay_bytes(GOOD.encode(encoding))["error"]["code"] == "bad_json"


@pytest.mark.parametrize("junk", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82", b"\xd0"])
def test_invalid_utf8_is_refused(junk):
    text = GOOD.encode().replace(b"anna", b"anna" + junk)
    assert replay_bytes(text)["error"]["code"] == "bad_json"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("12.0", "bad_format"),
        ("1e1", "bad_format"),
        ("1e999", "bad_format"),
        ("-0", "bad_cut"),
        ("9" * 4000, "bad_cut"),
        ("12", None),
    ],
)
def test_numbers(number, code):
    result = replay_bytes(with_cut(number).encode())
    assert result.get("error", {}).get("code") == code


def test_number_of_very_many_digits_is_refused():
    assert replay_bytes(with_cut("9" * 100_000).encode())["ok"] is False


@pytest.mark.parametrize("depth", range(900, 1000, 7))
def test_nesting_within_what_was_shown_is_a_difference_or_no_json(depth):
    document = signed(transcript(actions="stand"))
    put(document, "rounds.0.shown.dealer.points", "HERE")
    text = json.dumps(document).replace('"HERE"', "[" * depth + "]" * depth)
    assert replay_bytes(text.encode())["error"]["code"] in {"result_mismatch", "bad_json"}


@pytest.mark.parametrize("text", [GOOD, f"\t{GOOD}\r\n", json.dumps(json.loads(GOOD), indent=4)])
def test_layout_does_not_matter(text):
    assert replay_bytes(text.encode())["ok"] is True


# --- anything at all is answered

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["hit", "stand", "split", "2D2P", "six-deck", "1", 100, 1000, [], {}])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["cut", "rules", "player_seed", "moved", "scheme", "bingo", "bingo_before", "leave", "1", "x"]
)


def require_answer(text):
    result = replay_bytes(text)
    json.dumps(result, allow_nan=False).encode("ascii")
    if result["ok"] is True:
        assert set(result) - {"bingo", "bingo_paid"} == {"ok", "signatures", "rounds"}
    else:
        assert set(result) == {"ok", "error"}
        assert set(result["error"]) == {"at", "code", "message"}
        assert result["error"]["code"] in CODES
        assert isinstance(result["error"]["at"], str)
        assert result["error"]["message"]
    return result


@st.composite
def mutated(draw):
    """A good transcript with some of its parts replaced, removed or added."""
    document = copy.deepcopy(draw(st.sampled_from([PLAYED, BINGO])))
    for _ in range(draw(st.integers(1, 3))):
        node = document
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(node[key], dict | list) and draw(st.integers(0, 3)):
                node = node[key]
                continue
            change = draw(st.sampled_from(["replace", "remove", "add"]))
            if change == "replace":
                node[key] = draw(VALUES)
            elif change == "remove":
                del node[key]
            elif isinstance(node, dict):
                node[draw(NAMES)] = draw(VALUES)
            else:
                node.insert(key, draw(VALUES))
            break
    return document


@settings(max_examples=500)
@given(mutated())
def test_mutated_documents_are_always_answered(document):
    require_answer(json.dumps(document).encode())


@settings(max_examples=200)
@given(st.data())
def test_mutated_bytes_are_always_answered(data):
    text = bytearray(GOOD.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    require_answer(bytes(text))


@given(st.binary(max_size=60))
def test_any_bytes_are_answered(text):
    assert require_answer(text)["ok"] is False


@given(VALUES)
def test_any_json_is_answered(value):
    assert require_answer(json.dumps(value).encode())["ok"] is False
