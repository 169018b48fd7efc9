"""Replaying every stored round: is each of its money lines in the journal, and no other?

Reads only. Names the first difference; never a card.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from accounts.models import Entry
from accounts.verification import Difference, walking
from blackjack.exceptions import BrokenRound
from blackjack.keeping import KEPT
from blackjack.models import Round
from blackjack.replays import replayed, rounds
from blackjack.transcript import round_object

_CAUSE: Final = re.compile(r"blackjack\.round/([0-9]+)/([0-9]+)", re.ASCII)


@dataclass(slots=True)
class RoundTotals:
    """What was read."""

    rounds: int = 0
    lines: int = 0


def verify_rounds() -> RoundTotals:
    """Replay every stored round and hold its lines, result and secrecy against what is stored.

    Raises:
        Difference: a line is missing, differs or is too many; a round does not replay, is not
            what the table showed, or was revealed too early or not at all.
    """
    totals = RoundTotals()
    lines_of: dict[int, int] = {}
    with walking(rounds().order_by("pk")) as stored:
        for row in stored:
            lines_of[row.pk] = _verify_round(row)
            totals.rounds += 1
            totals.lines += lines_of[row.pk]
    _verify_nothing_else(lines_of)
    return totals


def _verify_round(row: Round) -> int:
    """Return how many lines the round has."""
    try:
        played = replayed(row)
    except BrokenRound:
        raise Difference(f"round {row.pk} does not replay") from None
    if played.finished != (row.ended_at is not None):
        raise Difference(f"round {row.pk}: stored as ended or open, and replays otherwise")
    if played.finished and row.shown != round_object(played):
        raise Difference(f"round {row.pk} replays to another result than the table showed")
    if row.shoe.commitment.is_revealed != (row.shoe.ended_at is not None):
        raise Difference(f"round {row.pk}: its string is revealed before the shoe's end, or late")
    expected = {
        f"{row.cause}/{number}": (line.kind.value, line.amount)
        for number, line in enumerate(played.lines, start=1)
    }
    booked = {
        entry.cause: entry
        for entry in Entry.objects.filter(cause__in=list(expected)).select_related("wallet")
    }
    for cause, (kind, amount) in expected.items():
        entry = booked.get(cause)
        if entry is None:
            raise Difference(f"{cause}: no such line; the round gives {kind} {amount}")
        where = (entry.wallet.user_id, entry.wallet.currency, entry.kind, entry.amount)
        if where != (row.table.player_id, row.table.currency, kind, amount):
            raise Difference(
                f"{cause}: booked as {entry.kind} {entry.amount} to wallet {entry.wallet_id}, "
                f"the round gives {kind} {amount}"
            )
    return len(expected)


def _verify_nothing_else(lines_of: dict[int, int]) -> None:
    """No line names a round that never was, or a line that its round does not give."""
    found = Entry.objects.filter(cause__startswith="blackjack.").order_by("pk")
    with walking(found.values_list("cause", "at")) as causes:
        _verify_causes(causes, lines_of)


def _verify_causes(causes: Iterator[tuple[str, datetime]], lines_of: dict[int, int]) -> None:
    expired = timezone.now() - KEPT
    for cause, at in causes:
        match = _CAUSE.fullmatch(cause)
        if match is None:
            raise Difference(f"{cause}: no round can have caused this line")
        number, line = int(match[1]), int(match[2])
        if number not in lines_of:
            if at > expired:
                raise Difference(f"{cause}: the round is missing, and has not expired")
        elif line > lines_of[number]:
            raise Difference(f"{cause}: the round gives no such line")
