"""Why a table refuses: what the engine and the ledger can't know. The views put it in words."""

from collections.abc import Mapping


class StaleTable(Exception):
    """The table has moved on since the page was rendered, or never was the player's."""


class RoundUnfinished(Exception):
    """A new round can't start before the last one ends (rules.md section 3)."""


class RoundExpired(Exception):
    """The round was dealt ten days ago: only the house may end it (rules.md section 9)."""

    def __init__(self, table: int) -> None:
        super().__init__(f"the round at table {table} is ten days old")
        self.table = table


class BetOutOfLimits(Exception):
    """A bet below the smallest or above the largest for the player's tier.

    All three amounts are hundredths. Nothing is ever trimmed to fit.
    """

    def __init__(self, box: int, amount: int, minimum: int, maximum: int) -> None:
        super().__init__(f"box {box}: {amount} is not from {minimum} to {maximum}")
        self.box = box
        self.amount = amount
        self.minimum = minimum
        self.maximum = maximum


class ShoeOver(Exception):
    """The shoe has passed its mark: a new one is signed and shown before the next bet counts."""


class ShoeCut(Exception):
    """The shoe has been cut: kept shoes are cut, and shuffled by the player, once."""


class NotClosable(Exception):
    """The shoe can't be closed by the player, or not yet.

    Attributes:
        closable_from: cards that must be out; ``None`` where shoes are never closed.
    """

    def __init__(self, closable_from: int | None) -> None:
        super().__init__(f"closable from {closable_from} cards out")
        self.closable_from = closable_from


class BingoBelowLimit(Exception):
    """A bingo bet below the smallest bet of the player's tier. Both amounts are hundredths."""

    def __init__(self, box: int, amount: int, minimum: int) -> None:
        super().__init__(f"box {box}: {amount} is below {minimum}")
        self.box = box
        self.amount = amount
        self.minimum = minimum


class NoSession(Exception):
    """No bingo session is running there to be left; ``box`` is ``None`` for the whole table."""

    def __init__(self, box: int | None) -> None:
        super().__init__(f"no session on box {box}")
        self.box = box


class WouldLeave(Exception):
    """The deal has no main bet on boxes with a running bingo session: dealt, it leaves them.

    Asked first, and paid before the deal (rules.md section 8).

    Attributes:
        boxes: box -> what leaving it gives back, hundredths.
    """

    def __init__(self, boxes: Mapping[int, int]) -> None:
        super().__init__(f"would leave {sorted(boxes)}")
        self.boxes = boxes


class NothingToRepeat(Exception):
    """There is no previous round whose bets could be laid again."""


class GameClosed(Exception):
    """Staff have closed the game, or set no limits for the tier: nothing can be bet."""


class BrokenRound(Exception):
    """A stored round no longer replays. Staff are told; nothing is changed or deleted."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} does not replay")
        self.number = number


class SealedRound(BrokenRound):
    """No key at hand opens the string of a stored round. It waits until one does."""
