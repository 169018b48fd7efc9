"""Why a table refuses: what the engine and the ledger can't know. The views put it in words."""


class StaleTable(Exception):
    """The table has moved on since the page was rendered, or never was the player's."""


class RoundUnfinished(Exception):
    """A new round can't start before the last one ends (rules.md section 3)."""


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


class NothingToRepeat(Exception):
    """There is no previous round whose bets could be laid again."""


class GameClosed(Exception):
    """Staff have set no limits for this game, tier and currency: nothing can be bet."""


class BrokenRound(Exception):
    """A stored round no longer replays. Staff are told; nothing is changed or deleted."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} does not replay")
        self.number = number
