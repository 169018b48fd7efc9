"""Why a bet or a deposit is refused for the player's own protection, and why a change of it is."""

from datetime import datetime

from accounts.protection.models import Measure, Period, StopKind
from accounts.protection.sessions import Session


class AccountInactive(Exception):
    """The account was blocked or closed a moment ago: nothing of it plays any more."""


class PlayStopped(Exception):
    """The player takes a break or has excluded himself.

    Attributes:
        until: when it ends; ``None`` for good.
    """

    def __init__(self, kind: StopKind, until: datetime | None) -> None:
        super().__init__(f"{kind} until {until}")
        self.kind = kind
        self.until = until


class LimitReached(Exception):
    """What was asked would pass a limit that the player has set. Nothing was taken.

    Attributes:
        limit, used: hundredths of a rouble, minutes for time.
        ends_at: when the period ends, and counting begins anew.
    """

    def __init__(
        self, measure: Measure, period: Period, limit: int, used: int, ends_at: datetime
    ) -> None:
        super().__init__(f"{measure} per {period}: {used} of {limit} used")
        self.measure = measure
        self.period = period
        self.limit = limit
        self.used = used
        self.ends_at = ends_at

    @property
    def left(self) -> int:
        """How much may still be used up; 0 when nothing."""
        return max(0, self.limit - self.used)


class RealityCheckDue(Exception):
    """Before the next deal the player is asked whether he goes on.

    Attributes:
        net: result of the session in the table's currency, hundredths.
    """

    def __init__(self, session: Session, net: int, currency: str) -> None:
        super().__init__(f"playing since {session.began_at}")
        self.session = session
        self.net = net
        self.currency = currency


class StaleProtection(Exception):
    """What the form was made for has changed since: another click was first."""


class NothingToChange(Exception):
    """The limit is that already, or no higher one waits."""


class NotRipe(Exception):
    """A higher limit may not be confirmed yet.

    Attributes:
        ripe_at: when it may.
    """

    def __init__(self, ripe_at: datetime) -> None:
        super().__init__(f"not before {ripe_at}")
        self.ripe_at = ripe_at


class StopNotLonger(Exception):
    """A break or self-exclusion runs already, and the new one would not outlast it."""
