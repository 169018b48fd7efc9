"""How tests change the limits of bets: as staff do, and by taking one away, which no page does."""

from django.db import transaction

from accounts import limits
from accounts.models import BetLimit
from accounts.registry import games
from casino.roles import Role
from tests.office import member


def set_limit(variant: str, minimum: int, maximum: int = 50, currency: str = "RUR") -> None:
    """Change what players of the first tier may bet, whole units."""
    row = BetLimit.objects.get(variant=variant, tier="LITE", currency=currency)
    limits.change(
        number=row.pk,
        minimum=minimum,
        maximum=maximum,
        seen=(row.minimum, row.maximum),
        reason="for a test",
        staff=member(Role.MANAGER),
    )


@transaction.atomic
def take_away(row: BetLimit) -> None:
    """Leave a game without a limit: nothing can be bet there any more."""
    games().limits_raised(variant=row.variant, tier=row.tier, currency=row.currency)
    row.delete()
