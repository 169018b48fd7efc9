"""What accounts may ask of the games. The games hand it over at start-up: accounts knows none."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol


class Games(Protocol):
    """The questions; amounts are hundredths."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        """What the player has staked in unfinished rounds."""
        ...

    def demo_round_open(self, user_id: int) -> bool:
        """Whether the player has an unfinished demo round at any table."""
        ...

    def with_open_rounds(self, user_ids: Collection[int]) -> set[int]:
        """Which of these players have an unfinished round in any game, demo included."""
        ...

    def with_bingo_running(self, user_ids: Collection[int]) -> set[int]:
        """Which of these players have a bingo bet that is not decided yet, demo included."""
        ...

    def game_name(self, variant: str) -> str:
        """The game's name in the reader's language; the variant itself if it is unknown."""
        ...

    def variants(self) -> Sequence[str]:
        """All games, in the order in which they are shown."""
        ...

    def game_closed(self, *, variant: str | None, currency: str | None) -> None:
        """End what players have running beyond a round in a game that is closed; ``None``: all."""
        ...

    def total_in_play(self) -> Mapping[str, int]:
        """What all players have in unfinished rounds and running bingo sessions, by currency."""
        ...

    def playing_stopped(self, user_id: int) -> None:
        """End what the player has running beyond a round: he is blocked, or excludes himself."""
        ...

    def player_gone(self, user_id: int) -> None:
        """Put away what waits for a player who can't come back; in the caller's transaction."""
        ...

    def limits_raised(
        self, *, variant: str, tier: str, currency: str, user_id: int | None = None
    ) -> None:
        """End what the smallest bet, raised or gone, makes impossible to play on.

        Args:
            user_id: of the one player whom it concerns; ``None`` for all of the tier.
        """
        ...

    def cause_in_words(self, cause: str) -> str:
        """What a journal line's cause names, in the reader's language; blank if it is no game's."""
        ...


class _NoGames:
    """A house without games."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        return 0

    def demo_round_open(self, user_id: int) -> bool:
        return False

    def with_open_rounds(self, user_ids: Collection[int]) -> set[int]:
        return set()

    def with_bingo_running(self, user_ids: Collection[int]) -> set[int]:
        return set()

    def game_name(self, variant: str) -> str:
        return variant

    def variants(self) -> Sequence[str]:
        return ()

    def game_closed(self, *, variant: str | None, currency: str | None) -> None:
        return None

    def total_in_play(self) -> Mapping[str, int]:
        return {}

    def playing_stopped(self, user_id: int) -> None:
        return None

    def player_gone(self, user_id: int) -> None:
        return None

    def limits_raised(
        self, *, variant: str, tier: str, currency: str, user_id: int | None = None
    ) -> None:
        return None

    def cause_in_words(self, cause: str) -> str:
        return ""


_registered: list[Games] = []


def register(games: Games) -> None:
    """Make ``games`` the one that answers, in place of any earlier."""
    _registered[:] = [games]


def games() -> Games:
    """The registered games; before any is registered, a house without games."""
    return _registered[0] if _registered else _NoGames()
