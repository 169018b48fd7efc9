"""Does a shuffle look fair? Three figures over many decks, and one judgement of them together.

Pure: the shuffle that is examined comes in as an argument. Chances are floats; no money is here.
Source: reliability.md, *Randomness*.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.01
"""How often a fair shuffle may fail: judged together at 99 %."""
FEWEST_DECKS: Final = 1_000
"""With fewer the chances below would not hold: each count must be expected some twenty times."""
_PIECE: Final = 1_000
_EXACT: Final = 1e-16
_TERMS: Final = 100_000

Shuffle = Callable[[Sequence[str]], Sequence[str]]
"""Takes the cards of a deck in a fixed order and returns them in a fresh one."""


class Question(StrEnum):
    """What is asked of a shuffle."""

    POSITIONS = "positions"
    """Does every card come to every place equally often? Chi-square over place by card."""
    NEIGHBOURS = "neighbours"
    """Does every card follow every other one equally often? Chi-square over ordered pairs."""
    FIRST_CARDS = "first_cards"
    """Does a deck's first card say anything about the next deck's? Serial correlation."""


QUESTIONS: Final = tuple(Question)
SHARE: Final = LEVEL / len(QUESTIONS)
"""Chance that each figure may have of failing by itself (Bonferroni): together at most LEVEL."""


class TooFewDecks(ValueError):
    """So few decks say nothing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What one question gave.

    Attributes:
        statistic: the chi-square, or of the correlation how many standard deviations it is off.
        freedom: degrees of freedom of the chi-square; 0 for the correlation.
        chance: how often a fair shuffle is at least as far off, to either side. Too even is as
            strange as too uneven.
    """

    question: Question
    statistic: float
    freedom: int
    chance: float

    @property
    def passed(self) -> bool:
        """Whether it lies where a fair shuffle may lie."""
        return self.chance >= SHARE


@dataclass(frozen=True, slots=True)
class Report:
    """All three figures over so many decks."""

    decks: int
    figures: tuple[Figure, ...]

    @property
    def passed(self) -> bool:
        """The judgement at 99 %: none of the three is further off than its share of chance."""
        return all(figure.passed for figure in self.figures)


class Tally:
    """Counts what the three tests need, deck by deck."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._numbers = {card: number for number, card in enumerate(cards)}
        self._size = len(cards)
        self._positions = [0] * self._size**2
        self._pairs = [0] * self._size**2
        self._before: int | None = None
        self._products = 0
        self.decks = 0

    def add(self, order: Sequence[str]) -> None:
        """Count one shuffled deck."""
        size, positions, pairs = self._size, self._positions, self._pairs
        numbers = [self._numbers[card] for card in order]
        before = numbers[-1]  # the last card is followed by the first one: see _neighbours
        place = 0
        for number in numbers:
            positions[place + number] += 1
            pairs[before * size + number] += 1
            place += size
            before = number
        first = 2 * numbers[0] - (size - 1)  # centred, and whole
        if self._before is not None:
            self._products += self._before * first
        self._before = first
        self.decks += 1

    def report(self) -> Report:
        """Return the three figures.

        Raises:
            TooFewDecks: see ``FEWEST_DECKS``.
        """
        if self.decks < FEWEST_DECKS:
            raise TooFewDecks(f"{self.decks} decks say nothing: at least {FEWEST_DECKS}")
        return Report(self.decks, (self._place_by_card(), self._neighbours(), self._first_cards()))

    def _place_by_card(self) -> Figure:
        """Compare the table of places and cards with an even one.

        Every row and column adds up to the number of decks, and the cards of one deck exclude
        each other. The covariance of a uniform permutation is 1/(n-1) times the identity on such
        tables, so Pearson's sum is n/(n-1) times a chi-square of (n-1)² degrees.
        """
        size, expected = self._size, self.decks / self._size
        squares = math.fsum((count - expected) ** 2 for count in self._positions)
        return _chi_square(
            Question.POSITIONS, squares / expected * (size - 1) / size, (size - 1) ** 2
        )

    def _neighbours(self) -> Figure:
        """Compare how often each card follows each other one with an even table.

        Taken round the deck, so that every card has one card before and one behind it. For a
        uniform cycle the covariance on such tables is 1/(n-1) for their symmetric part and
        n/((n-1)(n-2)) for the antisymmetric one: each is brought to its measure, and the sum is
        a chi-square of n²-3n+1 degrees.
        """
        size, pairs = self._size, self._pairs
        expected = self.decks / (size - 1)
        even, odd = [], []
        for one in range(size):
            for other in range(one):
                there = pairs[one * size + other] - expected
                back = pairs[other * size + one] - expected
                even.append((there + back) ** 2 / 2)
                odd.append((there - back) ** 2 / 2)
        statistic = math.fsum(even) / expected
        statistic += math.fsum(odd) / expected * (size - 2) / size
        return _chi_square(Question.NEIGHBOURS, statistic, size**2 - 3 * size + 1)

    def _first_cards(self) -> Figure:
        """Correlate the first cards of decks that follow each other.

        Mean and spread of a fair first card are known, and the products of neighbours do not
        depend on each other: their sum is normal, with a known spread.
        """
        variance = (self._size**2 - 1) / 3  # of 2k - (n-1), k uniform from 0 to n-1
        deviation = self._products / (variance * math.sqrt(self.decks - 1))
        chance = math.erfc(abs(deviation) / math.sqrt(2))
        return Figure(Question.FIRST_CARDS, deviation, 0, chance)


