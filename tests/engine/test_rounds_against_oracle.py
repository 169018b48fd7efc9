"""Random rounds: every step against an independent telling of the rules, and what always holds."""

import copy
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.cards import DECK, decks
from blackjack.engine.errors import IllegalAction, RoundOver
from blackjack.engine.state import Action, Scheme, Stage
from blackjack.transcript import round_object
from tests.engine import oracle, oracle_kept
from tests.engine.deals import ALL_GAMES, GAMES, HOLE_CARD_GAMES

SCHEMES = [scheme.value for scheme in Scheme]
LONGEST = 480
"""Cards enough for five boxes of four hands and the dealer, were all of them aces and twos."""
WORDS = [action.value for action in Action]


@st.composite
def tables(draw):
    """A game, its bets and scheme, and a shoe rich in the cards that decide something."""
    game = draw(st.sampled_from(sorted(ALL_GAMES)))
    scheme = draw(st.sampled_from(SCHEMES)) if game == "double-deck" else "1D2P"
    boxes = draw(st.sets(st.integers(1, ALL_GAMES[game].boxes), min_size=1))
    bets = {box: 100 * draw(st.integers(1, 200)) for box in boxes}
    ranks = draw(st.sampled_from(["A0", "A05", "A2", "08", "A5690K", "23456789", "234567890JQKA"]))
    deal = st.lists(
        st.tuples(st.sampled_from(ranks), st.sampled_from("SCDH")).map("".join),
        min_size=24,
        max_size=24,
    )
    shoe = draw(deal) * (LONGEST // 24)
    return game, bets, scheme, shoe, 0


@st.composite
def whole_shoes(draw):
    """A game with a shoe of whole decks in any order, as it is played, and the cards out."""
    game = draw(st.sampled_from(sorted(ALL_GAMES)))
    rules = ALL_GAMES[game]
    scheme = draw(st.sampled_from(SCHEMES)) if game == "double-deck" else "1D2P"
    bets = draw(st.dictionaries(st.integers(1, rules.boxes), st.just(1000), min_size=1))
    shoe = list(decks(rules.decks))
    random.Random(draw(st.integers(0, 2**32))).shuffle(shoe)
    mark = 1 if rules.kept_shoe is None else rules.kept_shoe.replaced_from
    return game, bets, scheme, shoe, draw(st.integers(0, mark - 1))


def telling(game, shoe, bets, scheme, actions, out):
    """The other telling of the same round."""
    if game in HOLE_CARD_GAMES:
        return oracle_kept.play(game, shoe, bets, actions, out)
    return oracle.play(game, shoe, bets, scheme, actions)


def dealt_numbers(round_):
    """Every card that lies on the table or is reserved, by its place in the shoe."""
    numbers = list(round_.dealer_numbers) + ([round_.reserved] if round_.reserved else [])
    for _box, hand in round_.all_hands():
        numbers += hand.numbers
        assert [round_.shoe[number - 1] for number in hand.numbers] == list(hand.cards)
    return numbers


def require_sound(round_, out):
    """What holds at every moment of every round."""
    # Cards are taken strictly in order: none skipped, none twice.
    assert sorted(dealt_numbers(round_)) == list(range(out + 1, round_.next_card + 1))
    # The lines are the money.
    assert round_.staked == sum(-line.amount for line in round_.lines if line.amount < 0)
    assert round_.returned == sum(line.amount for line in round_.lines if line.amount > 0)
    boxes = round_.boxes
    stakes = sum(hand.stake for _, hand in round_.all_hands()) + sum(b.insurance for b in boxes)
    backs = sum(hand.returned for _, hand in round_.all_hands())
    assert round_.staked == stakes
    assert round_.returned == backs + sum(box.insurance_returned for box in boxes)
    # A turn is a hand that is still open; without one the round is over.
    assert round_.finished is (round_.turn is None)
    if round_.turn is not None:
        hand = round_.box(round_.turn.box).hands[round_.turn.hand - 1]
        assert hand.outcome is None
        if round_.stage is Stage.INSURING:
            assert set(choices.legal(round_)) == {"insure", "decline"}
        else:
            assert not hand.done
            assert {"split" if hand.aces else "hit", "stand"} <= set(choices.legal(round_))
    else:
        assert all(hand.outcome is not None for _, hand in round_.all_hands())
    for _box, hand in round_.all_hands():
        assert hand.live or hand.done


def require_refused(round_, word):
    with pytest.raises(RoundOver if round_.finished else IllegalAction):
        engine.act(round_, word)


def play_and_compare(data, game, bets, scheme, shoe, out):
    """Play to the end by random legal actions; after each step both tellings agree."""
    rules = ALL_GAMES[game]
    actions: list[str] = []
    inputs = {"bets": bets, "scheme": Scheme(scheme), "first_card": out}
    round_ = engine.deal(rules, shoe, **inputs)
    untouched = list(shoe)
    while True:
        expected = telling(game, shoe, bets, scheme, actions, out)
        assert round_object(round_) == expected
        require_sound(round_, out)
        before = copy.deepcopy(round_)
        for word in [*WORDS, "fold"]:
            if word not in expected["legal"]:
                require_refused(round_, word)
        assert engine.replay(rules, shoe, actions=actions, **inputs) == round_ == before
        if round_.finished:
            break
        actions.append(data.draw(st.sampled_from(expected["legal"]), label="action"))
        after = engine.act(round_, actions[-1])
        assert round_ == before
        assert after.next_card >= round_.next_card
        assert after.lines[: len(round_.lines)] == round_.lines
        round_ = after
    assert shoe == untouched
    return round_


@settings(max_examples=300)
@given(tables(), st.data())
def test_rounds_of_telling_cards(table, data):
    play_and_compare(data, *table)


@settings(max_examples=150)
@given(whole_shoes(), st.data())
def test_rounds_of_whole_shoes(table, data):
    ended = play_and_compare(data, *table)
    seen = Counter(ended.dealer)
    for _box, hand in ended.all_hands():
        seen.update(hand.cards)
    assert all(number <= ended.rules.decks for number in seen.values())
    assert set(seen) <= set(DECK)


SPLITTING = st.sampled_from(["A", "AA0", "AA5", "08", "88825", "2222345", "A2"])


@settings(max_examples=150)
@given(
    game=st.sampled_from(sorted(HOLE_CARD_GAMES)),
    boxes=st.sets(st.integers(1, 5), min_size=1, max_size=2),
    ranks=SPLITTING,
    order=st.integers(0, 2**32),
    data=st.data(),
)
def test_rounds_that_are_split_wherever_they_may_be(game, boxes, ranks, order, data):
    """Re-splits to four hands and waiting aces, which random actions hardly reach."""
    rng = random.Random(order)
    shoe = [rng.choice(ranks) + rng.choice("SCDH") for _ in range(LONGEST)]
    bets = dict.fromkeys(boxes, 1000)
    actions: list[str] = []
    round_ = engine.deal(ALL_GAMES[game], shoe, bets=bets)
    while not round_.finished:
        told = telling(game, shoe, bets, "1D2P", actions, 0)
        assert round_object(round_) == told
        split = "split" in told["legal"] and rng.random() < 0.9
        actions.append("split" if split else data.draw(st.sampled_from(told["legal"])))
        round_ = engine.act(round_, actions[-1])
    assert round_object(round_) == telling(game, shoe, bets, "1D2P", actions, 0)
    require_sound(round_, 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_comparison_would_notice_a_difference(game):
    """The oracle is a judge, not an echo: another card in the shoe changes what it says."""
    shoe = ["9C", "0S", "6H", "5D", "KD", "7H", "2S"]
    told = oracle.play(game, shoe, {1: 1000}, "1D2P", ["hit"])
    other = oracle.play(game, [*shoe[:3], "6D", *shoe[4:]], {1: 1000}, "1D2P", ["hit"])
    assert told["boxes"][0]["hands"][0]["points"] == 21
    assert other["boxes"][0]["hands"][0]["outcome"] == "bust"
    with pytest.raises(oracle.Forbidden):
        oracle.play(game, shoe, {1: 1000}, "1D2P", ["split"])


@pytest.mark.parametrize("game", HOLE_CARD_GAMES)
def test_the_comparison_would_notice_a_difference_of_the_hole_card(game):
    shoe = ["6H", "5D", "9C", "KD", "0S", "7H", "2S"]
    told = oracle_kept.play(game, shoe, {1: 1000}, ["hit"])
    other = oracle_kept.play(game, [*shoe[:3], "6D", *shoe[4:]], {1: 1000}, ["hit"])
    assert told["boxes"][0]["hands"][0]["outcome"] == "win"
    assert (told["dealer"]["points"], other["dealer"]["points"]) == (19, 22)
    with pytest.raises(oracle.Forbidden):
        oracle_kept.play(game, shoe, {1: 1000}, ["split"])
    with pytest.raises(oracle.Forbidden):
        oracle_kept.play(game, shoe, {1: 1000}, ["hit", "hit"])
