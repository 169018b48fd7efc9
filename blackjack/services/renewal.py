"""After a restore: shoes whose strings their players may know by now give way to fresh ones.

A dump is older than what was played after it. A shoe that it holds as signed or in play may have
been dealt out and revealed in the hours that were lost: whoever has kept its string would bet on
cards that he knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from blackjack.models import Round, Table
from blackjack.replays import open_shoes
from blackjack.services.expiry import follow
from blackjack.services.shoes import end
from blackjack.services.writing import locked
from casino.live import announce
from fairplay import services as fairplay


@dataclass(frozen=True, slots=True)
class Renewed:
    """What a renewal has found.

    Attributes:
        shoes: how many were put away.
        open_rounds: numbers of rounds that are open: their shoes stay until they have ended.
        sealed: numbers of shoes that no key at hand opens; they stay as they are.
    """

    shoes: int
    open_rounds: Sequence[int]
    sealed: Sequence[int]


def renew_shoes(*, signed_before: datetime, now: datetime) -> Renewed:
    """Reveal every open shoe that was signed before a moment, and sign the next ones.

    Run again with the same moment it does what was left: nothing of what it has signed itself.
    Bingo sessions that are running go on with the next shoe, as whenever one is changed.

    Raises:
        StaleTable: somebody plays on meanwhile; what was renewed before stays renewed.
    """
    due = open_shoes().filter(commitment__committed_at__lt=signed_before)
    in_order = due.order_by("table__player_id", "table__currency", "table_id")
    renewed, open_rounds, sealed = 0, [], []
    for number, shoe in in_order.values_list("table_id", "pk"):
        playing = _open_round(number)
        if playing is not None:
            open_rounds.append(playing)
            continue
        try:
            renewed += _renew(number, signed_before, now)
        except fairplay.SealBroken:
            sealed.append(shoe)
    return Renewed(renewed, open_rounds, sealed)


def _open_round(table: int) -> int | None:
    found: int | None = (
        Round.objects.filter(table_id=table, ended_at__isnull=True)
        .values_list("pk", flat=True)
        .first()
    )
    return found


def _renew(number: int, signed_before: datetime, now: datetime) -> bool:
    table = Table.objects.select_related("player").get(pk=number)
    with transaction.atomic(durable=True):
        locked(table.player, table)
        shoe = open_shoes().filter(table=table, commitment__committed_at__lt=signed_before).first()
        if shoe is None or _open_round(number) is not None:
            return False
        end(shoe, now)
        shoe.save(update_fields=["ended_at", "kept_until"])
        follow(shoe, table, table.player, now)
        announce(table.player_id)
    return True
