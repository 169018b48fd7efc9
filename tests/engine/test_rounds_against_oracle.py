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
from blackjack.engine.state import Action, Scheme
from blackjack.transcript import round_object
from tests.engine import oracle
from tests.engine.deals import GAMES

SCHEMES = [scheme.value for scheme in Scheme]
LONGEST = 240
"""Cards enough for three split boxes and the dealer, were all of them aces."""
WORDS = [action.value for action in Action]


@st.composite
def tables(draw):
    """A game, its bets and scheme, and a shoe rich in the cards that decide something."""
    game = draw(st.sampled_from(sorted(GAMES)))
    scheme = draw(st.sampled_from(SCHEMES)) if game == "double-deck" else "1D2P"
    boxes = draw(st.sets(st.sampled_from([1, 2, 3]), min_size=1))
    bets = {box: 100 * draw(st.integers(1, 200)) for box in boxes}
    ranks = draw(st.sampled_from(["A0", "A05", "A2", "08", "A5690K", "23456789", "234567890JQKA"]))
    deal = st.lists(
        st.tuples(st.sampled_from(ranks), st.sampled_from("SCDH")).map("".join),
        min_size=24,
        max_size=24,
    )
    shoe = draw(deal) * (LONGEST // 24)
    return game, bets, scheme, shoe


@st.composite
def whole_shoes(draw):
    """A game with a shoe of whole decks in any order, as it is played."""
    game = draw(st.sampled_from(sorted(GAMES)))
    scheme = draw(st.sampled_from(SCHEMES)) if game == "double-deck" else "1D2P"
    bets = draw(st.dictionaries(st.integers(1, 3), st.just(1000), min_size=1))
    shoe = list(decks(GAMES[game].decks))
    random.Random(draw(st.integers(0, 2**32))).shuffle(shoe)
    return game, bets, scheme, shoe


def dealt_numbers(round_):
    """Every card that lies on the table or is reserved, by its place in the shoe."""
    numbers = list(round_.dealer_numbers) + ([round_.reserved] if round_.reserved else [])
    for _box, hand in round_.all_hands():
        numbers += hand.numbers
        assert [round_.shoe[number - 1] for number in hand.numbers] == list(hand.cards)
    return numbers


def require_sound(round_):
    """What holds at every moment of every round."""
    # Cards are taken strictly in order: none skipped, none twice.
    assert sorted(dealt_numbers(round_)) == list(range(1, round_.next_card + 1))
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
        assert not hand.done
        assert hand.outcome is None
        assert {"hit", "stand"} <= set(choices.legal(round_))
    else:
        assert all(hand.outcome is not None for _, hand in round_.all_hands())
    for _box, hand in round_.all_hands():
        assert hand.live or hand.done


def require_refused(round_, word):
    before = copy.deepcopy(round_)
    with pytest.raises(RoundOver if round_.finished else IllegalAction):
        engine.act(round_, word)
    assert round_ == before


def play_and_compare(data, game, bets, scheme, shoe):
    """Play to the end by random legal actions; after each step both tellings agree."""
    rules = GAMES[game]
    actions: list[str] = []
    round_ = engine.deal(rules, shoe, bets=bets, scheme=Scheme(scheme))
    untouched = list(shoe)
    while True:
        expected = oracle.play(game, shoe, bets, scheme, actions)
        assert round_object(round_) == expected
        require_sound(round_)
        for word in [*WORDS, "fold"]:
            if word not in expected["legal"]:
                require_refused(round_, word)
        again = engine.replay(rules, shoe, bets=bets, actions=actions, scheme=Scheme(scheme))
        assert again == round_
        if round_.finished:
            break
        actions.append(data.draw(st.sampled_from(expected["legal"]), label="action"))
        before, kept = round_, copy.deepcopy(round_)
        round_ = engine.act(before, actions[-1])
        assert before == kept
        assert round_.next_card >= before.next_card
        assert round_.lines[: len(before.lines)] == before.lines
    assert shoe == untouched
    return round_


@settings(max_examples=400)
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
