"""How often play by a table comes to each total, and what each action is worth there."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from blackjack.analysis.holdings import NONE, holdings
from blackjack.analysis.play import Play
from blackjack.engine.hands import TWENTY_ONE
from blackjack.engine.state import Action


class Total(NamedTuple):
    """What a table looks at: the points, and whether an ace counts 11."""

    points: int
    soft: bool


TOTALS: Final = tuple(
    Total(points, soft) for points, soft in zip(holdings().points, holdings().soft, strict=True)
)
"""The total of each holding."""


@dataclass(slots=True)
class Worth:
    """Sums over the hands of one kind, each weighted by its chance.

    Attributes:
        weight: their chance, play going on.
        sums: action -> weighted sum of what it is worth. Divided by ``weight``: its mean.
    """

    weight: float = 0.0
    sums: defaultdict[Action, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, weight: float, mass: float, worth: dict[Action, float]) -> None:
        """Count a hand."""
        self.weight += weight * mass
        for action, value in worth.items():
            self.sums[action] += weight * value


@dataclass(slots=True)
class Visits:
    """What was counted, by total.

    Attributes:
        first: hands of two cards; only hit and stand.
        able: (total, double or surrender) -> those of them that may do it, with that action too.
        later: hands of three cards or more.
    """

    first: defaultdict[Total, Worth] = field(default_factory=lambda: defaultdict(Worth))
    able: defaultdict[tuple[Total, Action], Worth] = field(
        default_factory=lambda: defaultdict(Worth)
    )
    later: defaultdict[Total, Worth] = field(default_factory=lambda: defaultdict(Worth))

    def count(self, play: Play, starts: Iterable[tuple[int, float, frozenset[Action]]]) -> None:
        """Follow hands of two cards through all their draws.

        Args:
            starts: (holding, chance, what it may do); a hand that may not hit has no choice here.
        """
        against = play.against
        coming: defaultdict[int, float] = defaultdict(float)
        for holding, weight, may in starts:
            if against.table.points[holding] == TWENTY_ONE or Action.HIT not in may:
                continue
            total = TOTALS[holding]
            worth = {action: play.of(action, holding) for action in (Action.HIT, Action.STAND)}
            mass = against.mass(against.stock - against.table.keys[holding])
            self.first[total].add(weight, mass, worth)
            for action in may & {Action.DOUBLE, Action.SURRENDER}:
                able = {**worth, action: play.of(action, holding)}
                self.able[total, action].add(weight, mass, able)
            if play.policy.first(holding, may) is Action.HIT:
                _draw(play, holding, weight, coming)
        # A holding comes after all from which it is reached, so one pass meets every hand.
        for holding in range(len(against.table.keys)):
            weight = coming.get(holding, 0.0)
            if weight and against.table.points[holding] < TWENTY_ONE:
                mass = against.mass(against.stock - against.table.keys[holding])
                worth = {action: play.of(action, holding) for action in (Action.HIT, Action.STAND)}
                self.later[TOTALS[holding]].add(weight, mass, worth)
                if play.policy.hits(holding):
                    _draw(play, holding, weight, coming)


def _draw(play: Play, holding: int, weight: float, coming: defaultdict[int, float]) -> None:
    for _rank, chance, after in play.against.draws(holding):
        if after != NONE:
            coming[after] += weight * chance
