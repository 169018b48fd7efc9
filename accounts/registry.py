"""What accounts may ask of the games. The games hand it over at start-up: accounts knows none."""

from typing import Protocol


class Games(Protocol):
    """The questions; amounts are hundredths."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        """What the player has staked in unfinished rounds."""
        ...

    def demo_round_open(self, user_id: int) -> bool:
        """Whether the player has an unfinished demo round at any table."""
        ...

    def game_name(self, variant: str) -> str:
        """The game's name in the reader's language; the variant itself if it is unknown."""
        ...

    def playing_stopped(self, user_id: int) -> None:
        """The player has excluded himself: end what runs on between rounds.

        Called in the transaction of the exclusion, which holds his wallets' locks.
        """
        ...


class _NoGames:
    """A house without games."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        return 0

    def demo_round_open(self, user_id: int) -> bool:
        return False

    def game_name(self, variant: str) -> str:
        return variant

    def playing_stopped(self, user_id: int) -> None:
        return None


_registered: list[Games] = []


def register(games: Games) -> None:
    """Make ``games`` the one that answers, in place of any earlier."""
    _registered[:] = [games]


def games() -> Games:
    """The registered games; before any is registered, a house without games."""
    return _registered[0] if _registered else _NoGames()
