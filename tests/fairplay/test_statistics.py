"""The judgement of shuffles: figures against known values, fair ones pass, broken ones don't."""

import math
import random

import pytest

from blackjack.engine.cards import DECK
from fairplay.statistics import (
    LEVEL,
    SHARE,
    Question,
    Tally,
    TooFewDecks,
    bounds,
    chi_square_tail,
    examine,
)
from tests.fairplay.shuffles import BROKEN, fair

SAMPLE = 12_000


# --- Chances -----------------------------------------------------------------------------------

KNOWN = [  # critical values as printed in tables
    (3.841458820694124, 1, 0.05),
    (6.634896601021213, 1, 0.01),
    (5.991464547107979, 2, 0.05),
    (18.307038053275146, 10, 0.05),
    (29.58829844507442, 10, 0.001),
    (2.558212160187249, 10, 0.99),
    (124.34211340400407, 100, 0.05),
    (67.32756330547916, 100, 0.995),
]


@pytest.mark.parametrize(("statistic", "freedom", "chance"), KNOWN)
def test_tail_of_the_chi_square_is_that_of_the_tables(statistic, freedom, chance):
    assert chi_square_tail(statistic, freedom) == pytest.approx(chance, rel=1e-10)


@pytest.mark.parametrize("freedom", [2, 20, 500, 2600, 5000])
@pytest.mark.parametrize("times", [0.5, 0.9, 0.99, 1, 1.01, 1.1, 1.5])
def test_tail_for_even_degrees_is_a_sum_of_poisson_terms(freedom, times):
    half = freedom * times / 2
    terms = (
        math.exp(count * math.log(half) - half - math.lgamma(count + 1))
        for count in range(freedom // 2)
    )
    assert chi_square_tail(2 * half, freedom) == pytest.approx(math.fsum(terms), rel=1e-9)


@pytest.mark.parametrize("statistic", [0.01, 0.5, 1, 3, 10, 40])
def test_tail_for_one_degree_is_that_of_the_normal_curve(statistic):
    expected = math.erfc(math.sqrt(statistic / 2))
    assert chi_square_tail(statistic, 1) == pytest.approx(expected, rel=1e-10)


def test_tail_at_the_ends():
    assert chi_square_tail(0, 2601) == 1
    assert chi_square_tail(1e6, 2601) == 0


@pytest.mark.parametrize("freedom", [19, 2549, 2601])
def test_bounds_leave_each_side_half_of_its_share(freedom):
    low, high = bounds(freedom)
    assert 1 - chi_square_tail(low, freedom) == pytest.approx(SHARE / 2, rel=1e-6)
    assert chi_square_tail(high, freedom) == pytest.approx(SHARE / 2, rel=1e-6)


def test_bounds_of_the_correlation():
    low, high = bounds(0)
    assert low == -high
    assert math.erfc(high / math.sqrt(2)) == pytest.approx(SHARE, rel=1e-9)


def test_three_shares_are_one_percent():
    assert len(Question) * SHARE == pytest.approx(LEVEL) == 0.01


# --- Figures -----------------------------------------------------------------------------------


def test_figures_of_a_fair_shuffle_have_mean_and_spread_of_their_distributions():
    """Four hundred reports on six cards: chi-squares of 25 and 19 degrees, and a normal value.

    Fails where a figure is only nearly what its chance is computed from.
    """
    dice, cards = random.Random(1), "abcdef"
    reports = [examine(fair(dice), cards, 1000).figures for _ in range(400)]
    for number, (mean, variance) in enumerate([(25, 50), (19, 38), (0, 1)]):
        values = [figures[number].statistic for figures in reports]
        average = math.fsum(values) / len(values)
        spread = math.fsum((value - average) ** 2 for value in values) / len(values)
        assert abs(average - mean) < 4 * math.sqrt(variance / len(values))
        assert spread == pytest.approx(variance, rel=0.3)
    assert [reports[0][number].freedom for number in range(3)] == [25, 19, 0]


def test_fair_reports_fail_as_seldom_as_they_may():
    dice, cards = random.Random(2), "abcdef"
    failed = sum(not examine(fair(dice), cards, 1000).passed for _ in range(400))
    assert 0 <= failed <= 12, "four of four hundred are expected"


def test_fair_shuffle_passes():
    report = examine(fair(random.Random(3)), DECK, SAMPLE)
    assert report.passed
    assert [figure.question for figure in report.figures] == list(Question)
    assert report.decks == SAMPLE


@pytest.mark.parametrize("name", BROKEN)
def test_broken_shuffle_fails(name):
    report = examine(BROKEN[name](random.Random(4)), DECK, SAMPLE)
    assert not report.passed
    assert min(figure.chance for figure in report.figures) < 1e-12


def test_shuffle_that_is_too_even_fails():
    """Fifty-two turns of one order: every card comes to every place exactly as often."""
    turns = iter(range(10**9))

    def turned(cards):
        by = next(turns) * 5 % 52
        return (*cards[by:], *cards[:by])

    figures = {figure.question: figure for figure in examine(turned, DECK, 5200).figures}
    assert figures[Question.POSITIONS].statistic == pytest.approx(0, abs=1e-9)
    assert not figures[Question.POSITIONS].passed
    assert not figures[Question.NEIGHBOURS].passed


def test_order_that_keeps_neighbours_together_fails():
    """Cut anywhere, never shuffled: places are fair, neighbours are not."""
    dice = random.Random(5)

    def cut(cards):
        after = dice.randrange(len(cards))
        return (*cards[after:], *cards[:after])

    figures = {figure.question: figure for figure in examine(cut, DECK, SAMPLE).figures}
    assert not figures[Question.NEIGHBOURS].passed


@pytest.mark.parametrize("drift", [1, -1], ids=["like the last", "unlike the last"])
def test_first_card_that_depends_on_the_last_deck_fails(drift):
    dice, before = random.Random(6), [0]

    def linked(cards):
        order = list(cards)
        dice.shuffle(order)
        if dice.random() < 0.1:  # one deck in ten begins as the last one, or as its opposite
            wanted = cards[before[0] if drift == 1 else len(cards) - 1 - before[0]]
            at = order.index(wanted)
            order[0], order[at] = order[at], order[0]
        before[0] = cards.index(order[0])
        return order

    figures = {figure.question: figure for figure in examine(linked, DECK, SAMPLE).figures}
    assert not figures[Question.FIRST_CARDS].passed
    assert math.copysign(1, figures[Question.FIRST_CARDS].statistic) == drift


def test_few_decks_are_refused():
    with pytest.raises(TooFewDecks):
        examine(fair(random.Random(7)), DECK, 999)
    with pytest.raises(TooFewDecks):
        Tally(DECK).report()


def test_progress_is_told_to_the_end():
    told = []
    examine(fair(random.Random(8)), "abc", 2500, told.append)
    assert told == [1000, 2000, 2500]
