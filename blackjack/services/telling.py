"""What the house has ended for a player, shown at his next visits until he says that he knows."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from blackjack.models import Round, Settlement

_SHOWN: Final = 20
"""There are eight tables; more than a few are only of somebody who never comes."""


def settlements(player: User, *, variant: str = "", currency: str = "") -> Sequence[Settlement]:
    """Return what the player is to be told, the newest first.

    Args:
        variant, currency: of one table only.
    """
    return list(_of(player, variant, currency).order_by("-pk")[:_SHOWN])


def still_kept(found: Sequence[Settlement]) -> set[int]:
    """Return the numbers of those rounds that can still be looked at."""
    numbers = [one.number for one in found if one.box is None]
    if not numbers:
        return set()
    kept = Round.objects.filter(pk__in=numbers)
    return set(kept.values_list("pk", flat=True))


def told(*, player: User, last: int, variant: str = "", currency: str = "") -> int:
    """Forget what the player has been told, up to the newest that his page showed; how many.

    What the house has ended since stays. A second call changes nothing.

    Args:
        variant, currency: of the one table that the page told of.
    """
    with transaction.atomic(durable=True):
        return _of(player, variant, currency).filter(pk__lte=last).delete()[0]


def _of(player: User, variant: str, currency: str) -> QuerySet[Settlement]:
    found = Settlement.objects.filter(player=player)
    if variant:
        found = found.filter(variant=variant)
    return found.filter(currency=currency) if currency else found
