"""What a click finds: its table's open round, or its open shoe, at the version its page showed.

Each is one prepared statement that brings along the table, the shoe with its commitment, and the
limits that hold there: nothing of them is asked for again until the answer is drawn.
"""

from typing import Any, Final

from django.db.models import BigIntegerField, CharField, Exists, OuterRef

from accounts import limits
from accounts.limits import Limit
from accounts.models import User
from blackjack.engine.rules import Variant
from blackjack.exceptions import RoundUnfinished, StaleTable
from blackjack.models import Round, Shoe, Table
from casino.prepared import Prepared, Slot, columns, taken
from fairplay.models import Commitment

_Limit = Limit | None
"""``None`` where staff have set none."""


def open_round(version: int, player: User, variant: Variant, currency: str) -> tuple[Round, _Limit]:
    """Return the round in play, with its table, shoe and commitment.

    Late clicks are turned away here, before they queue for the lock; ``writing.locked`` alone
    decides.

    Raises:
        StaleTable: the table has moved on, and versions never come back; or no round is open.
    """
    found = _asked(_ROUND, version, player, variant, currency)
    row, table, shoe = taken(Round, found), taken(Table, found), taken(Shoe, found)
    row.table = shoe.table = table
    row.shoe = shoe
    shoe.commitment = taken(Commitment, found)
    return row, limits.of(*found)


def open_shoe(version: int, player: User, variant: Variant, currency: str) -> tuple[Shoe, _Limit]:
    """Return the shoe to be dealt from, with its table and commitment.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open on it.
    """
    found = _asked(_SHOE, version, player, variant, currency)
    if found.pop():
        raise RoundUnfinished
    shoe = taken(Shoe, found)
    shoe.table = taken(Table, found)
    shoe.commitment = taken(Commitment, found)
    return shoe, limits.of(*found)


def _asked(
    query: Prepared, version: int, player: User, variant: Variant, currency: str
) -> list[Any]:
    found = query.one(
        player=player.pk,
        variant=variant.value,
        currency=currency,
        version=version,
        tier=player.tier,
    )
    if found is None:
        raise StaleTable
    return found


def _at_the_table(rows: Any) -> Any:
    """Of rows with a table those of the player's at this version."""
    return rows.filter(
        table__player=Slot("player", BigIntegerField()),
        table__variant=Slot("variant", CharField()),
        table__currency=Slot("currency", CharField()),
        table__version=Slot("version", BigIntegerField()),
    )


def _limits() -> tuple[Any, ...]:
    tier = Slot("tier", CharField())
    return limits.columns(OuterRef("table__variant"), tier, OuterRef("table__currency"))


def _open_rounds() -> Any:
    return _at_the_table(Round.objects.filter(ended_at__isnull=True)).values_list(
        *columns(Round),
        *columns(Table, "table__"),
        *columns(Shoe, "shoe__"),
        *columns(Commitment, "shoe__commitment__"),
        *_limits(),
    )


def _open_shoes() -> Any:
    rounds = Round.objects.filter(table=OuterRef("table"), ended_at__isnull=True)
    return _at_the_table(Shoe.objects.filter(ended_at__isnull=True)).values_list(
        *columns(Shoe),
        *columns(Table, "table__"),
        *columns(Commitment, "commitment__"),
        *_limits(),
        Exists(rounds),
    )


_ROUND: Final = Prepared(_open_rounds)
_SHOE: Final = Prepared(_open_shoes)
