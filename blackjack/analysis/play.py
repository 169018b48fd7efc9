"""The worth of a hand under a way of playing, and the best way that looks at every card held."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from blackjack.analysis.against import NET, Against
from blackjack.analysis.holdings import NONE
from blackjack.engine.hands import TWENTY_ONE
from blackjack.engine.state import Action, Outcome

_OTHERS: Final = (Action.HIT, Action.DOUBLE, Action.SURRENDER)
"""What a hand may do beside standing, splits apart; the first of equals is taken."""
_NEVER_BUST: Final = 11
"""Up to this total a card can only help; no hand with an ace has less (two aces are 12)."""


class Policy(Protocol):
    """A way of playing a hand, split hands among them: "the same play after a split as before"."""

    def hits(self, holding: int) -> bool:
        """Tell whether a hand that has drawn, or could do nothing else, draws again."""

    def first(self, holding: int, allowed: frozenset[Action]) -> Action:
        """Choose what two cards do that are not split, as far as it is allowed."""


@dataclass(slots=True)
class Play:
    """Mean results of playing by ``policy`` from a stock; of their squares for ``power`` 2.

    The stock may be another than the one for which the policy was made: that of a split hand.
    """

    against: Against
    policy: Policy
    power: int = 1
    _later: dict[int, float] = field(default_factory=dict, repr=False)

    def stand(self, holding: int) -> float:
        """Return the worth of standing."""
        return self.against.stand(holding, self.power)

    def later(self, holding: int) -> float:
        """Return the worth of a hand that can only hit or stand."""
        value = self._later.get(holding)
        if value is None:
            full = self.against.table.points[holding] == TWENTY_ONE
            stands = full or not self.policy.hits(holding)
            value = self._later[holding] = self.stand(holding) if stands else self.hit(holding)
        return value

    def hit(self, holding: int) -> float:
        """Return the worth of drawing, and then playing on."""
        return sum(
            [
                chance * (self.later(after) if after != NONE else self._bust(holding, rank))
                for rank, chance, after in self.against.draws(holding)
            ]
        )

    def double(self, holding: int) -> float:
        """Return the worth of doubling, per unit of the bet before it."""
        once = sum(
            [
                chance * (self.stand(after) if after != NONE else self._bust(holding, rank))
                for rank, chance, after in self.against.draws(holding)
            ]
        )
        return float(once * 2**self.power)

    def first(self, holding: int, allowed: frozenset[Action]) -> float:
        """Return the worth of two cards that are not split."""
        return self.of(self.policy.first(holding, allowed), holding)

    def of(self, action: Action, holding: int) -> float:
        """Return the worth of one action, splits apart, and of playing on by the policy."""
        match action:
            case Action.SURRENDER:
                return self.surrender(holding)
            case Action.DOUBLE:
                return self.double(holding)
            case Action.HIT:
                return self.hit(holding)
            case _:
                return self.stand(holding)

    def surrender(self, holding: int) -> float:
        """Return the worth of giving the hand up."""
        against = self.against
        going_on = against.mass(against.stock - against.table.keys[holding])
        return float(NET[Outcome.SURRENDER] ** self.power * going_on)

    def _bust(self, holding: int, rank: int) -> float:
        lost = self.against.bust(holding, rank)
        return lost if self.power == 1 else -lost


@dataclass(slots=True)
class Best:
    """Composition-dependent play: each hand does what is best with exactly these cards.

    What it decides is decided as if the hand had never been split: the reference's convention.
    """

    against: Against
    play: Play = field(init=False)

    def __post_init__(self) -> None:
        self.play = Play(self.against, self)

    def hits(self, holding: int) -> bool:
        """Tell whether drawing is worth more than standing."""
        if self.against.table.points[holding] <= _NEVER_BUST:
            return True
        return self.play.hit(holding) > self.play.stand(holding)

    def first(self, holding: int, allowed: frozenset[Action]) -> Action:
        """Choose what is worth most."""
        if self.against.table.points[holding] == TWENTY_ONE:
            return Action.STAND
        best, most = Action.STAND, self.play.stand(holding)
        for action in _OTHERS:
            if action in allowed and (worth := self.play.of(action, holding)) > most:
                best, most = action, worth
        return best
