"""Transcripts of kept shoes: round after round from one string, until the shoe is over."""

import copy
import hashlib

import pytest

from blackjack.transcript import replay
from fairplay import codec
from tests.engine import oracle
from tests.transcripts.writing import BOX, error, shoe, signed, transcript

KEPT = pytest.mark.parametrize("variant", ["classic", "bingo"])
OPEN = {"total": 18, "actions": []}


@KEPT
def test_rounds_go_on_where_the_last_one_ended(variant):
    document = shoe({"total": 18}, {"total": 21}, {"total": 22}, variant=variant)
    result = replay(document)
    assert [one["next_card"] for one in result["rounds"]] == [4, 9, 14]
    assert [one["dealer"]["points"] for one in result["rounds"]] == [18, 21, 22]
    assert [one["returned"] for one in result["rounds"]] == [0, 0, 2000]
    assert all(one["finished"] for one in result["rounds"])


@KEPT
def test_a_drawn_card_moves_every_later_round(variant):
    first = f"{BOX} 0C 8D 2S {BOX} 0C 9D"
    rounds = ({"actions": ["hit", "stand"]}, {"actions": ["stand"]})
    result = replay(shoe(*rounds, variant=variant, first=first))
    assert result["rounds"][0]["boxes"][0]["hands"][0]["cards"] == ["8S", "9H", "2S"]
    assert result["rounds"][1]["dealer"]["cards"] == ["0C", "9D"]
    assert result["rounds"][1]["next_card"] == 9


def with_order(document, cards):
    """The same transcript with another signed order."""
    parts = codec.parse(document["secret"])
    words = {name: getattr(parts, name) for name in ("login", "date", "time", "key")}
    return document | {"secret": codec.encode(cards=cards, **words)}


@KEPT
def test_cut_is_made_once_for_all_rounds(variant):
    document = shoe({"total": 18}, {"total": 21}, {"total": 17}, variant=variant)
    cards = codec.parse(document["secret"]).cards
    behind = with_order(document, [*cards[-100:], *cards[:-100]])
    assert replay(behind | {"cut": 100})["rounds"] == replay(document)["rounds"]
    assert replay(document | {"cut": 312}) == replay(document)
    assert error(document | {"cut": 313}) == ("bad_cut", "cut")


@KEPT
def test_own_shuffle_is_made_once_for_all_rounds(variant):
    document = shoe({"total": 18}, variant=variant, player_seed="aB3dE6gH9jK2mN5p", cut=77)
    sha256 = hashlib.sha256(document["secret"].encode()).hexdigest()
    cards = codec.parse(document["secret"]).cards
    dealt = oracle.arranged(cards, sha256, document["player_seed"], 77)
    plain = with_order(document, dealt) | {"cut": 312}
    del plain["player_seed"]
    document["rounds"] = plain["rounds"] = []
    while len(document["rounds"]) < 5:
        bets = {"2": 1000, "4": 500}
        document["rounds"].append({"bets": bets, "actions": []})
        while (last := replay(plain)["rounds"][-1])["legal"]:
            word = "decline" if "decline" in last["legal"] else "stand"
            document["rounds"][-1]["actions"].append(word)
    assert replay(document)["rounds"] == replay(plain)["rounds"]


@KEPT
def test_what_every_round_showed_is_compared(variant):
    document = signed(shoe({"total": 18}, {"total": 21}, OPEN, variant=variant))
    assert replay(document)["signatures"]["match"] is True
    for index in range(3):
        other = copy.deepcopy(document)
        other["rounds"][index]["shown"]["next_card"] += 1
        assert error(other) == ("result_mismatch", f"rounds[{index}].shown.next_card")


@KEPT
def test_only_the_last_round_may_be_unfinished(variant):
    result = replay(shoe({"total": 18}, {"total": 21}, OPEN, variant=variant))
    assert [one["finished"] for one in result["rounds"]] == [True, True, False]
    assert result["rounds"][2]["dealer"]["cards"] == ["0C"]
    assert result["rounds"][2]["next_card"] == 13
    document = shoe({"total": 18}, OPEN, {"total": 21}, variant=variant)
    assert error(document) == ("unfinished_round", "rounds[2]")


@KEPT
def test_insurance_that_is_being_decided_is_an_unfinished_round(variant):
    bets = {"1": 1000, "3": 1000}
    entry = {"bets": bets, "actions": ["decline"]}
    document = shoe(entry, variant=variant, first=f"{BOX} {BOX} AC KD")
    round_ = replay(document)["rounds"][0]
    assert round_["turn"] == {"box": 3, "hand": 1}
    assert round_["legal"] == ["decline", "insure"]
    assert round_["dealer"] == {
        "cards": ["AC"],
        "points": 11,
        "soft": True,
        "blackjack": False,
        "bust": False,
    }
    document["rounds"].append({"bets": bets, "actions": []})
    assert error(document) == ("unfinished_round", "rounds[1]")
    document["rounds"] = [{"bets": bets, "actions": ["decline", "insure", "stand"]}]
    assert error(document) == ("round_over", "rounds[0].actions[2]")
    document["rounds"] = [{"bets": bets, "actions": ["decline", "double"]}]
    assert error(document) == ("illegal_action", "rounds[0].actions[1]")


