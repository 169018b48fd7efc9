"""Bingo in transcripts: sessions carried in, opened, lit, left, paid, and carried out."""

import pytest

from blackjack.transcript import replay
from tests.transcripts.writing import BOX, error, shoe

TWO = {"1": 1000, "2": 500}
ONE = {"1": 1000}


def told(document):
    """The two fields of the result, what was paid as tuples."""
    result = replay(document)
    names = ("box", "after_round", "combination", "stake", "returned")
    for line in result["bingo_paid"]:
        assert tuple(line) == names
    return result["bingo"], [tuple(line.values()) for line in result["bingo_paid"]]


def session(stake, lit, rounds):
    return {"stake": stake, "lit": lit, "rounds": rounds}


# --- one session


def test_a_shoe_without_bingo_bets_says_so():
    assert told(shoe({"total": 18})) == ({}, [])


def test_the_round_of_the_bet_is_the_first_to_count():
    document = shoe({"total": 18}, {"total": 20, "bingo": {"1": 300}}, {"total": 17})
    assert told(document) == ({"1": session(300, [17, 20], 2)}, [])


def test_a_round_that_is_not_finished_does_not_count():
    document = shoe({"total": 18, "bingo": {"1": 300}}, {"total": 22, "actions": []})
    assert told(document) == ({"1": session(300, [18], 1)}, [])
    document = shoe({"total": 18, "bingo": {"1": 300}, "actions": []})
    assert told(document) == ({"1": session(300, [], 0)}, [])


def test_dealers_bust_takes_every_stake():
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"2": 100, "1": 300}}, {"total": 22, "bets": TWO}
    )
    assert told(document) == ({}, [(1, 2, "none", 300, 0), (2, 2, "none", 100, 0)])


@pytest.mark.parametrize(
    ("totals", "paid"),
    [
        pytest.param((17, 18, 19, 20, 21), (1, 5, "jackpot", 300, 18300), id="jackpot"),
        pytest.param((21, 20, 17, 19, 18), (1, 5, "jackpot", 300, 18300), id="in any order"),
        pytest.param((17, 18, 18, 19, 20, 21), (1, 6, "full_house", 300, 3300), id="full house"),
    ],
)
def test_all_five_are_paid_at_once(totals, paid):
    first, *rest = totals
    document = shoe({"total": first, "bingo": {"1": 300}}, *({"total": total} for total in rest))
    assert told(document) == ({}, [paid])
    assert error(document | {"leave": [1]}) == ("bad_leave", "leave[0]")


@pytest.mark.parametrize(
    ("totals", "combination", "returned"),
    [
        ((17,), "none", 0),
        ((17, 18), "none", 0),
        ((17, 18, 21), "three", 600),
        ((17, 18, 21, 17), "three", 600),
        ((17, 18, 21, 20), "four", 1200),
    ],
)
def test_leaving_after_the_last_round_pays_the_combination(totals, combination, returned):
    first, *rest = totals
    document = shoe({"total": first, "bingo": {"1": 300}}, *({"total": total} for total in rest))
    running = told(document)
    assert running == ({"1": session(300, sorted(set(totals)), len(totals))}, [])
    document["leave"] = [1]
    assert told(document) == ({}, [(1, len(totals), combination, 300, returned)])


def test_a_blackjack_of_the_dealer_lights_21():
    cards = f"{BOX} AC KD {BOX} KC AD"
    rounds = {"actions": ["decline"], "bingo": {"1": 100}}, {"actions": []}
    assert told(shoe(*rounds, first=cards)) == ({"1": session(100, [21], 2)}, [])


def test_a_bust_or_surrendered_main_bet_does_not_end_a_session():
    cards = f"{BOX} 0C 8D KS 0S 6H 0C 9D"
    rounds = {"actions": ["hit"], "bingo": {"1": 100}}, {"actions": ["surrender"]}
    assert told(shoe(*rounds, first=cards)) == ({"1": session(100, [18, 19], 2)}, [])


def test_bingo_is_apart_from_what_a_round_stakes_and_returns():
    with_bingo = shoe({"total": 18, "bingo": {"1": 1000}}, {"total": 22})
    without = shoe({"total": 18}, {"total": 22})
    assert replay(with_bingo)["rounds"] == replay(without)["rounds"]


def test_main_bet_may_later_be_smaller_than_the_bingo_stake():
    document = shoe({"total": 18, "bingo": {"1": 1000}}, {"total": 19, "bets": {"1": 100}})
    assert told(document) == ({"1": session(1000, [18, 19], 2)}, [])


# --- several boxes, leaving, betting anew


def test_a_place_is_left_before_the_deal_and_after_the_earlier_rounds():
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"1": 300, "2": 100}},
        {"total": 20, "bets": TWO, "leave": [2]},
    )
    assert told(document) == ({"1": session(300, [18, 20], 2)}, [(2, 1, "none", 100, 0)])


