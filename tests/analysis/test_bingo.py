"""When to leave the bingo bet (rules.md section 8)."""

from itertools import combinations

import pytest

from blackjack.analysis import bingo, published
from blackjack.engine.bingo import CELLS
from blackjack.engine.rules import Variant


def dealer(*totals, bust=0.0, blackjack=0.0):
    return (*totals, bust, blackjack)


def test_a_dealer_who_never_busts_is_worth_waiting_for():
    """By hand: five different in five rounds 24 of 625 for 61 units; a full house otherwise."""
    found = bingo.best(dealer(0.2, 0.2, 0.2, 0.2, 0.2))
    jackpot = 24 / 625
    assert found.value == pytest.approx(jackpot * 61 + (1 - jackpot) * 11)
    assert not any(state.leave for state in found.states.values())


def test_a_dealer_who_always_busts_takes_every_stake():
    assert bingo.best(dealer(0, 0, 0, 0, 0, bust=1.0)).value == 0.0


def test_a_cell_that_never_lights_makes_four_numbers_the_end():
    found = bingo.best(dealer(0.25, 0.25, 0.25, 0.25, 0, bust=0.0))
    assert found.value == pytest.approx(4.0)
    assert found.states[frozenset({17, 18, 19, 20}), False].leave


def test_a_blackjack_lights_21():
    assert bingo.best(dealer(0.2, 0.2, 0.2, 0.2, 0, blackjack=0.2)).value == pytest.approx(
        bingo.best(dealer(0.2, 0.2, 0.2, 0.2, 0.2)).value
    )


def test_values_are_those_of_looking_far_ahead():
    """Another way to the same: decide backwards from a round a long way off."""
    chances = {17: 0.15, 18: 0.14, 19: 0.13, 20: 0.18, 21: 0.12}  # and 0.28 for the bust
    sets = [frozenset(cells) for n in range(5) for cells in combinations(CELLS, n)]
    pays = {0: 0.0, 1: 0.0, 2: 0.0, 3: 2.0, 4: 4.0}
    value = {(lit, late): pays[len(lit)] for lit in sets for late in (False, True)}

    def after(lit, late, cell):
        late = late or cell in lit
        lit = lit | {cell}
        return (11.0 if late else 61.0) if len(lit) == 5 else value[lit, late]

    for _ in range(400):
        value = {
            (lit, late): max(
                pays[len(lit)],
                sum(chance * after(lit, late, cell) for cell, chance in chances.items()),
            )
            for lit, late in value
        }
    found = bingo.best((*chances.values(), 0.28, 0.0))
    assert found.value == pytest.approx(value[frozenset(), False], abs=1e-12)
    for (lit, jackpot), state in found.states.items():
        assert state.value == pytest.approx(value[lit, not jackpot], abs=1e-12)


def test_policy_of_the_game():
    """With no repeat never leave; after one leave as section 8 says."""
    states = published.load(Variant.BINGO).bingo.states
    assert len(states) == 2 * (2**5 - 2)
    for (lit, jackpot), state in states.items():
        with_20 = len(lit) == 3 and 20 in lit and lit != {19, 20, 21}
        four = len(lit) == 4 and 20 in lit
        assert state.leave == (not jackpot and (with_20 or four)), (lit, jackpot)


def test_games_without_the_bet_have_no_policy():
    assert published.load(Variant.CLASSIC).bingo is None
