"""The initial limits of bets; staff change the rows in the admin (rules.md section 3)."""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import Currency, Tier

_FRESH: Final = {
    Tier.LITE.value: (1, 50),
    Tier.RESPECT.value: (5, 120),
    Tier.VIP.value: (10, 200),
}
# A kept shoe can be counted: its smallest bets are higher.
_KEPT: Final = {
    Tier.LITE.value: (5, 50),
    Tier.RESPECT.value: (10, 120),
    Tier.VIP.value: (20, 200),
}
LIMITS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "double-deck": _FRESH,
    "six-deck": _FRESH,
    "classic": _KEPT,
    "bingo": _KEPT,
}
"""Smallest and largest initial bet on a box, whole units, the same in RUR and FUN."""


def seed_limits(limits: Any = None) -> None:
    """Create the rows that are missing; those that staff have changed stay.

    Args:
        limits: the model of the rows; a migration passes its own.
    """
    if limits is None:
        from accounts.models import BetLimit as limits  # noqa: PLC0415, N813
    for variant, tiers in LIMITS.items():
        for tier, (minimum, maximum) in tiers.items():
            for currency in (Currency.FUN.value, Currency.RUR.value):
                limits.objects.get_or_create(
                    variant=variant,
                    tier=tier,
                    currency=currency,
                    defaults={"minimum": minimum, "maximum": maximum},
                )
