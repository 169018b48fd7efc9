"""What the FairPlay pages must ask of the games, and the one place where the games answer.

The app that deals registers itself at start-up, so that this one need not know it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol


class State(StrEnum):
    """Whether a game's string can be checked yet."""

    OPEN = "open"
    WAITING = "waiting"
    """The game is over, its shoe is not: the string is revealed when the shoe ends."""
    REVEALED = "revealed"
    SEALED = "sealed"
    """No key at hand opens the string for the moment; the game stays as it is, staff are told."""
    UNAVAILABLE = "unavailable"
    """The stored game can't be replayed; staff have been told."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line of the list. Amounts are hundredths."""

    number: int
    title: str
    currency: str
    dealt_at: datetime
    md5: str
    sha256: str
    secret: str
    state: State
    staked: int
    returned: int

    @property
    def net(self) -> int:
        """What the player won, or lost with a minus."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A hand or an insurance of the game, in words. Amounts are hundredths."""

    label: str
    cards: Sequence[str]
    outcome: str
    stake: int
    returned: int


@dataclass(frozen=True, slots=True)
class GameCheck:
    """Everything that the check page of one game shows; ``secret`` is empty until revealed.

    ``first_card`` and ``last_card`` are the numbers of the cards that it has used so far, from 1;
    ``place`` is its index among the rounds of its shoe's transcript, from 0; ``by_house`` says
    what the house did at the end of ten days, empty where the player has done everything.
    """

    summary: GameSummary
    tier: str
    kept_until: datetime
    seed: str
    cut: int
    cards: int
    place: int
    first_card: int
    last_card: int
    scheme: str
    moved: str
    by_house: str
    rows: Sequence[ResultRow]
    dealer_cards: Sequence[str]
    dealer_total: str


class Games(Protocol):
    """What a dealing app answers. Another player's game does not exist for the asker."""

    def recent(self, user_id: int, count: int) -> Sequence[GameSummary]:
        """Return the player's last games that are still kept, the newest first."""
        ...

    def find(self, user_id: int, number: int) -> GameCheck | None:
        """Return one game of the player, or ``None``."""
        ...

    def transcript(self, user_id: int, number: int) -> Mapping[str, Any] | None:
        """Return the transcript of a revealed game of the player, or ``None``."""
        ...


class _NoGames:
    def recent(self, user_id: int, count: int) -> Sequence[GameSummary]:
        return ()

    def find(self, user_id: int, number: int) -> GameCheck | None:
        return None

    def transcript(self, user_id: int, number: int) -> Mapping[str, Any] | None:
        return None


_registered: list[Games] = []


def register(games: Games) -> None:
    """Let ``games`` answer from now on."""
    _registered[:] = [games]


def games() -> Games:
    """Return the app that answers; without one there are no games."""
    return _registered[0] if _registered else _NoGames()
