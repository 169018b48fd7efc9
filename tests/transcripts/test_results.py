"""What a replayed transcript says."""

import hashlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack.engine.cards import decks
from blackjack.engine.rules import DOUBLE_DECK
from blackjack.transcript import document, replay
from fairplay import codec
from tests.engine import oracle
from tests.transcripts.writing import DECKS, secret, signed, transcript


def test_result_of_a_finished_round():
    assert replay(transcript("AC 8S 8H 0H 3D KD QS", "insure split stand hit")) == {
        "ok": True,
        "signatures": {
            "md5": hashlib.md5(
                secret("AC 8S 8H 0H 3D KD QS").encode(), usedforsecurity=False
            ).hexdigest(),
            "sha256": hashlib.sha256(secret("AC 8S 8H 0H 3D KD QS").encode()).hexdigest(),
            "match": None,
        },
        "rounds": [
            {
                "finished": True,
                "dealer": {
                    "cards": ["AC", "QS"],
                    "points": 21,
                    "soft": True,
                    "blackjack": True,
                    "bust": False,
                },
                "boxes": [
                    {
                        "box": 1,
                        "insurance": {"stake": 1000, "returned": 3000},
                        "hands": [
                            {
                                "cards": ["8S", "0H"],
                                "points": 18,
                                "soft": False,
                                "stake": 1000,
                                "outcome": "lose",
                                "returned": 0,
                            },
                            {
                                "cards": ["8H", "3D", "KD"],
                                "points": 21,
                                "soft": False,
                                "stake": 1000,
                                "outcome": "lose",
                                "returned": 0,
                            },
                        ],
                    }
                ],
                "staked": 3000,
                "returned": 3000,
                "turn": None,
                "legal": [],
                "next_card": 7,
            }
        ],
    }


def test_unfinished_round_says_whose_turn_it_is_and_hides_the_reserved_card():
    document = transcript("7D AS 0H 3C 8C 8D", "stand", bets={"1": 1000, "3": 500}, scheme="2D2P")
    round_ = replay(document)["rounds"][0]
    assert round_["finished"] is False
    assert round_["dealer"]["cards"] == ["7D"]
    assert round_["turn"] == {"box": 3, "hand": 1}
    assert round_["legal"] == ["hit", "split", "stand"]
    assert round_["next_card"] == 6
    assert (round_["staked"], round_["returned"]) == (1500, 0)
    assert [one["outcome"] for box in round_["boxes"] for one in box["hands"]] == [None, None]


def test_unfinished_round_says_what_was_given_back_so_far():
    document = transcript("0D 0H 6C 8C 9D", "surrender", "six-deck", bets={"1": 1000, "2": 100})
    round_ = replay(document)["rounds"][0]
    assert (round_["finished"], round_["staked"], round_["returned"]) == (False, 1100, 500)


def test_reserved_card_that_was_never_needed_is_absent():
    round_ = replay(transcript("7D AS 0H 6C KC", "hit", scheme="2D2P"))["rounds"][0]
    assert (round_["finished"], round_["dealer"]["cards"], round_["next_card"]) == (True, ["7D"], 5)


@pytest.mark.parametrize("given_ones", [("md5",), ("sha256",), ("md5", "sha256")])
def test_signatures_match_when_every_one_given_agrees(given_ones):
    whole = signed(transcript())
    document = transcript() | {name: whole[name] for name in given_ones}
    assert replay(document)["signatures"]["match"] is True


def test_absent_cut_scheme_and_moves_are_the_defaults():
    written = transcript(cut=104, scheme="1D2P", moved=[], rules=1)
    assert replay(written) == replay(transcript())


def test_which_actions_the_house_took_changes_nothing():
    assert replay(transcript(actions="stand", house_from=0)) == replay(transcript(actions="stand"))


def test_what_the_table_showed_agrees_with_the_replay():
    assert replay(signed(transcript(actions="stand")))["ok"] is True


def test_a_document_is_built_from_what_was_played():
    text = secret("7C 0S 9H 0D")
    built = document(
        rules=DOUBLE_DECK,
        version=1,
        secret=text,
        signatures=codec.sign(text),
        player_seed=None,
        cut=12,
        rounds=[{"bets": {"1": 1000}, "actions": []}],
    )
    assert "player_seed" not in built
    assert replay(built)["signatures"]["match"] is True


@settings(max_examples=150)
@given(
    variant=st.sampled_from(["double-deck", "six-deck"]),
    order=st.integers(0, 2**32),
    seed=st.none() | st.text("abcXYZ019", min_size=16, max_size=20),
    cut=st.none() | st.integers(1, 104),
    bets=st.dictionaries(st.sampled_from("123"), st.just(700), min_size=1),
    moved=st.lists(st.integers(1, 104), unique=True, max_size=6),
    scheme=st.sampled_from(["1D2P", "2D2P", "2P1D", "2P2D"]),
    data=st.data(),
)
def test_replay_from_the_string_to_the_payouts_agrees_with_the_oracle(
    variant, order, seed, cut, bets, moved, scheme, data
):
    cards = list(decks(DECKS[variant]))
    random.Random(order).shuffle(cards)
    text = codec.encode(login="anna", date="20251125", time="152133", key="A" * 32, cards=cards)
    whole = {"secret": text}
    whole |= {} if seed is None else {"player_seed": seed}
    whole |= {} if cut is None else {"cut": cut}
    expert = {"scheme": scheme, "moved": moved} if variant == "double-deck" else {}
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    dealt = oracle.arranged(cards, sha256, seed, cut, expert.get("moved", ()))
    stakes = {int(box): amount for box, amount in bets.items()}
    actions: list[str] = []
    while True:
        told = oracle.play(variant, dealt, stakes, expert.get("scheme", "1D2P"), actions)
        if told["finished"]:
            break
        actions.append(data.draw(st.sampled_from(told["legal"])))
    written = transcript("", " ".join(actions), variant, bets=bets, **expert) | whole
    assert replay(written)["rounds"] == [told]
