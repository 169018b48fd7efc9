"""The bingo side bet: a fold over the dealer's totals, not a kind of round (rules.md section 8).

A session is opened on a box, lights a cell for each round in which the dealer stands on 17 to 21,
and ends by a full card, by the dealer's bust, or by leaving. Amounts are hundredths.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from blackjack.engine import hands
from blackjack.engine.errors import BadBingo
from blackjack.engine.refusals import BingoRefusal
from blackjack.engine.round import UNIT

CELLS: Final = (17, 18, 19, 20, 21)
JACKPOT_ROUNDS: Final = len(CELLS)
"""A full card within as many rounds as it has cells is the jackpot."""


class Combination(StrEnum):
    """What a session is paid for."""

    NONE = "none"
    THREE = "three"
    FOUR = "four"
    FULL_HOUSE = "full_house"
    JACKPOT = "jackpot"


PAY_TABLES: Final[Mapping[int, Mapping[Combination, int]]] = {
    1: {
        Combination.THREE: 1,
        Combination.FOUR: 3,
        Combination.FULL_HOUSE: 10,
        Combination.JACKPOT: 60,
    },
}
"""Version -> combination -> pay "to one". A session keeps the version it was opened under."""
NEWEST_PAY_TABLE: Final = 1


@dataclass(frozen=True, slots=True)
class Session:
    """A running bingo bet.

    Attributes:
        stake: hundredths.
        lit: cells that are lit.
        rounds: counted since it was opened.
        pay_table: version of the pay table it was opened under.
    """

    stake: int
    lit: frozenset[int] = field(default_factory=frozenset)
    rounds: int = 0
    pay_table: int = NEWEST_PAY_TABLE

    @property
    def combination(self) -> Combination:
        """What leaving now would be paid for."""
        if len(self.lit) == len(CELLS):
            jackpot = self.rounds <= JACKPOT_ROUNDS
            return Combination.JACKPOT if jackpot else Combination.FULL_HOUSE
        return {4: Combination.FOUR, 3: Combination.THREE}.get(len(self.lit), Combination.NONE)


@dataclass(frozen=True, slots=True)
class Ended:
    """A session that is over, and what it gives back (hundredths, the stake included)."""

    stake: int
    combination: Combination
    returned: int


def after_round(session: Session, dealer_points: int) -> Session | Ended:
    """Count a round that ended with the dealer on ``dealer_points``.

    Source: rules.md section 8. A bust clears the card and takes the stake; a full card pays at
    once. A dealer's blackjack is a 21.
    """
    if dealer_points > hands.TWENTY_ONE:
        return Ended(session.stake, Combination.NONE, 0)
    counted = replace(session, lit=session.lit | {dealer_points}, rounds=session.rounds + 1)
    return left(counted) if len(counted.lit) == len(CELLS) else counted


def left(session: Session) -> Ended:
    """Leave the place: the combination is paid, or the stake lost. Source: rules.md section 8."""
    combination = session.combination
    if combination is Combination.NONE:
        return Ended(session.stake, combination, 0)
    to_one = PAY_TABLES[session.pay_table][combination]
    return Ended(session.stake, combination, session.stake * (to_one + 1))


def require_bets(
    bets: Mapping[int, int], main: Mapping[int, int], running: Mapping[int, Session]
) -> None:
    """Check bingo bets against the main bets of their round. Source: rules.md section 8.

    Args:
        bets: box -> bingo stake, hundredths.
        main: box -> main bet of the round.
        running: sessions that are running when the round is dealt.

    Raises:
        BadBingo: no whole units, no main bet as large, or a session is running on the box.
    """
    for box, amount in bets.items():
        refusal = _refusal(amount, main.get(box, 0), running=box in running)
        if refusal is not None:
            raise BadBingo(box, amount, refusal)


def _refusal(amount: int, main: int, *, running: bool) -> BingoRefusal | None:
    if amount <= 0 or amount % UNIT:
        return BingoRefusal.NOT_WHOLE_UNITS
    if amount > main:
        return BingoRefusal.ABOVE_MAIN_BET if main else BingoRefusal.NO_MAIN_BET
    return BingoRefusal.SESSION_RUNNING if running else None