def to_the_mark(variant, hits):
    """Rounds of five boxes against two kings, the last with some hits, up to the shoe's mark.

    The cards are 3 to 9 for the boxes in twos that are no blackjack, and twos to hit.
    """
    full, last_boxes = {"classic": (16, 5), "bingo": (12, 4)}[variant]
    low = [rank + suit for rank in "3456789" for suit in "SCDH" for _ in range(6)]
    kings = [rank + suit for rank in "KQ" for suit in "SCDH" for _ in range(6)]
    cards, rounds = [], []
    for boxes in [5] * full:
        cards += [low.pop() for _ in range(2 * boxes)] + [kings.pop(), kings.pop()]
        rounds.append(dict.fromkeys(map(str, range(1, boxes + 1)), 100))
    entries = [{"bets": bets, "actions": ["stand"] * 5} for bets in rounds]
    cards += ["2S", "2C", *[low.pop() for _ in range(2 * last_boxes - 2)]]
    cards += [kings.pop(), kings.pop(), *["2D", "2H"] * 2]
    bets = dict.fromkeys(map(str, range(1, last_boxes + 1)), 100)
    entries.append({"bets": bets, "actions": ["hit"] * hits + ["stand"] * last_boxes})
    return shoe(*entries, variant=variant, first=" ".join(cards))


@pytest.mark.parametrize(("variant", "mark", "hits"), [("classic", 208, 4), ("bingo", 156, 2)])
def test_no_round_begins_once_the_shoe_has_passed_its_mark(variant, mark, hits):
    """A32."""
    another = {"bets": {"1": 100}, "actions": []}
    document = to_the_mark(variant, hits)
    assert replay(document)["rounds"][-1]["next_card"] == mark
    document["rounds"].append(another)
    over = f"rounds[{len(document['rounds']) - 1}]"
    assert error(document) == ("shoe_over", over)
    document = to_the_mark(variant, hits - 1)
    assert replay(document)["rounds"][-1]["next_card"] == mark - 1
    document["rounds"].append(another)
    assert replay(document)["rounds"][-1]["next_card"] == mark + 3


@KEPT
@pytest.mark.parametrize(
    "fault", [{"bets": {"9": 100}}, {"bets": {}}, {"bets": {"1": 50}, "actions": ["fold"]}]
)
def test_shoe_over_is_named_before_what_else_is_wrong_with_the_round(variant, fault):
    document = to_the_mark(variant, 4 if variant == "classic" else 2)
    document["rounds"].append({"bets": {"1": 100}, "actions": []} | fault)
    assert error(document) == ("shoe_over", f"rounds[{len(document['rounds']) - 1}]")


@KEPT
def test_unfinished_round_is_named_before_shoe_over(variant):
    document = to_the_mark(variant, 4 if variant == "classic" else 2)
    document["rounds"][-1]["actions"].pop()
    document["rounds"].append({"bets": {"1": 50}, "actions": []})
    assert error(document) == ("unfinished_round", f"rounds[{len(document['rounds']) - 1}]")


@KEPT
def test_faults_are_looked_for_round_by_round(variant):
    rounds = ({"total": 18}, {"total": 21, "actions": ["fold"]}, {"total": 20, "bets": {"1": 50}})
    document = shoe(*rounds, variant=variant)
    assert error(document) == ("illegal_action", "rounds[1].actions[0]")
    document["rounds"][1]["actions"] = ["stand", "stand"]
    assert error(document) == ("round_over", "rounds[1].actions[1]")
    document["rounds"][1]["actions"] = ["stand"]
    assert error(document) == ("bad_bet", "rounds[2].bets.1")
    document["rounds"][2] = {"bets": {"1": 100}, "actions": ["stand"]}
    document["rounds"][0]["shown"] = {}
    document["rounds"][1]["bets"] = {}
    assert error(document) == ("result_mismatch", "rounds[0].shown.finished")


def test_classic_has_a_round_at_least_and_bingo_may_have_none():
    assert error(shoe(variant="classic")) == ("bad_format", "rounds")
    assert replay(shoe())["rounds"] == []


@KEPT
@pytest.mark.parametrize("box", ["0", "6", "01", ""])
def test_a_table_has_five_boxes(variant, box):
    bets = {"1": 1000, "5": 1000, box: 100}
    document = shoe({"total": 18, "bets": bets}, variant=variant)
    assert error(document) == ("bad_bet", f"rounds[0].bets.{box}")
    del bets[box]
    assert replay(shoe({"total": 18, "bets": bets}, variant=variant))["ok"]


@KEPT
@pytest.mark.parametrize(("name", "value"), [("scheme", "1D2P"), ("moved", []), ("moved", [3])])
def test_kept_shoes_have_no_expert_fields(variant, name, value):
    document = shoe({"total": 18}, {"total": 20, name: value}, variant=variant)
    assert error(document) == ("unknown_field", f"rounds[1].{name}")


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ("", {"leave": []}),
        ("", {"bingo_before": {}}),
        ("rounds[1].", {"leave": []}),
        ("rounds[1].", {"bingo": {}}),
    ],
)
def test_classic_has_no_bingo_fields(where, field):
    document = shoe({"total": 18}, {"total": 20}, variant="classic")
    (document["rounds"][1] if where else document).update(field)
    assert error(document) == ("unknown_field", where + next(iter(field)))


@pytest.mark.parametrize("variant", ["double-deck", "six-deck", "classic"])
def test_results_of_other_games_say_nothing_of_bingo(variant):
    assert set(replay(transcript(variant=variant))) == {"ok", "signatures", "rounds"}


@KEPT
def test_a_shoe_is_six_decks(variant):
    text = transcript(variant="double-deck")["secret"]
    assert error(shoe({"total": 18}, variant=variant, secret=text)) == ("bad_secret", "secret")


@KEPT
def test_the_house_may_have_ended_the_last_round(variant):
    document = shoe({"total": 18}, {"total": 20, "house_from": 0}, variant=variant)
    plain = shoe({"total": 18}, {"total": 20}, variant=variant)
    assert replay(document) == replay(plain)
