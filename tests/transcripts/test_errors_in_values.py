"""Errors in the values of a transcript: the string, the choices, the actions, what was shown."""

import pytest

from blackjack.transcript import replay
from tests.transcripts.writing import error, put, secret, signed, transcript

HUGE = 10**100

# --- bad_secret

GOOD = secret("7C 0S 9H 0D")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(GOOD + "\n", id="C11 trailing newline"),
        pytest.param(GOOD + " ", id="trailing blank"),
        pytest.param(GOOD.replace("anna", "a-START-AS-END"), id="C12 login with the delimiters"),
        pytest.param(GOOD.replace("anna", "anna\ud800"), id="lone surrogate"),
        pytest.param(GOOD.replace("anna", "анна"), id="beyond ASCII"),
        pytest.param(GOOD.replace("anna", "anna\0"), id="a zero byte"),
        pytest.param(GOOD.replace("-7C-", "-", 1), id="a card is missing"),
        pytest.param(GOOD.replace("-7C-", "-7C-7C-", 1), id="a card too many"),
        pytest.param(GOOD.replace("-7C-", "-8C-", 1), id="one card for another"),
        pytest.param(secret("7C", 1), id="one deck"),
        pytest.param(secret("7C", 6), id="six decks for the game with two"),
        pytest.param(GOOD.replace("TIME15", "TIME24"), id="no such time"),
        pytest.param(GOOD.replace("-", "–"), id="dashes for hyphens"),
    ],
)
def test_bad_secret(text):
    assert error(transcript() | {"secret": text}) == ("bad_secret", "secret")


def test_two_decks_are_too_few_for_six_deck():
    assert error(transcript(variant="six-deck") | {"secret": GOOD}) == ("bad_secret", "secret")


# --- signature_mismatch, bad_seed, bad_cut


@pytest.mark.parametrize("name", ["md5", "sha256"])
@pytest.mark.parametrize(
    "change", [str.upper, lambda text: text[:-1], lambda text: text + " ", lambda _text: ""]
)
def test_signature_is_compared_letter_by_letter(name, change):
    document = signed(transcript())
    document[name] = change(document[name])
    assert error(document) == ("signature_mismatch", name)


def test_md5_is_compared_before_sha256():
    document = signed(transcript()) | {"md5": "", "sha256": ""}
    assert error(document) == ("signature_mismatch", "md5")


@pytest.mark.parametrize(
    "seed",
    ["", "a" * 15, "a" * 65, "a" * 15 + "_", "a" * 16 + "\n", "я" * 16, "１" * 16, "\ud800" * 16],
)
def test_bad_seed(seed):
    assert error(transcript(player_seed=seed)) == ("bad_seed", "player_seed")


@pytest.mark.parametrize("seed", ["a" * 16, "Z9" * 32])
def test_seed_of_16_to_64_letters_and_digits_is_used(seed):
    assert replay(transcript(player_seed=seed)) != replay(transcript())


@pytest.mark.parametrize("cut", [0, 105, -1, HUGE])
def test_bad_cut(cut):
    assert error(transcript(cut=cut)) == ("bad_cut", "cut")


def test_cut_runs_to_the_last_card_of_the_shoe():
    assert replay(transcript(variant="six-deck", cut=312))["ok"]
    assert error(transcript(variant="six-deck", cut=313)) == ("bad_cut", "cut")


# --- bad_scheme, bad_moved, bad_bet


@pytest.mark.parametrize("scheme", ["", "1d2p", "2D1P", "1D2P ", "\ud800"])
def test_bad_scheme(scheme):
    assert error(transcript(scheme=scheme)) == ("bad_scheme", "rounds[0].scheme")


@pytest.mark.parametrize(
    ("moved", "index"),
    [([0], 0), ([105], 0), ([1, 2, 1], 2), ([-1], 0), ([4, HUGE], 1), ([7, 7, 0], 1)],
)
def test_bad_moved(moved, index):
    assert error(transcript(moved=moved)) == ("bad_moved", f"rounds[0].moved[{index}]")


@pytest.mark.parametrize(
    "name", ["0", "4", "-1", "01", " 1", "1 ", "+1", "1.0", "１", "", "\ud800"]
)
@pytest.mark.parametrize("variant", ["double-deck", "six-deck"])
def test_bet_is_on_a_box_of_the_table(variant, name):
    document = transcript(variant=variant, bets={"1": 1000, name: 1000})
    assert error(document) == ("bad_bet", f"rounds[0].bets.{name}")