def test_a_place_may_be_left_and_bet_on_anew_in_one_round():
    document = shoe(
        {"total": 18, "bingo": {"1": 300}},
        {"total": 19},
        {"total": 20},
        {"total": 21, "leave": [1], "bingo": {"1": 500}},
    )
    assert told(document) == ({"1": session(500, [21], 1)}, [(1, 3, "three", 300, 600)])


def test_dealing_without_a_main_bet_leaves_the_place():
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"1": 300, "2": 100}},
        {"total": 20, "bets": {"2": 500}},
        {"total": 21, "bets": TWO},
    )
    running, paid = told(document)
    assert running == {"2": session(100, [18, 20, 21], 3)}
    assert paid == [(1, 1, "none", 300, 0)]


def test_a_place_left_by_a_deal_without_a_main_bet_pays_its_combination():
    document = shoe(
        {"total": 22, "bets": {"3": 500}},
        bingo_before={"1": session(200, [17, 20, 21], 3), "5": session(700, [17, 18, 19, 20], 9)},
    )
    assert told(document) == ({}, [(1, 0, "three", 200, 400), (5, 0, "four", 700, 2800)])


def test_a_place_left_by_the_deal_cannot_be_bet_on_in_it():
    rounds = {"total": 18, "bets": TWO, "bingo": {"1": 300}}, {"total": 20, "bets": {"2": 500}}
    document = shoe(*rounds)
    document["rounds"][1]["bingo"] = {"1": 100}
    assert error(document) == ("bad_bingo", "rounds[1].bingo.1")


def test_what_was_paid_is_told_by_round_and_then_by_box():
    before = {str(box): session(100 * box, [17, 18, 19], 3) for box in (4, 1, 3, 2, 5)}
    bets = {str(box): 1000 for box in (1, 3)}
    document = shoe(
        {"total": 17, "bets": bets, "leave": [5, 2]},
        {"total": 20, "bets": bets, "bingo": {"1": 100}, "leave": [1]},
        bingo_before=before,
        leave=[3, 1],
    )
    assert told(document) == (
        {},
        [
            (2, 0, "three", 200, 400),
            (4, 0, "three", 400, 800),
            (5, 0, "three", 500, 1000),
            (1, 1, "three", 100, 200),
            (1, 2, "none", 100, 0),
            (3, 2, "four", 300, 1200),
        ],
    )


def test_sessions_still_running_are_told_in_the_order_of_their_boxes():
    bets = {str(box): 1000 for box in range(1, 6)}
    document = shoe(
        {"total": 20, "bets": bets, "bingo": {"5": 100, "3": 200}},
        bingo_before={"4": session(300, [21, 17], 2), "1": session(400, [], 0)},
    )
    running, _paid = told(document)
    assert list(running) == ["1", "3", "4", "5"]
    assert running["4"] == session(300, [17, 20, 21], 3)


# --- carried from shoe to shoe


def test_a_session_goes_on_with_the_next_shoe():
    first = shoe({"total": 18, "bingo": {"1": 300}}, {"total": 20}, {"total": 20})
    carried = told(first)[0]
    second = shoe({"total": 17}, {"total": 21}, bingo_before=carried, leave=[1])
    assert told(second) == ({}, [(1, 2, "four", 300, 1200)])


def test_jackpot_and_full_house_count_the_rounds_of_earlier_shoes():
    lit = [17, 18, 19, 20]
    document = shoe({"total": 21}, bingo_before={"1": session(100, lit, 4)})
    assert told(document) == ({}, [(1, 1, "jackpot", 100, 6100)])
    document = shoe({"total": 21}, bingo_before={"1": session(100, lit, 5)})
    assert told(document) == ({}, [(1, 1, "full_house", 100, 1100)])


def test_sessions_may_be_left_before_the_first_deal_of_a_shoe():
    before = {"2": session(200, [17, 20, 21], 3), "1": session(100, [18], 1)}
    assert told(shoe(bingo_before=before, leave=[2])) == (
        {"1": session(100, [18], 1)},
        [(2, 0, "three", 200, 400)],
    )
    assert told(shoe(bingo_before=before, leave=[1, 2]))[1] == [
        (1, 0, "none", 100, 0),
        (2, 0, "three", 200, 400),
    ]
    assert told(shoe(bingo_before=before)) == ({"1": before["1"], "2": before["2"]}, [])


def test_the_example_of_the_format():
    """The shape that the format shows, with cards of its own."""
    document = shoe(
        {"total": 18, "bets": TWO, "bingo": {"2": 100}},
        {
            "bets": TWO,
            "leave": [1],
            "bingo": {"1": 300},
            "actions": ["hit", "stand", "stand"],
        },
        first="8S 9H 8D 9C 0C 8D 8S 9H 8D 9C 0C 7D 2S",
        bingo_before={"1": session(200, [17, 20], 3)},
        leave=[1],
    )
    assert told(document) == (
        {"2": session(100, [17, 18], 2)},
        [(1, 1, "three", 200, 400), (1, 2, "none", 300, 0)],
    )
