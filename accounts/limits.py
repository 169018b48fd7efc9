"""What a player may bet on a box at first: by game, tier and currency. Staff edit the rows."""

from dataclasses import dataclass

from accounts.models import BetLimit


class NoLimit(LookupError):
    """Staff have set no limit for this game, tier and currency: nothing may be bet."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The smallest and the largest initial bet on a box, in whole units."""

    minimum: int
    maximum: int


def limit(*, variant: str, tier: str, currency: str) -> Limit:
    """The limit of initial bets. Source: rules.md section 3.

    Raises:
        NoLimit: there is none.
    """
    rows = BetLimit.objects.filter(variant=variant, tier=tier, currency=currency)
    row = rows.values_list("minimum", "maximum").first()
    if row is None:
        raise NoLimit(f"{variant}, {tier}, {currency}")
    return Limit(*row)
