"""Bingo places: opened with a deal, counted when a round ends, left between rounds.

Source: rules.md section 8. Every step writes its rows and returns the money lines that the caller
books in the same transaction.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import User
from blackjack.engine import bingo
from blackjack.engine.hands import value
from blackjack.engine.rules import Rules, Variant
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import NoSession
from blackjack.models import BingoSession, Round, Shoe, Table
from blackjack.replays import TableState, open_shoes, running_sessions, shown_sessions, table_state
from blackjack.services.finding import open_shoe
from blackjack.services.writing import as_shown, locked
from casino.live import announce


def leave(
    *, player: User, variant: Variant, currency: str, version: int, box: int | None = None
) -> TableState:
    """Leave the place on one box, or with no box named the table: each session is paid.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table; places are left between rounds only.
        NoSession: no session is running there.
    """
    shoe, _ = open_shoe(version, player, variant, currency)
    with as_shown(shoe.table):
        places = Places(shoe, running_sessions(shoe.table))
        boxes = sorted(places.running) if box is None else [box]
        if not boxes or not set(boxes) <= set(places.running):
            raise NoSession(box)
    with transaction.atomic(durable=True):
        wallet = locked(player, shoe.table)
        lines = places.leave(boxes, timezone.now())
        shoe.left = [*shoe.left, *boxes]
        shoe.save(update_fields=["left"])
        ledger.post(wallet, lines)
        announce(player.pk)
    return table_state(player, variant, currency)


class Places:
    """The sessions of a table during one change of it.

    Attributes:
        running: by box.
        ended: those that ended in this change, or shortly before.
    """

    def __init__(self, shoe: Shoe, sessions: Iterable[BingoSession]) -> None:
        rows = list(sessions)
        self.running = {row.box: row for row in rows if row.ended_at is None}
        self.ended = [row for row in rows if row.ended_at is not None]
        self._shoe = shoe

    @classmethod
    def of(cls, rules: Rules, shoe: Shoe, row: Round | None = None) -> "Places":
        """Return the places of a shoe's table; a game without bingo has none.

        Args:
            row: the round in play; what has ended since its deal is among the places then.
        """
        if not rules.bingo:
            return cls(shoe, ())
        found = running_sessions(shoe.table) if row is None else shown_sessions(row.table, row)
        return cls(shoe, found)

    @property
    def sessions(self) -> Mapping[int, bingo.Session]:
        """The running sessions as the rules see them."""
        return {box: row.session for box, row in self.running.items()}

    @property
    def shown(self) -> list[BingoSession]:
        """Every session that the table shows after this change."""
        return [*self.ended, *self.running.values()]

    def leave(self, boxes: Iterable[int], now: datetime) -> list[Posting]:
        """End the sessions on these boxes as their player's leaving does."""
        return _booked(self.end(boxes, now))

    def end(self, boxes: Iterable[int], now: datetime) -> list[BingoSession]:
        """End the sessions on these boxes, in memory: the caller stores and books them."""
        return self._end({box: bingo.left(self.running[box].session) for box in boxes}, now)

    def open(self, bets: Mapping[int, int], tier: str, now: datetime) -> list[Posting]:
        """Open a session for each bingo bet of a deal, hundredths by box."""
        lines = []
        for box, stake in sorted(bets.items()):
            row = BingoSession.objects.create(
                table=self._shoe.table,
                box=box,
                tier=tier,
                stake=stake,
                pay_table=bingo.NEWEST_PAY_TABLE,
                opened_at=now,
                last_round_at=now,
            )
            self.running[box] = row
            lines.append(_line(row, 1, Kind.BINGO, -stake))
        return lines

    def count(self, played: PlayedRound, dealt_at: datetime, now: datetime) -> list[Posting]:
        """Count a round that has just ended for every running session."""
        points = value(played.dealer).points
        over: dict[int, bingo.Ended] = {}
        for box, row in sorted(self.running.items()):
            counted = bingo.after_round(row.session, points)
            row.rounds += 1
            row.last_round_at = dealt_at
            if isinstance(counted, bingo.Ended):
                over[box] = counted
                full = counted.combination is not bingo.Combination.NONE
                row.lit = list(bingo.CELLS) if full else []
            else:
                row.lit = sorted(counted.lit)
        lines = _booked(self._end(over, now))
        BingoSession.objects.bulk_update(self.running.values(), ["lit", "rounds", "last_round_at"])
        return lines

    def _end(self, ended: Mapping[int, bingo.Ended], now: datetime) -> list[BingoSession]:
        if not ended:
            return []
        rounds_over = self._shoe.rounds.filter(ended_at__isnull=False).count()
        rows = []
        for box, what in ended.items():
            row = self.running.pop(box)
            row.ended_at = now
            row.combination = what.combination.value
            row.returned = what.returned
            row.shoe = self._shoe
            row.after_round = rounds_over
            rows.append(row)
        self.ended += rows
        return rows


def _booked(ended: Iterable[BingoSession]) -> list[Posting]:
    """Store sessions that have just ended, and return the lines of what they bring back."""
    lines = []
    for row in ended:
        row.save()
        if row.refunded:
            lines.append(_line(row, 2, Kind.BINGO_REFUND, row.stake))
        elif row.returned:
            lines.append(_line(row, 2, Kind.BINGO_PAYOUT, row.returned))
    return lines


def close_sessions(
    *,
    player_id: int | None = None,
    variant: str | None = None,
    tier: str | None = None,
    currency: str | None = None,
) -> int:
    """End running sessions that the house makes impossible; return how many.

    Their combination is paid, or the stake returned where there is none (rules.md section 8): when
    a game is closed or its limits are raised, an account is blocked, or a player excludes himself.
    An open round may be finished. In its inputs such a place counts as left before its deal, and a
    bingo bet that it was dealt with as never laid.
    """
    wanted = {
        "player_id": player_id,
        "variant": variant,
        "player__tier": tier,
        "currency": currency,
    }
    tables = Table.objects.filter(
        bingo_sessions__isnull=False,  # else tables without any session would be among them
        bingo_sessions__ended_at__isnull=True,
        **{name: value for name, value in wanted.items() if value is not None},
    )
    closed = 0
    # In one order of wallets, so that two such closings never wait for each other.
    for table in tables.distinct().order_by("player_id", "currency", "pk"):
        with transaction.atomic():
            closed += _close_table(table, timezone.now())
    return closed


def _close_table(table: Table, now: datetime) -> int:
    """Close every session of a table, as it is behind the lock that all writers take."""
    wallet = ledger.lock(table.player_id, table.currency)
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    shoe = open_shoes().get(table=table)
    row = Round.objects.filter(shoe=shoe, ended_at__isnull=True).first()
    places = Places(shoe, running_sessions(table))
    ended = places.end(sorted(places.running), now)
    for session in ended:
        if row is None:
            shoe.left = [*shoe.left, session.box]
        elif str(session.box) in row.bingo:
            row.bingo = {box: bet for box, bet in row.bingo.items() if box != str(session.box)}
            session.shoe = session.after_round = None
        else:
            row.leave = [*row.leave, session.box]
        session.refunded = not session.returned
    lines = _booked(ended)
    shoe.save(update_fields=["left"])
    if row is not None:
        row.save(update_fields=["bingo", "leave"])
    ledger.post(wallet, lines)
    announce(table.player_id)
    return len(ended)


def _line(row: BingoSession, number: int, kind: Kind, amount: int) -> Posting:
    return Posting(kind, amount, f"{row.cause}/{number}", game=row.table.variant, tier=row.tier)
