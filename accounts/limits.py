"""What a player may bet on a box at first: by game, tier and currency. Staff change the rows."""

from dataclasses import dataclass

from django.db import transaction

from accounts.models import BetLimit
from accounts.registry import games


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


@transaction.atomic
def store(row: BetLimit) -> None:
    """Write a limit. Where the smallest bet is raised, the games end what it makes impossible."""
    before = BetLimit.objects.filter(pk=row.pk).values_list("minimum", flat=True).first()
    row.save()
    if before is not None and row.minimum > before:
        games().limits_raised(variant=row.variant, tier=row.tier, currency=row.currency)


@transaction.atomic
def remove(row: BetLimit) -> None:
    """Close a game for a tier and currency: nothing can be bet there any more."""
    games().limits_raised(variant=row.variant, tier=row.tier, currency=row.currency)
    row.delete()


def raised_by_tier(user_id: int, before: str, after: str) -> None:
    """Let the games end what a player's new tier makes impossible, its smallest bets being higher.

    Within the transaction that changes the tier.
    """
    held = {
        (row.variant, row.currency, row.tier): row.minimum
        for row in BetLimit.objects.filter(tier__in=[before, after])
    }
    for (variant, currency, tier), minimum in held.items():
        now = held.get((variant, currency, after))
        if tier == before and (now is None or now > minimum):
            games().limits_raised(variant=variant, tier=after, currency=currency, user_id=user_id)