def test_box_of_very_many_digits_is_no_box():
    assert error(transcript(bets={"9" * 5000: 100}))[0] == "bad_bet"


@pytest.mark.parametrize("amount", [0, -100, 1, 50, 150, -HUGE, HUGE + 1])
def test_bet_is_a_positive_multiple_of_100(amount):
    document = transcript(bets={"3": 100, "2": amount})
    assert error(document) == ("bad_bet", "rounds[0].bets.2")


@pytest.mark.parametrize("bets", [{"1": 50, "9": 100}, {"9": 100, "1": 50}])
def test_first_of_two_wrong_bets_is_named(bets):
    assert error(transcript(bets=bets)) == ("bad_bet", f"rounds[0].bets.{next(iter(bets))}")


def test_a_round_needs_a_bet():
    assert error(transcript(bets={})) == ("bad_bet", "rounds[0].bets")


def test_limits_and_balances_are_no_part_of_a_transcript():
    assert replay(transcript(bets={"1": HUGE}))["rounds"][0]["staked"] == HUGE


# --- round_over, illegal_action, result_mismatch


@pytest.mark.parametrize("word", ["stand", "decline", "fold", ""])
def test_any_word_after_the_end_is_too_late(word):
    document = transcript(actions="stand")
    document["rounds"][0]["actions"].append(word)
    assert error(document) == ("round_over", "rounds[0].actions[1]")


def test_a_round_of_blackjacks_has_no_action():
    document = transcript("7C AS KH 0D", "stand")
    assert error(document) == ("round_over", "rounds[0].actions[0]")


@pytest.mark.parametrize("word", ["fold", "", "HIT", "decline", "insure", "split", "\ud800"])
def test_illegal_action(word):
    document = transcript("7C 2S 3H 4D")
    document["rounds"][0]["actions"] = ["hit", word]
    assert error(document) == ("illegal_action", "rounds[0].actions[1]")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param("staked", 1001, id="another amount"),
        pytest.param("staked", 1000.0, id="an amount that is no integer"),
        pytest.param("finished", 1, id="1 is not true"),
        pytest.param("turn", False, id="false is not null"),
        pytest.param("legal", ["hit"], id="a word too many"),
        pytest.param("legal", {}, id="an object for a list"),
        pytest.param("dealer", [], id="a list for an object"),
        pytest.param("dealer.soft", 0, id="0 is not false"),
        pytest.param("dealer.cards.1", "0S", id="another suit"),
        pytest.param("boxes.0.box", "1", id="a text for a number"),
        pytest.param("boxes.0.hands.0.outcome", "lose", id="another outcome"),
        pytest.param("boxes.0.hands.0.returned", None, id="nothing for a number"),
        pytest.param("more", 1, id="a field too many"),
        pytest.param("dealer.more", None, id="a field too many within"),
    ],
)
def test_what_was_shown_is_compared_strictly(path, value):
    document = signed(transcript(actions="stand"))
    put(document, f"rounds.0.shown.{path}", value)
    code, at = error(document)
    named = at.replace("[", ".").replace("]", "")
    assert (code, named) == ("result_mismatch", f"rounds.0.shown.{path}")


@pytest.mark.parametrize("name", ["finished", "dealer", "boxes", "turn", "legal", "next_card"])
def test_what_was_shown_must_be_whole(name):
    document = signed(transcript(actions="stand"))
    del document["rounds"][0]["shown"][name]
    assert error(document) == ("result_mismatch", f"rounds[0].shown.{name}")


def test_order_of_what_was_shown_matters_in_lists_and_not_in_objects():
    document = signed(transcript(actions="stand"))
    shown = document["rounds"][0]["shown"]
    document["rounds"][0]["shown"] = dict(reversed(shown.items()))
    assert replay(document)["ok"]
    shown["dealer"]["cards"].reverse()
    document["rounds"][0]["shown"] = shown
    assert error(document) == ("result_mismatch", "rounds[0].shown.dealer.cards[0]")


def test_cards_shown_too_few_are_named_by_their_list():
    document = signed(transcript(actions="stand"))
    document["rounds"][0]["shown"]["dealer"]["cards"].pop()
    assert error(document) == ("result_mismatch", "rounds[0].shown.dealer.cards")
