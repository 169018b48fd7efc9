"""What a player may bet on a box at first: by game, tier and currency. Staff change the rows."""

from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import BigIntegerField, CharField, Exists, OuterRef, Subquery

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotAsSeen
from accounts.models import BetLimit, GameSwitch, User
from accounts.registry import games
from accounts.switches.models import ANY
from casino.live import announce_to_all
from casino.prepared import Prepared, Slot


@dataclass(frozen=True, slots=True)
class Limit:
    """The smallest and the largest initial bet on a box, in whole units.

    Attributes:
        closed: staff have closed the game; nothing can be bet for the moment.
    """

    minimum: int
    maximum: int
    closed: bool = False


def columns(variant: Any, tier: Any, currency: Any) -> tuple[Any, ...]:
    """What of a limit can be read along with other rows; :func:`of` makes it one again.

    Args:
        variant, tier, currency: expressions of the query that they are read with.
    """
    rows = BetLimit.objects.filter(variant=variant, tier=tier, currency=currency)
    return (
        Subquery(rows.values("minimum")[:1]),
        Subquery(rows.values("maximum")[:1]),
        Exists(_switches(variant, currency)),
    )


def of(minimum: int | None, maximum: int | None, closed: bool) -> Limit | None:
    """The limit of such columns; ``None`` where staff have set none."""
    if minimum is None or maximum is None:
        return None
    return Limit(minimum, maximum, closed)


def _switches(variant: Any, currency: Any) -> Any:
    """What closes a game for a currency."""
    return GameSwitch.objects.filter(variant__in=[ANY, variant], currency__in=[ANY, currency])


_WORDS: Final = CharField[str, str]()


def _limit(tier: Any) -> Any:
    variant, currency = Slot("variant", _WORDS), Slot("currency", _WORDS)
    rows = BetLimit.objects.filter(variant=variant, currency=currency, tier=tier)
    return rows.values_list("minimum", "maximum", Exists(_switches(variant, currency)))


def _of_player() -> Any:
    player = User.objects.filter(pk=Slot("user", BigIntegerField()))
    return _limit(Subquery(player.values("tier")))


_OF_TIER: Final = Prepared(lambda: _limit(Slot("tier", _WORDS)))
_OF_PLAYER: Final = Prepared(_of_player)


def found(*, variant: str, tier: str, currency: str) -> Limit | None:
    """The limit of initial bets, and whether the game is closed. Source: rules.md section 3.

    ``None`` where staff have set none: nothing may be bet there.
    """
    row = _OF_TIER.one(variant=variant, tier=tier, currency=currency)
    return None if row is None else Limit(*row)


def found_anew(*, user_id: int, variant: str, currency: str) -> Limit | None:
    """The limit as :func:`found` gives it, by the tier that the player has by now."""
    row = _OF_PLAYER.one(user=user_id, variant=variant, currency=currency)
    return None if row is None else Limit(*row)


def listed() -> dict[tuple[str, str, str], Limit]:
    """Every limit by game, tier and currency, by one statement."""
    closed = Exists(_switches(OuterRef("variant"), OuterRef("currency")))
    rows = BetLimit.objects.annotate(closed=closed).values_list(
        "variant", "tier", "currency", "minimum", "maximum", "closed"
    )
    return {
        (variant, tier, currency): Limit(minimum, maximum, closed)
        for variant, tier, currency, minimum, maximum, closed in rows
    }


def change(
    *, number: int, minimum: int, maximum: int, seen: tuple[int, int], reason: str, staff: User
) -> None:
    """Change a limit, both ends in whole units.

    Args:
        seen: what the page showed; changed meanwhile, nothing is done.

    Raises:
        BetLimit.DoesNotExist: there is none of this number.
        NotAsSeen: somebody else has changed it.
        PermissionDenied: ``staff`` may not.
        ValueError: no reason, or no order in the two.
    """
    if not staff.has_perm("accounts.change_betlimit"):
        raise PermissionDenied
    if not reason.strip() or not 0 < minimum <= maximum:
        raise ValueError("A limit needs a reason, and a smallest bet below its largest.")
    with transaction.atomic(durable=True):
        row = BetLimit.objects.select_for_update().get(pk=number)
        before = (row.minimum, row.maximum)
        if before != seen:
            raise NotAsSeen
        row.minimum, row.maximum = minimum, maximum
        row.save()
        if minimum > before[0]:  # the games end what it makes impossible
            games().limits_raised(variant=row.variant, tier=row.tier, currency=row.currency)
        recording.done(
            Deed.LIMIT,
            staff=staff,
            subject=f"accounts.betlimit/{row.variant}/{row.tier}/{row.currency}",
            before={"minimum": before[0], "maximum": before[1]},
            after={"minimum": minimum, "maximum": maximum},
            reason=reason.strip(),
        )
        announce_to_all()


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
