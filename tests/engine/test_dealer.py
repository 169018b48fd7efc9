"""The dealer's play: what he draws to, and when he needs to draw at all (rules.md section 5)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackjack.engine import hands
from blackjack.engine import round as engine
from blackjack.engine.rules import DOUBLE_DECK, SIX_DECK
from tests.engine.deals import BOTH, TEN, outcomes, play

FIGURES = json.loads((Path(__file__).parent / "dealer_totals.json").read_text(encoding="utf-8"))
STANDING = "0S 9H"
"""A box that stands on 19, so that the dealer has something to beat."""


@BOTH
@pytest.mark.parametrize(
    ("up", "drawn"),
    [
        pytest.param("0C", "KD", id="A7 no draw on 20"),
        pytest.param("0C", "7D", id="no draw on hard 17"),
        pytest.param("9C", "9D", id="no draw on 18"),
        pytest.param("AC", "7D", id="no draw on soft 18"),
        pytest.param("AC", "8D", id="no draw on soft 19"),
        pytest.param("AC", "9D", id="no draw on soft 20"),
        pytest.param("AC", "KD", id="no draw on blackjack"),
        pytest.param("KC", "AD", id="no draw on blackjack with the ace second"),
        pytest.param("2C", "0D 5H", id="A8 draw on 12"),
        pytest.param("3C", "0D 5H", id="A8 draw on 13"),
        pytest.param("4C", "0D 5H", id="A8 draw on 14"),
        pytest.param("5C", "0D 5H", id="A8 draw on 15"),
        pytest.param("6C", "0D 5H", id="A8 draw on 16"),
        pytest.param("6C", "0D KH", id="draw on 16 into a bust"),
        pytest.param("AC", "4D 7H 5S", id="A4 draw on ace four seven: hard 12"),
        pytest.param("AC", "AD 6H", id="draw on soft 12"),
        pytest.param("2C", "2D 2H 2S 2C 3D 4H", id="many small cards"),
    ],
)
def test_dealer_draws_under_17(rules, up, drawn):
    ended = play(rules, f"{up} {STANDING} {drawn}", "stand")
    assert " ".join(ended.dealer) == f"{up} {drawn}"
    assert ended.next_card == 3 + len(drawn.split())


@pytest.mark.parametrize(
    "soft_17",
    ["AC 6D", "6C AD", "AC 2D 4H", "3C 3D AH", "AC AD 5H", "AC AD AH 4S"],
)
def test_h17_draws_on_every_soft_17_and_s17_on_none(soft_17):
    up, *drawn = soft_17.split()
    cards = f"{up} {STANDING} {' '.join(drawn)} 2H"
    assert play(DOUBLE_DECK, cards, "stand").dealer == (*soft_17.split(), "2H")
    assert play(SIX_DECK, cards, "stand").dealer == tuple(soft_17.split())


def test_h17_stands_on_a_soft_17_that_became_hard():
    ended = play(DOUBLE_DECK, f"AC {STANDING} 6D KH", "stand")
    assert ended.dealer == ("AC", "6D", "KH")
    assert hands.value(ended.dealer) == (17, False)


@BOTH
def test_dealer_plays_once_after_the_last_box(rules):
    """A28."""
    cards = ["2C", "0S", "9H", "0D", "8D", "0H", "7H", "0C", "5S"]
    round_ = engine.deal(rules, cards, bets={1: TEN, 2: TEN, 3: TEN})
    for _ in range(2):
        round_ = engine.act(round_, "stand")
        assert round_.dealer == ("2C",)
    assert engine.act(round_, "stand").dealer == ("2C", "0C", "5S")


@BOTH
@pytest.mark.parametrize(
    ("cards", "actions", "boxes"),
    [
        pytest.param("2C 0S 6H 0D", "hit", [1], id="one box bust"),
        pytest.param("2C 0S 6H 0H 6D 0D KD", "hit hit", [1, 3], id="two boxes bust"),
        pytest.param("2C 8S 8H 6D 7D 0D KD", "split hit hit", [1], id="both split hands bust"),
    ],
)
def test_all_bust_ends_the_round_without_a_dealers_card(rules, cards, actions, boxes):
    """A9."""
    ended = play(rules, cards, actions, bets=dict.fromkeys(boxes, TEN))
    assert ended.finished
    assert set(outcomes(ended)) == {"bust"}
    assert ended.dealer == ("2C",)
    assert ended.next_card == len(cards.split())


def test_surrendered_and_bust_boxes_leave_nothing_to_play_for():
    cards = "2C 0S 6H 0H 6D 0D"
    ended = play(SIX_DECK, cards, "surrender hit", bets={1: TEN, 2: TEN})
    assert outcomes(ended) == ["surrender", "bust"]
    assert ended.dealer == ("2C",)


@BOTH
def test_one_live_box_is_enough_for_the_dealer_to_play(rules):
    ended = play(rules, "2C 0S 6H 0H 9D 0D KD 6S", "hit stand", bets={1: TEN, 2: TEN})
    assert ended.dealer == ("2C", "KD", "6S")
    assert outcomes(ended) == ["bust", "win"]


@BOTH
@pytest.mark.parametrize(
    "second",
    [
        pytest.param("2D", id="he would have to draw"),
        pytest.param("KD", id="blackjack"),
        pytest.param("9D", id="he would stand"),
    ],
)
def test_only_insurance_left_takes_one_dealers_card_and_no_more(rules, second):
    """A10."""
    ended = play(rules, f"AC 0S 6H 0D {second}", "insure hit")
    assert ended.dealer == ("AC", second)
    assert outcomes(ended) == ["bust"]


@pytest.mark.parametrize("scheme", ["2D2P", "2P2D"])
def test_only_insurance_left_turns_the_reserved_card(scheme):
    cards = "AC 2D 0S 6H 0D" if scheme == "2D2P" else "0S 6H AC 2D 0D"
    ended = play(DOUBLE_DECK, cards, "insure hit", scheme=scheme)
    assert ended.dealer == ("AC", "2D")
    assert ended.next_card == 5


@BOTH
def test_insurance_of_one_box_is_enough_for_the_dealers_card(rules):
    ended = play(rules, "AC 0S 6H 0H 6D 0D KD 2S", "insure hit hit", bets={1: TEN, 2: TEN})
    assert ended.dealer == ("AC", "2S")
    assert outcomes(ended) == ["bust", "bust"]


@BOTH
@pytest.mark.parametrize(
    ("cards", "boxes"),
    [
        pytest.param("6C AS KH 9D 5S", [1], id="one blackjack"),
        pytest.param("6C AS KH 0S AD 9D 5S", [1, 2], id="two blackjacks"),
    ],
)
def test_only_blackjacks_left_plays_out_the_dealer(rules, cards, boxes):
    ended = play(rules, cards, bets=dict.fromkeys(boxes, TEN))
    assert ended.finished
    assert ended.dealer == ("6C", "9D", "5S")


@BOTH
def test_blackjack_and_a_bust_box_play_out_the_dealer(rules):
    ended = play(rules, "6C AS KH 0S 6D 0D 9D 5S", "hit", bets={1: TEN, 2: TEN})
    assert ended.dealer == ("6C", "9D", "5S")
    assert outcomes(ended) == ["blackjack", "bust"]


# --- the chances of the dealer's totals, known from elsewhere

RANKS = "A234567890"


def finals(
    rules, drawn: tuple[str, ...], left: dict[str, int], chance: float
) -> Iterator[tuple[str, float]]:
    """Every final hand of the dealer with its chance, tens taken as one rank."""
    if not engine.must_draw(rules, drawn):
        points = hands.value(drawn).points
        natural = hands.is_blackjack(drawn)
        yield "blackjack" if natural else "bust" if points > 21 else str(points), chance
        return
    cards = sum(left.values())
    for rank, number in left.items():
        if number:
            rest = {**left, rank: number - 1}
            yield from finals(rules, (*drawn, rank + "S"), rest, chance * number / cards)


@BOTH
def test_chances_of_the_dealers_totals(rules):
    """Against figures computed elsewhere by two programs that share no code with this one."""
    for rank, expected in zip(RANKS, FIGURES[rules.variant].values(), strict=True):
        left = dict.fromkeys(RANKS, 4 * rules.decks) | {"0": 16 * rules.decks}
        left[rank] -= 1
        found = dict.fromkeys(["17", "18", "19", "20", "21", "blackjack", "bust"], 0.0)
        for total, chance in finals(rules, (rank + "S",), left, 1.0):
            found[total] += chance
        assert list(found.values()) == pytest.approx(expected, abs=1e-10)
