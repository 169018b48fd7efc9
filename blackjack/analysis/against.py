"""One up card and the cards that are still to come: what standing and going bust are worth there.

Where the dealer looks for a blackjack before anybody plays, all values here are those of the
rounds in which he has none, times the chance that he has none. Such values add up without any
division while cards are drawn from the whole stock, the hole card among it; ``mass`` is what
turns them into values "given that he has no blackjack".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from blackjack.analysis import dealer
from blackjack.analysis.holdings import Holdings, holdings
from blackjack.analysis.stock import ACE, ONE, RANKS, TEN, counts_of, key_of
from blackjack.engine import hands, settle
from blackjack.engine.round import DEALER_STANDS_ON, UNIT
from blackjack.engine.rules import DealerCard, Rules
from blackjack.engine.state import Outcome

NET: Final = {outcome: settle.returned(2 * UNIT, outcome) / (2 * UNIT) - 1.0 for outcome in Outcome}
"""What an outcome brings, per unit staked on the hand."""
_LOWEST: Final = DEALER_STANDS_ON - 1
"""Any total that can only win by the dealer's bust is as good as this one."""


@dataclass(slots=True)
class Against:
    """The stock after an up card, and caches of what was asked of it.

    Attributes:
        stock: the cards that neither the up card nor anything known before has taken.
        seen: dealer's totals by what is left; shared by the stocks of one up card.
    """

    rules: Rules
    up: int
    stock: int
    seen: dict[int, dealer.Totals] = field(default_factory=dict, repr=False)
    counts: tuple[int, ...] = field(init=False)
    size: int = field(init=False)
    peeks: bool = field(init=False)
    table: Holdings = field(init=False, repr=False)
    tree: dealer.Tree = field(init=False, repr=False)
    _stands: dict[tuple[int, int], float] = field(init=False, default_factory=dict, repr=False)
    _draws: dict[int, tuple[tuple[int, float, int], ...]] = field(
        init=False, default_factory=dict, repr=False
    )
    _busts: dict[tuple[int, int], float] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.counts = tuple(counts_of(self.stock))
        self.size = sum(self.counts)
        hole = self.rules.dealer_card is DealerCard.HOLE_CARD
        self.peeks = hole and self.up in {ACE, TEN}
        self.table = holdings()
        self.tree = dealer.tree(self.rules, self.up)

    @classmethod
    def dealt(cls, rules: Rules, counts: tuple[int, ...], up: int) -> "Against":
        """Return the stock of a shoe of these counts after the up card."""
        return cls(rules, up, key_of(counts) - ONE[up])

    def less(self, rank: int, number: int) -> "Against":
        """Return the stock with some cards of one rank taken away."""
        return Against(self.rules, self.up, self.stock - number * ONE[rank], self.seen)

    def fits(self, holding: int) -> bool:
        """Tell whether the stock has the cards of this holding."""
        held = counts_of(self.table.keys[holding])
        return all(left >= taken for left, taken in zip(self.counts, held, strict=True))

    def totals(self, left: int) -> dealer.Totals:
        """Return the dealer's totals when his further cards come from what is ``left``."""
        found = self.seen.get(left)
        if found is None:
            found = self.seen[left] = self.tree.totals(left)
        return found

    def mass(self, left: int) -> float:
        """Return the chance that play goes on: no blackjack at a peek, else certainty."""
        if not self.peeks:
            return 1.0
        counts = counts_of(left)
        return 1.0 - counts[TEN if self.up == ACE else ACE] / sum(counts)

    def stand(self, holding: int, power: int = 1) -> float:
        """Return the mean result of standing, or of its square for ``power`` 2."""
        value = self._stands.get((holding, power))
        if value is None:
            totals = self.totals(self.stock - self.table.keys[holding])
            results = RESULTS[self.peeks][max(self.table.points[holding], _LOWEST)]
            value = sum([chance * net**power for chance, net in zip(totals, results, strict=True)])
            self._stands[holding, power] = value
        return value

    def draws(self, holding: int) -> tuple[tuple[int, float, int], ...]:
        """Return (rank, chance, holding after) for each rank that can still be drawn."""
        found = self._draws.get(holding)
        if found is None:
            held = counts_of(self.table.keys[holding])
            left = self.size - sum(held)
            found = self._draws[holding] = tuple(
                (rank, (count - taken) / left, self.table.after[holding][rank])
                for rank, (count, taken) in enumerate(zip(self.counts, held, strict=True))
                if count > taken
            )
        return found

    def bust(self, holding: int, rank: int) -> float:
        """Return the (negative) mass of the rounds in which drawing ``rank`` ends as a bust."""
        if not self.peeks:
            return -1.0
        value = self._busts.get((holding, rank))
        if value is None:
            value = -self.mass(self.stock - self.table.keys[holding] - ONE[rank])
            self._busts[holding, rank] = value
        return value

    def two_cards(self) -> Iterator[tuple[int, int, int, float]]:
        """Yield (rank, rank, holding, chance) of every two first cards, the lower rank first."""
        pairs = self.size * (self.size - 1)
        for low in range(len(RANKS)):
            for high in range(low, len(RANKS)):
                ways = self.counts[low] * (self.counts[high] - (low == high))
                if ways > 0:
                    chance = (1 if low == high else 2) * ways / pairs
                    yield low, high, self.table.of(low, high), chance


def _results(points: int, *, peeks: bool) -> tuple[float, ...]:
    """Return what a hand of these points brings against each end of the dealer's hand."""
    by_total = [
        NET[Outcome.WIN if points > total else Outcome.PUSH if points == total else Outcome.LOSE]
        for total in range(DEALER_STANDS_ON, hands.TWENTY_ONE + 1)
    ]
    return (*by_total, NET[Outcome.WIN], 0.0 if peeks else NET[Outcome.LOSE])


RESULTS: Final = {
    peeks: {
        points: _results(points, peeks=peeks) for points in range(_LOWEST, hands.TWENTY_ONE + 1)
    }
    for peeks in (False, True)
}
"""Whether the dealer has peeked -> the hand's points -> results by the dealer's end."""
