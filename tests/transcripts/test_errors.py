"""Error codes in their documented order, and those of a transcript's form."""

import copy
import itertools
import json

import pytest

from blackjack.transcript import replay_bytes
from tests.transcripts.writing import error, put, secret, signed, transcript

HUGE = 10**100


BREAKS = {
    # In the documented order: (code, path of the value, the wrong value, the path named).
    "bad_format": ("rounds.0.actions", 5, "rounds[0].actions"),
    "unknown_field": ("cutt", 5, "cutt"),
    "unknown_variant": ("variant", "triple-deck", "variant"),
    "unknown_rules": ("rules", 2, "rules"),
    "bad_secret": ("secret", secret("7C 0S 9H 0D") + "\n", "secret"),
    "signature_mismatch": ("md5", "0" * 32, "md5"),
    "bad_seed": ("player_seed", "short", "player_seed"),
    "bad_cut": ("cut", 105, "cut"),
    "bad_scheme": ("rounds.0.scheme", "3D2P", "rounds[0].scheme"),
    "bad_moved": ("rounds.0.moved", [3, 0], "rounds[0].moved[1]"),
    "bad_bet": ("rounds.0.bets", {"1": 1000, "2": 50}, "rounds[0].bets.2"),
    "round_over": ("rounds.0.actions", ["stand", "split"], "rounds[0].actions[1]"),
    "result_mismatch": ("rounds.0.shown.staked", 1, "rounds[0].shown.staked"),
}


def broken(*codes):
    document = signed(transcript(actions="stand"))
    for code in reversed(codes):  # so that of two wrong values in one place the earlier stays
        path, value, _at = BREAKS[code]
        put(document, path, copy.deepcopy(value))
    return document


@pytest.mark.parametrize("code", BREAKS)
def test_code_and_path(code):
    assert error(broken(code)) == (code, BREAKS[code][2])


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(BREAKS, 2)))
def test_of_two_faults_the_earlier_in_the_list_is_named(first, second):
    assert error(broken(first, second)) == (first, BREAKS[first][2])


def test_all_faults_at_once_are_found_one_after_the_other():
    for start in range(len(BREAKS)):
        codes = list(BREAKS)[start:]
        assert error(broken(*codes)) == (codes[0], BREAKS[codes[0]][2])


# --- bad_format

WRONG_TYPES: dict[str, tuple[object, ...]] = {
    "format": (None, 1, True, [], {}),
    "variant": (None, 1, [], {}),
    "secret": (None, 7, ["AS"]),
    "rounds": (None, {}, "", 0),
    "rules": (None, True, 1.0, "1", [1]),
    "md5": (None, 0, False),
    "sha256": (None, 0, []),
    "player_seed": (None, 1234567890123456, True),
    "cut": (None, True, 12.0, "12", [12], float(10**20)),
    "leave": (None, 1, [True], ["1"]),
    "bingo_before": (None, [], {"1": 5}, {"1": {"stake": 100}}),
    "rounds.0": (None, [], "stand", 1),
    "rounds.0.bets": (None, [], [1000], 1000),
    "rounds.0.bets.1": (None, True, 1000.0, "1000", []),
    "rounds.0.actions": (None, "stand", {"0": "stand"}),
    "rounds.0.actions.0": (None, 0, True, ["stand"]),
    "rounds.0.scheme": (None, 1, []),
    "rounds.0.moved": (None, "3,1", 3, {}),
    "rounds.0.moved.0": (None, True, 3.0, "3"),
    "rounds.0.house_from": (None, True, "0", 0.0),
    "rounds.0.shown": (None, [], True, ""),
}


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in WRONG_TYPES.items() for value in values]
)
def test_wrong_type_is_named_before_anything_else(path, value):
    document = broken("unknown_field", "unknown_variant", "bad_secret", "bad_cut")
    document["rounds"][0]["moved"] = [3]
    put(document, path, value)
    code, at = error(document)
    assert code == "bad_format"
    named = at.replace("[", ".").replace("]", "")
    assert named == path or (path in {"leave", "bingo_before"} and named.startswith(path))


@pytest.mark.parametrize("document", [None, [], "", 1, True, [transcript()]])
def test_a_transcript_is_an_object(document):
    assert error(document) == ("bad_format", "")


