"""Bingo sessions as the machine of whole tables believes them to be (rules.md section 8)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.blackjack.machine_games import Game, Signed
from tests.engine.oracle_kept import BingoCard

FULL = [17, 18, 19, 20, 21]


@dataclass(eq=False)
class Session:
    """A bingo bet on a box from its deal on. ``shoe`` and ``after_round`` tell where it ended."""

    box: int
    stake: int
    tier: str
    variant: str = "bingo"
    ended: str = ""
    returned: int = 0
    refunded: bool = False
    shoe: Signed | None = None
    after_round: int | None = None
    number: int = 0
    """The casino's own, learned when the session is first found in its rows."""
    cleared: bool = False
    """A bust of the dealer has emptied the card."""
    card: BingoCard = field(init=False)
    opened_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended_at: datetime | None = None
    last_round_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.card = BingoCard(self.stake)
        self.last_round_at = self.opened_at

    @property
    def cause(self) -> str:
        return f"blackjack.bingo/{self.number}"

    @property
    def lit(self) -> list[int]:
        return [] if self.cleared else sorted(set(self.card.totals))

    def told(self) -> dict[str, Any]:
        """As the next shoe's transcript takes it over."""
        return dict(self.card.told())

    def leave(self, shoe: Signed) -> list[tuple[str, int]]:
        """What leaving pays."""
        return self._end(shoe, *self.card.on_leaving())

    def count(self, game: Game) -> list[tuple[str, int]]:
        """What a round that has just ended pays."""
        total = game.told["dealer"]["points"]
        self.last_round_at = game.dealt_at
        self.card.totals.append(total)
        if total > 21:
            self.cleared = True
            return self._end(game.shoe, "none", 0)
        if self.lit == FULL:
            quick = len(self.card.totals) <= len(FULL)
            return self._end(game.shoe, *(("jackpot", 61) if quick else ("full_house", 11)))
        return []

    def closed_by_house(self, shoe: Signed, open_game: Game | None) -> list[tuple[str, int]]:
        """The combination, or the stake where there is none; a bet of an open round is undone."""
        paid = self.leave(shoe)
        if open_game is None:
            shoe.left.append(self.box)
        elif self.box in open_game.bingo:
            del open_game.bingo[self.box]
            self.shoe = self.after_round = None
        else:
            open_game.leave.append(self.box)
        self.refunded = not paid
        return paid or [("bingo_refund", self.stake)]

    def _end(self, shoe: Signed, combination: str, times: int) -> list[tuple[str, int]]:
        self.ended, self.returned = combination, self.stake * times
        self.ended_at = datetime.now(UTC)
        self.shoe, self.after_round = shoe, shoe.rounds_over
        return [("bingo_payout", self.returned)] if self.returned else []


def paid(sessions: Iterable[Session]) -> list[dict[str, Any]]:
    """Sessions that ended, as the transcript of their shoe tells them."""
    ended = [
        {
            "box": session.box,
            "after_round": session.after_round,
            "combination": session.ended,
            "stake": session.stake,
            "returned": session.returned,
        }
        for session in sessions
    ]
    return sorted(ended, key=lambda one: (one["after_round"], one["box"]))
