"""What a player may bet on a box at first: by game, tier and currency. Staff change the rows."""

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotAsSeen
from accounts.models import BetLimit, GameSwitch, User
from accounts.registry import games
from accounts.switches.models import ANY
from casino.live import announce_to_all


class NoLimit(LookupError):
    """Staff have set no limit for this game, tier and currency: nothing may be bet."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The smallest and the largest initial bet on a box, in whole units.

    Attributes:
        closed: staff have closed the game; nothing can be bet for the moment.
    """

    minimum: int
    maximum: int
    closed: bool = False


# Every answer of a table asks it, and Django took ten times as long to build it as it takes to run.
_LIMIT: Final = """
SELECT minimum, maximum, EXISTS (
    SELECT 1 FROM accounts_gameswitch
    WHERE variant IN (%(any)s, %(variant)s) AND currency IN (%(any)s, %(currency)s)
)
FROM accounts_betlimit
WHERE variant = %(variant)s AND tier = %(tier)s AND currency = %(currency)s
"""


def limit(*, variant: str, tier: str, currency: str) -> Limit:
    """The limit of initial bets, and whether the game is closed. Source: rules.md section 3.

    Raises:
        NoLimit: there is none.
    """
    asked = {"variant": variant, "tier": tier, "currency": currency, "any": ANY}
    with connection.cursor() as cursor:
        cursor.execute(_LIMIT, asked)
        row = cursor.fetchone()
    if row is None:
        raise NoLimit(f"{variant}, {tier}, {currency}")
    minimum, maximum, closed = row
    return Limit(minimum, maximum, bool(closed))


def listed() -> dict[tuple[str, str, str], Limit]:
    """Every limit by game, tier and currency, by one statement."""
    switches = GameSwitch.objects.filter(
        variant__in=[ANY, OuterRef("variant")], currency__in=[ANY, OuterRef("currency")]
    )
    rows = BetLimit.objects.annotate(closed=Exists(switches)).values_list(
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
        store(row)
        recording.done(
            Deed.LIMIT,
            staff=staff,
            subject=f"accounts.betlimit/{row.variant}/{row.tier}/{row.currency}",
            before={"minimum": before[0], "maximum": before[1]},
            after={"minimum": minimum, "maximum": maximum},
            reason=reason.strip(),
        )
        announce_to_all()


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
