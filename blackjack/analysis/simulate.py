"""Rounds dealt by the table's own code and played by the published table.

Only the order of the cards is made here, by a generator with a seed: nothing that is played for
money comes this way. The work is cut into shards with seeds of their own, so that the result
does not depend on how many processes share it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import accumulate
from math import sqrt
from typing import Final

from blackjack.analysis import published
from blackjack.analysis.published import Published
from blackjack.analysis.stock import RANKS
from blackjack.engine import choices
from blackjack.engine.cards import Card, decks
from blackjack.engine.hands import is_pair
from blackjack.engine.round import UNIT, act, deal
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Action, Round, Stage

SHARD: Final = 10_000
"""Rounds of a shard; a kept shoe is always played to its end."""
_CARDS_OF_A_ROUND: Final = 5.5
"""About so many; with any other number the estimate is right, too, only less sharp."""
_BOX: Final = 1
_BET: Final = 2 * UNIT


@dataclass(frozen=True, slots=True)
class Sums:
    """What is added up over rounds and shoes.

    Attributes:
        net, squares: of results, in hundredths of the bet of two units.
        shoes: shoes played, for kept shoes those to their mark.
        drift: of each kept shoe, the summed expected gain of its rounds over a fresh shoe's, as
            the cards that were left at their beginnings say (``gains``); per unit.
        drift_squares, drift_rounds, rounds_squares: of shoes, for the error of the ratio.
    """

    rounds: int = 0
    net: int = 0
    squares: int = 0
    shoes: int = 0
    drift: float = 0.0
    drift_squares: float = 0.0
    drift_rounds: float = 0.0
    rounds_squares: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*map(sum, zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its standard error, and the standard deviation of one round or shoe."""

    mean: float
    error: float
    deviation: float

    def sigmas(self, exact: float) -> float:
        """Return how many standard errors the mean lies over the exact value."""
        return (self.mean - exact) / self.error


def result(sums: Sums) -> Estimate:
    """Return the mean net result of a round, per unit of the bet."""
    mean = sums.net / sums.rounds
    variance = sums.squares / sums.rounds - mean**2
    return Estimate(mean / _BET, sqrt(variance / sums.rounds) / _BET, sqrt(variance) / _BET)


def cut_card_effect(sums: Sums) -> Estimate:
    """Return what playing a shoe to its mark adds to the mean, per round and unit.

    A ratio of two sums over shoes: expected gains, and rounds.
    """
    effect = sums.drift / sums.rounds
    spread = sums.drift_squares - 2 * effect * sums.drift_rounds + effect**2 * sums.rounds_squares
    spread = max(spread, 0.0)
    return Estimate(effect, sqrt(spread) / sums.rounds, sqrt(spread / sums.shoes))


def shards(rounds: int) -> list[int]:
    """Cut so many rounds into shards."""
    whole, rest = divmod(rounds, SHARD)
    return [SHARD] * whole + ([rest] if rest else [])


def play_shard(variant: Variant, seed: int, number: int, rounds: int) -> Sums:
    """Play one shard: fresh shoes, or kept shoes each to its mark."""
    rules, book = rules_of(variant), published.load(variant)
    # Not for play: a simulation must be repeatable.
    generator = random.Random(f"{variant}/{seed}/{number}")  # noqa: S311
    sums = Sums()
    while sums.rounds < rounds:
        shoe = list(decks(rules.decks))
        generator.shuffle(shoe)
        sums += _shoe(rules, book, shoe)
    return sums


def _shoe(rules: Rules, book: Published, shoe: Sequence[Card]) -> Sums:
    """Play a shoe as the table does: one round, or rounds until its mark is reached."""
    if not rules.kept_shoe:
        played = play(rules, book, shoe, 0)
        won = played.returned - played.staked
        return Sums(1, won, won**2, 1)
    out = rounds = net = squares = 0
    mark = rules.kept_shoe.replaced_from
    gain = gains(book, shoe)
    # What any fixed place of the shoe brings is 0 in the mean: taken off, it takes most of the
    # chance of this shoe with it, and leaves where in it the rounds happen to begin.
    drift = -sum(gain[:mark]) / _CARDS_OF_A_ROUND
    while out < mark:
        drift += gain[out]
        played = play(rules, book, shoe, out)
        won = played.returned - played.staked
        rounds, net, squares = rounds + 1, net + won, squares + won**2
        out = played.next_card
    return Sums(rounds, net, squares, 1, drift, drift**2, drift * rounds, rounds**2)


def gains(book: Published, shoe: Sequence[Card]) -> list[float]:
    """Return what the cards before each place of a shoe change the mean of the next round by.

    In a straight line: each missing card by what ``Published.removal`` says, in a shoe that gets
    smaller. A card missing at random changes nothing, so the mean over all shoes is 0 at every
    fixed place, as the true one is. It is not 0 where the rounds begin: many small cards make
    few rounds, and then leave the better shoe. That is the effect of the mark.
    """
    of_rank = {label: book.removal[label] for label in RANKS}
    sums = accumulate((of_rank[published.up_card(card)] for card in shoe), initial=0.0)
    cards = len(shoe)
    return [
        missing * (cards - 1) / (cards - out)
        for out, missing in zip(range(cards), sums, strict=False)
    ]


def play(rules: Rules, book: Published, shoe: Sequence[Card], first_card: int) -> Round:
    """Play one round on one box by the table, from the given place of the shoe."""
    round_ = deal(rules, shoe, bets={_BOX: _BET}, first_card=first_card)
    while round_.turn is not None:
        round_ = act(round_, decide(book, round_))
    return round_


def decide(book: Published, round_: Round) -> Action:
    """Return what the table does with the hand in turn. Insurance is never taken."""
    if round_.stage is Stage.INSURING or round_.turn is None:
        return Action.DECLINE
    box = round_.box(round_.turn.box)
    hand = box.hands[round_.turn.hand - 1]
    for action in _wanted(book, hand.cards, round_.dealer[0], first=len(box.hands) == 1):
        if choices.refusal(round_, action) is None:
            return action
    return Action.STAND


def _wanted(book: Published, cards: tuple[Card, ...], up: Card, *, first: bool) -> Iterator[Action]:
    """Yield what the table would do, the best first."""
    if is_pair(cards):
        entry = book.entry(cards, up)
        if entry.action is Action.SPLIT and (first or entry.splits_again):
            yield Action.SPLIT
    entry = book.entry(cards, up, splittable=False)
    yield entry.action
    yield entry.otherwise