@pytest.mark.parametrize("name", ["format", "variant", "secret", "rounds"])
def test_missing_field_is_named(name):
    document = broken("unknown_field")
    del document[name]
    assert error(document) == ("bad_format", name)


@pytest.mark.parametrize("name", ["bets", "actions"])
def test_missing_field_of_a_round_is_named(name):
    document = broken("unknown_field")
    del document["rounds"][0][name]
    assert error(document) == ("bad_format", f"rounds[0].{name}")


@pytest.mark.parametrize("name", ["", "blackjack-transcript/2", "Blackjack-transcript/1"])
def test_another_format_is_named_before_unknown_fields(name):
    assert error(broken("unknown_field") | {"format": name}) == ("bad_format", "format")


@pytest.mark.parametrize("variant", ["double-deck", "six-deck"])
@pytest.mark.parametrize("number", [0, 2])
def test_fresh_shoe_has_exactly_one_round(variant, number):
    document = transcript(variant=variant)
    document["rounds"] *= number
    assert error(document | {"cutt": 1}) == ("bad_format", "rounds")


@pytest.mark.parametrize("index", [-1, 1, HUGE])
def test_house_began_at_an_action_of_the_round(index):
    document = transcript(actions="stand", house_from=index)
    assert error(document) == ("bad_format", "rounds[0].house_from")


# --- unknown_field


@pytest.mark.parametrize("name", ["cutt", "Cut", "moved", "scheme", "", "\ud800", "bets", "a.b"])
def test_unknown_field_is_named(name):
    assert error(transcript() | {name: []}) == ("unknown_field", name)


@pytest.mark.parametrize("name", ["secret", "cut", "insurance", ""])
def test_unknown_field_of_a_round_is_named(name):
    document = transcript()
    document["rounds"][0][name] = 1
    assert error(document) == ("unknown_field", f"rounds[0].{name}")


@pytest.mark.parametrize(("name", "value"), [("scheme", "1D2P"), ("moved", [])])
def test_six_deck_has_no_expert_fields(name, value):
    document = transcript(variant="six-deck", **{name: value})
    assert error(document) == ("unknown_field", f"rounds[0].{name}")


@pytest.mark.parametrize("variant", ["double-deck", "six-deck"])
@pytest.mark.parametrize(
    ("where", "field"),
    [
        ("", {"leave": []}),
        ("", {"bingo_before": {}}),
        ("rounds[0].", {"leave": []}),
        ("rounds[0].", {"bingo": {}}),
    ],
)
def test_european_games_have_no_bingo_fields(variant, where, field):
    document = transcript(variant=variant)
    (document["rounds"][0] if where else document).update(field)
    assert error(document) == ("unknown_field", where + next(iter(field)))


# --- unknown_variant, unknown_rules


@pytest.mark.parametrize("variant", ["", "Double-deck", "double_deck", "DOUBLE_DECK", "\ud800"])
def test_unknown_variant(variant):
    assert error(transcript() | {"variant": variant}) == ("unknown_variant", "variant")


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"rounds": []}, id="its number of rounds"),
        pytest.param({"leave": [1], "bingo_before": {}}, id="its fields"),
    ],
)
def test_of_an_unknown_variant_nothing_else_is_known(fields):
    document = transcript() | {"variant": "baccarat"} | fields
    assert error(document) == ("unknown_variant", "variant")


@pytest.mark.parametrize("version", [0, -1, 2, HUGE])
def test_unknown_rules(version):
    assert error(transcript(rules=version)) == ("unknown_rules", "rules")


def test_the_largest_number_that_is_read_can_be_printed_again():
    """Three such bets make sums that are longer still."""
    bet = "9" * 3998 + "00"
    bets = ", ".join(f'"{box}": {bet}' for box in (1, 2, 3))
    document = transcript(actions="stand stand stand", bets={"1": 100})
    text = json.dumps(document).replace('"1": 100', bets)
    result = replay_bytes(text.encode())
    assert result["ok"]
    assert len(json.dumps(result)) > 4000
    longer = replay_bytes(text.replace(bet, "9" + bet).encode())
    assert longer["error"]["code"] == "bad_json"
