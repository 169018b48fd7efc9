"""Replaying every stored round and bingo session: is each money line in the journal, and no other?

Reads only. Names the first difference; never a card. The parts compare what one walk read with
what another did: while people play they agree in one snapshot only, which ``verify_books`` takes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, pairwise
from typing import Final

from django.db.models import Q
from django.utils import timezone

from accounts.models import Entry
from accounts.reporting.summing import verify_reports
from accounts.requests_verification import RequestTotals, verify_requests
from accounts.verification import Difference, Totals, verify_journal, walking
from blackjack import verification_bingo
from blackjack.engine.rules import NEWEST, RULES
from blackjack.engine.state import Action
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.keeping import KEPT, ends_at
from blackjack.models import BingoSession, Round, Shoe, Table
from blackjack.replays import replayed, rounds
from blackjack.transcript import round_object
from casino.transactions import one_snapshot

_CLOCK: Final = timedelta(hours=1)
"""That the clock may have been set back since something was deleted."""
_CAUSE: Final = re.compile(r"blackjack\.(round|bingo)/([0-9]+)/([0-9]+)", re.ASCII)

Lines = Mapping[str, tuple[str, int]]
"""Money lines as they must be booked: cause -> kind and amount, hundredths."""


@dataclass(slots=True)
class RoundTotals:
    """What was read."""

    rounds: int = 0
    sessions: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Books:
    """What was read of each part; ``days`` are those of the reports."""

    journal: Totals
    played: RoundTotals
    requests: RequestTotals
    days: int


def verify_books() -> Books:
    """Verify every part of the books as they were at one moment, whoever plays meanwhile.

    Raises:
        Difference: the first that was found.
        RuntimeError: a transaction is open.
    """
    with one_snapshot():
        return Books(verify_journal(), verify_rounds(), verify_requests(), verify_reports())


def verify_rounds() -> RoundTotals:
    """Replay every stored round and hold its lines, result and secrecy against what is stored.

    Raises:
        Difference: a line is missing, differs or is too many; a round does not replay, is not
            what the table showed, or was revealed too early or not at all; a bingo session is
            not what the dealer's totals made of it.
    """
    totals = RoundTotals()
    lines_of: dict[str, int] = {}
    with walking(rounds().order_by("pk")) as stored:
        for row in stored:
            lines_of[row.cause] = _verify_round(row)
            totals.rounds += 1
    with walking(BingoSession.objects.select_related("table").order_by("pk")) as sessions:
        for session in sessions:
            lines = verification_bingo.lines_of(session)
            _verify_booked(lines, session.table)
            lines_of[session.cause] = len(lines)
            totals.sessions += 1
    _verify_bingo()
    totals.lines = sum(lines_of.values())
    _verify_nothing_else(lines_of)
    return totals


def _verify_round(row: Round) -> int:
    """Return how many lines the round has."""
    try:
        played = replayed(row)
    except SealedRound:
        number = row.shoe.commitment_id
        raise Difference(
            f"round {row.pk} can't be opened: the key of commitment {number} is not among "
            "FAIRPLAY_KEYS, or its row was changed"
        ) from None
    except BrokenRound:
        raise Difference(f"round {row.pk} does not replay") from None
    if played.finished != (row.ended_at is not None):
        raise Difference(f"round {row.pk}: stored as ended or open, and replays otherwise")
    if played.finished and row.shown != round_object(played):
        raise Difference(f"round {row.pk} replays to another result than the table showed")
    if row.house_from is not None and not _may_be_the_house(row):
        raise Difference(f"round {row.pk}: its last actions can't have been the house's")
    if row.shoe.commitment.is_revealed != (row.shoe.ended_at is not None):
        raise Difference(f"round {row.pk}: its string is revealed before the shoe's end, or late")
    expected = {
        f"{row.cause}/{number}": (line.kind.value, line.amount)
        for number, line in enumerate(played.lines, start=1)
    }
    _verify_booked(expected, row.table)
    return len(expected)


def _may_be_the_house(row: Round) -> bool:
    """At the end of ten days it declines and stands, and does nothing else (rules.md section 9)."""
    done = row.actions[row.house_from :]
    late = row.ended_at is not None and row.ended_at >= ends_at(row)
    return late and bool(done) and set(done) <= {Action.DECLINE, Action.STAND}


def _verify_booked(expected: Lines, table: Table) -> None:
    """Each line is in the journal of the table's player, as it must be."""
    booked = {
        entry.cause: entry
        for entry in Entry.objects.filter(cause__in=list(expected)).select_related("wallet")
    }
    for cause, (kind, amount) in expected.items():
        entry = booked.get(cause)
        if entry is None:
            raise Difference(f"{cause}: no such line; the replay gives {kind} {amount}")
        where = (entry.wallet.user_id, entry.wallet.currency, entry.kind, entry.amount)
        if where != (table.player_id, table.currency, kind, amount):
            raise Difference(
                f"{cause}: booked as {entry.kind} {entry.amount} to wallet {entry.wallet_id}, "
                f"the replay gives {kind} {amount}"
            )


def _verify_bingo() -> None:
    """Every shoe's sessions are what its rounds and the sessions before it make of them.

    Shoes that may be deleted while this reads are left out.
    """
    games = [variant.value for variant, rules in RULES[NEWEST].items() if rules.bingo]
    stays = Q(kept_until__isnull=True) | Q(kept_until__gt=timezone.now() + _CLOCK)
    shoes = Shoe.objects.filter(stays, table__variant__in=games)
    shoes = shoes.select_related("table", "commitment")
    with walking(shoes.order_by("table_id", "pk")) as stored:
        for shoe, following in pairwise(chain(stored, [None])):
            assert shoe is not None  # noqa: S101 - tells the type checker
            same_table = following is not None and following.table_id == shoe.table_id
            try:
                verification_bingo.require_same(shoe, following if same_table else None)
            except verification_bingo.Unlike as unlike:
                raise Difference(str(unlike)) from None


def _verify_nothing_else(lines_of: Mapping[str, int]) -> None:
    """No line names a round that never was, or a line that its round does not give."""
    found = Entry.objects.filter(cause__startswith="blackjack.").order_by("pk")
    with walking(found.values_list("cause", "at")) as causes:
        _verify_causes(causes, lines_of)


def _verify_causes(causes: Iterator[tuple[str, datetime]], lines_of: Mapping[str, int]) -> None:
    expired = timezone.now() - KEPT + _CLOCK
    for cause, at in causes:
        match = _CAUSE.fullmatch(cause)
        if match is None:
            raise Difference(f"{cause}: no round can have caused this line")
        what, line = f"blackjack.{match[1]}/{int(match[2])}", int(match[3])
        if what not in lines_of:
            if at > expired and _began_at(what, line, at) > expired:
                raise Difference(f"{cause}: the {match[1]} is missing, and has not expired")
        elif line > lines_of[what]:
            raise Difference(f"{cause}: the {match[1]} gives no such line")


def _began_at(what: str, line: int, at: datetime) -> datetime:
    """Return when a round or session that is gone was staked; its later lines say when it ended."""
    if line == 1:
        return at
    first = Entry.objects.filter(cause=f"{what}/1").values_list("at", flat=True).first()
    return at if first is None else first