def examine(
    shuffle: Shuffle,
    cards: Sequence[str],
    decks: int,
    progress: Callable[[int], None] = lambda _done: None,
) -> Report:
    """Shuffle so many decks and judge them.

    Args:
        progress: is told from time to time how many are done.

    Raises:
        TooFewDecks: see ``FEWEST_DECKS``.
    """
    if decks < FEWEST_DECKS:
        raise TooFewDecks(f"{decks} decks say nothing: at least {FEWEST_DECKS}")
    tally = Tally(cards)
    for number in range(1, decks + 1):
        tally.add(shuffle(cards))
        if number % _PIECE == 0 or number == decks:
            progress(number)
    return tally.report()


@cache
def bounds(freedom: int) -> tuple[float, float]:
    """Return between which values a statistic passes; ``freedom`` is 0 for the correlation."""
    if not freedom:
        most = NormalDist().inv_cdf(1 - SHARE / 2)
        return -most, most
    return (
        _where(lambda value: 1 - chi_square_tail(value, freedom) >= SHARE / 2, freedom),
        _where(lambda value: chi_square_tail(value, freedom) <= SHARE / 2, freedom),
    )


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square is larger: the regularised upper incomplete gamma."""
    return _gamma_tails(freedom / 2, statistic / 2)[1]


def _chi_square(question: Question, statistic: float, freedom: int) -> Figure:
    below, above = _gamma_tails(freedom / 2, statistic / 2)
    return Figure(question, statistic, freedom, min(1.0, 2 * min(below, above)))


def _gamma_tails(a: float, x: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma functions P(a, x) and Q(a, x), exact to some 1e-12.

    The series where it converges fast, the continued fraction (modified Lentz) elsewhere: each
    gives the smaller tail directly, so that it does not drown in 1 minus the other.
    """
    if x <= 0:
        return 0.0, 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for number in range(1, _TERMS):
            term *= x / (a + number)
            total += term
            if term < total * _EXACT:
                break
        below = min(1.0, total * scale)
        return below, 1 - below
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for number in range(1, _TERMS):
        numerator = -number * (number - a)
        b += 2
        d = 1 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < _EXACT * 4:
            break
    above = min(1.0, fraction * scale)
    return 1 - above, above


def _where(reached: Callable[[float], bool], freedom: int) -> float:
    """Return the smallest value at which ``reached`` holds, by halving."""
    low, high = 0.0, 4.0 * freedom + 100
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
