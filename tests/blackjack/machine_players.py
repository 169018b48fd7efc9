"""Who plays in the machine of whole tables: purses, tables, tier, and whether he may sign in."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tests.blackjack.machine_games import BOXES, CURRENCIES
from tests.blackjack.machine_model import WRONG, Desk, House, Line, Purse

SIGNED_IN, LOCKED = 303, 429
GUESSES, LOCKED_FOR = 5, timedelta(minutes=15)


@dataclass
class Player:
    """Somebody who plays, at one table for each game and currency."""

    login: str
    number: int
    house: House
    tier: str = "LITE"
    blocked: bool = False
    refused: list[datetime] = field(default_factory=list)
    purses: dict[str, Purse] = field(
        default_factory=lambda: {currency: Purse() for currency in CURRENCIES}
    )

    def __post_init__(self) -> None:
        self.desks = {
            (variant, currency): Desk(self, variant, currency)
            for variant in BOXES
            for currency in CURRENCIES
        }

    def funded(self, amount: int, cause: str = "accounts.adjustment/") -> None:
        self.purses["RUR"].lines.append(Line("adjustment", amount, cause))

    def signing_in(self) -> int:
        """The answer to his right password, which counts as a wrong one while he is blocked."""
        now = datetime.now(UTC)
        self.refused = [at for at in self.refused if at > now - LOCKED_FOR]
        if len(self.refused) >= GUESSES:
            return LOCKED
        self.refused = [*self.refused, now] if self.blocked else []
        if len(self.refused) == GUESSES:
            return LOCKED
        return WRONG if self.blocked else SIGNED_IN

    def block(self) -> None:
        self.blocked = True
        for desk in self.desks.values():
            desk.closed_by_house()

    def move_to(self, tier: str) -> None:
        """A tier with higher smallest bets, or with a closed game, ends sessions there."""
        before, self.tier = self.tier, tier
        for desk in self.desks.values():
            held = self.house.limits.get((desk.variant, before, desk.currency))
            if held and (desk.limits is None or desk.limits[0] > held[0]):
                desk.closed_by_house()
