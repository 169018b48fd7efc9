"""The end of ten days: open rounds settled, kept shoes closed, bingo places left by the house.

Source: rules.md section 9. Each table is one transaction of its own, behind the wallet's lock and
the compare-and-swap on the table's version, as everything else that is done at it: of a player's
last click and the house's own step exactly one counts, and what runs twice has one effect.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts import ledger
from accounts.ledger import Posting
from accounts.models import User
from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Action
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import StaleTable
from blackjack.keeping import KEPT, ends_at, is_expired
from blackjack.models import BingoSession, Round, Settlement, Shoe, Table
from blackjack.replays import open_shoes, replayed, rounds
from blackjack.services.places import Places
from blackjack.services.rounds import end_when_over, lines_of
from blackjack.services.shoes import end, next_shoe
from blackjack.services.writing import as_shown, locked
from casino.live import announce
from fairplay import services as fairplay

_TRIES: Final = 3
"""A player who clicks all the while is asked again by the next run."""


def expire_table(number: int, *, now: datetime) -> bool:
    """End what is ten days old at a table, and tell whether there was anything.

    A round is settled by declining what is still to be decided and standing on every open hand;
    places without a round for ten days are paid as on leaving; a kept shoe ends ten days after its
    first deal, with its string revealed and the next one signed. Nothing of it happens within a
    round that is younger.

    Raises:
        BrokenRound: its open round no longer replays.
        SealBroken: its shoe can't be opened. Nothing is changed or deleted for want of a key.
    """
    for _ in range(_TRIES):
        try:
            return _expire(number, now)
        except StaleTable:
            continue
    return False


def player_gone(user_id: int, *, now: datetime) -> None:
    """End what waits for a player who can't come back: shoes never dealt from, and notes.

    A prepared shoe does not expire (rules.md 4.4), but nobody can play these any more; they are
    revealed, kept ten days and deleted like any other. It runs in the caller's transaction.
    """
    unplayed = open_shoes().filter(table__player_id=user_id, dealt_at__isnull=True)
    for shoe in unplayed.order_by("pk"):
        try:
            fairplay.reveal(shoe.commitment, now=now)
        except fairplay.SealBroken:
            continue  # left as it is, and staff were told
        end(shoe, now)
        shoe.save(update_fields=["ended_at", "kept_until"])
    Settlement.objects.filter(player_id=user_id).delete()


def by_house(round_: PlayedRound) -> tuple[PlayedRound, list[str]]:
    """Play a round to its end as the house does, and return the words of what it did."""
    words: list[str] = []
    while not round_.finished:
        declines = Action.DECLINE in choices.legal(round_)
        words.append((Action.DECLINE if declines else Action.STAND).value)
        round_ = engine.act(round_, words[-1])
    return round_, words


def _expire(number: int, now: datetime) -> bool:
    # The version comes first: whatever is read after it can only be newer.
    table = Table.objects.select_related("player").get(pk=number)
    shoe: Shoe | None = open_shoes().filter(table=table).first()
    row: Round | None = rounds().filter(table=table, ended_at__isnull=True).first()
    if shoe is None or (row is not None and ends_at(row) > now):
        return False
    rules = rules_of(Variant(table.variant))
    if row is not None:
        row.table, row.shoe = table, shoe
    before = None if row is None else replayed(row)
    with as_shown(table):
        places = Places.of(rules, shoe, row)
    shoe_ends = rules.kept_shoe is not None and is_expired(shoe, now)
    if row is None and not shoe_ends and not _idle(places, now):
        return False
    with transaction.atomic(durable=True):
        wallet = locked(table.player, table)
        lines: list[Posting] = []
        earlier = len(places.ended)
        if row is not None and before is not None:
            lines += _settle(rules, row, before, places, now)
        left = _idle(places, now)
        lines += places.leave(left, now)
        shoe.left = [*shoe.left, *left]
        if shoe_ends:
            end(shoe, now)
        shoe.save(update_fields=["left", "ended_at", "kept_until"])
        _note(table, row, places.ended[earlier:], now)
        ledger.post(wallet, lines)
        if shoe.ended_at is not None:
            follow(shoe, table, table.player, now)
        announce(table.player_id)
    return True


def _settle(
    rules: Rules, row: Round, before: PlayedRound, places: Places, now: datetime
) -> list[Posting]:
    """End a round in the house's name, and return what it books."""
    played, words = by_house(before)
    row.house_from = len(row.actions)
    row.actions = [*row.actions, *words]
    end_when_over(rules, row, played, now)
    row.save(update_fields=["actions", "house_from", "ended_at", "shown"])
    return lines_of(row, played, len(before.lines)) + places.count(played, row.dealt_at, now)


def _idle(places: Places, now: datetime) -> list[int]:
    """Return the boxes whose session had its last round ten days ago (rules.md section 8)."""
    since = now - KEPT
    return sorted(box for box, row in places.running.items() if row.last_round_at <= since)


def follow(shoe: Shoe, table: Table, player: User, now: datetime) -> None:
    """Reveal the string, and sign the next shoe unless its player is gone for good."""
    if player.forgotten_at is None and player.closed_at is None:
        next_shoe(shoe, table, player, now)
    else:
        fairplay.reveal(shoe.commitment, now=now)


def _note(table: Table, row: Round | None, over: Sequence[BingoSession], now: datetime) -> None:
    """Keep what the player is to be told at his next visit: the round, and sessions now over."""
    told = []
    if row is not None and row.shown is not None:
        money = row.shown["staked"], row.shown["returned"]
        told.append(_settlement(table, row.pk, None, row.dealt_at, money, now))
    for one in over:
        money = one.stake, one.returned
        told.append(_settlement(table, one.pk, one.box, one.opened_at, money, now))
    Settlement.objects.bulk_create(told)


def _settlement(
    table: Table,
    number: int,
    box: int | None,
    dealt_at: datetime,
    money: tuple[int, int],
    now: datetime,
) -> Settlement:
    staked, returned = money
    return Settlement(
        player_id=table.player_id,
        variant=table.variant,
        currency=table.currency,
        box=box,
        number=number,
        dealt_at=dealt_at,
        settled_at=now,
        staked=staked,
        returned=returned,
    )
