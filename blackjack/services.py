"""What a player can do at a table: one thing, one transaction each.

Guard, pure step, save. The wallet's row is locked first, then the table's version is compared
and raised in one statement, so that of a hundred clicks on one page exactly one is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import ledger, limits
from accounts.models import Currency, User, Wallet
from accounts.registry import games
from blackjack.engine import round as engine
from blackjack.engine.errors import BadMoved
from blackjack.engine.rules import NEWEST, Rules, Variant, rules_of
from blackjack.engine.state import Round as PlayedRound
from blackjack.engine.state import Scheme
from blackjack.exceptions import (
    BetOutOfLimits,
    BrokenRound,
    GameClosed,
    NothingToRepeat,
    RoundUnfinished,
    StaleTable,
)
from blackjack.models import Round, Shoe, Table
from blackjack.replays import (
    TableState,
    dealing_order,
    open_shoes,
    replayed,
    rounds,
    rules_for,
    table_state,
)
from blackjack.shuffling import fresh_shoe
from blackjack.transcript import round_object
from fairplay import services as fairplay


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player chose for a round.

    Attributes:
        bets: initial stakes by box, hundredths.
        cut: number of the last card of the first part; ``None`` declines the cut.
        seed: of the player's own shuffle; ``None`` leaves it out.
        scheme, moved: expert mode (rules.md 4.6 and 4.7).
    """

    bets: Mapping[int, int]
    cut: int | None = None
    seed: str | None = None
    scheme: Scheme = Scheme.DEALER_1_FIRST
    moved: tuple[int, ...] = ()


def open_table(*, player: User, variant: Variant, currency: str) -> TableState:
    """Make the table ready for a full load of its page; any number of loads has one effect.

    Prepares and signs a shoe where none is open (rules.md 4.1, 4.4), and fills the demo balance
    up to 10000 FUN unless a demo round is unfinished anywhere (section 3).

    Raises:
        BrokenRound: the last round no longer replays.
    """
    state = table_state(player, variant, currency)
    if state.shoe is not None and not _demo_is_low(player, currency):
        return state
    with transaction.atomic(durable=True):
        wallet = ledger.lock(player.pk, currency)
        table, _ = Table.objects.get_or_create(player=player, variant=variant, currency=currency)
        if not open_shoes().filter(table=table).exists():
            _prepare_shoe(table, player, timezone.now())
        if currency == Currency.FUN and not games().demo_round_open(player.pk):
            ledger.fill_demo(wallet)
    return table_state(player, variant, currency)


def deal(*, player: User, variant: Variant, currency: str, version: int, wish: Wish) -> TableState:
    """Take the bets, cut the signed shoe and deal. The whole is refused or the whole is done.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table.
        GameClosed, BetOutOfLimits: what the player's tier may bet here.
        InsufficientFunds: the wallet can't cover the bets.
        EngineError: a bet, cut, seed, scheme or moved card that the rules refuse.
        SealBroken: the shoe can't be read.
    """
    rules = rules_of(variant)
    engine.require_bets(rules, wish.bets)
    _require_current(player, variant, currency, version)
    with transaction.atomic(durable=True):
        wallet, table = _locked(player, variant, currency, version)
        if table.rounds.filter(ended_at__isnull=True).exists():
            raise RoundUnfinished
        shoe = open_shoes().filter(table=table).first()
        if shoe is None:
            raise StaleTable
        _require_limits(player, variant, currency, wish.bets)
        shoe.player_seed = wish.seed or ""
        shoe.cut = rules_for(shoe).cards if wish.cut is None else wish.cut
        order = _order(shoe, wish)
        played = engine.deal(rules_for(shoe), order, bets=wish.bets, scheme=wish.scheme)
        shoe.save(update_fields=["player_seed", "cut"])
        row = Round.objects.create(
            table=table,
            shoe=shoe,
            tier=player.tier,
            scheme=wish.scheme.value,
            moved=list(wish.moved),
            bets={str(box): amount for box, amount in sorted(wish.bets.items())},
            dealt_at=timezone.now(),
        )
        return _recorded(wallet, row, played, player=player, lines_before=0)


def act(*, player: User, variant: Variant, currency: str, version: int, action: str) -> TableState:
    """Apply one action of the hand in turn and book the money it moves.

    Raises:
        StaleTable: the table has moved on, or no round is open.
        IllegalAction: the rules forbid the action now.
        InsufficientFunds: the wallet can't cover its price.
        BrokenRound: the stored round no longer replays.
    """
    _require_current(player, variant, currency, version)
    with transaction.atomic(durable=True):
        wallet, table = _locked(player, variant, currency, version)
        row = rounds().filter(table=table, ended_at__isnull=True).first()
        if row is None:
            raise StaleTable
        before = replayed(row)
        played = engine.act(before, action)
        row.actions = [*row.actions, action]
        row.save(update_fields=["actions"])
        return _recorded(wallet, row, played, player=player, lines_before=len(before.lines))


def previous_bets(*, player: User, variant: Variant, currency: str) -> Mapping[int, int]:
    """Return the previous round's initial stakes, if they can be laid again as they are.

    Source: rules.md section 3, *Rebet*: the whole is refused with the reason, never trimmed.
    Changes nothing.

    Raises:
        NothingToRepeat: no round of this table is kept.
        GameClosed, BetOutOfLimits: what the player's tier may bet here by now.
        InsufficientFunds: the wallet can't cover them by now.
    """
    tables = Round.objects.filter(
        table__player=player, table__variant=variant, table__currency=currency
    )
    row = tables.order_by("-pk").first()
    if row is None:
        raise NothingToRepeat
    _require_limits(player, variant, currency, row.stakes)
    balance, needed = ledger.balance(player.pk, currency), sum(row.stakes.values())
    if needed > balance:
        raise ledger.InsufficientFunds(needed, balance, currency)
    return row.stakes


def unfinished(*, player: User) -> list[TableState]:
    """Return the tables at which the player has a round open, the oldest first.

    A round that no longer replays is among them with nothing to show but its row.
    """
    states = []
    for row in rounds().filter(table__player=player, ended_at__isnull=True).order_by("pk"):
        try:
            round_ = replayed(row)
        except BrokenRound:
            round_ = None
        states.append(TableState(row.table, row.shoe, row, round_))
    return states


def _demo_is_low(player: User, currency: str) -> bool:
    if currency != Currency.FUN:
        return False
    low = ledger.balance(player.pk, currency) < ledger.DEMO_FULL
    return low and not games().demo_round_open(player.pk)


def _require_current(player: User, variant: Variant, currency: str, version: int) -> None:
    """Turn late clicks away before they queue for the lock; ``_locked`` alone decides.

    Raises:
        StaleTable: the table has moved on, and versions never come back.
    """
    mine = Table.objects.filter(player=player, variant=variant, currency=currency)
    if not mine.filter(version=version).exists():
        raise StaleTable


def _locked(player: User, variant: Variant, currency: str, version: int) -> tuple[Wallet, Table]:
    """Lock the wallet, and take the table if it is still as the page showed it.

    Raises:
        StaleTable: it is not.
    """
    wallet = ledger.lock(player.pk, currency)
    mine = Table.objects.filter(player=player, variant=variant, currency=currency)
    if not mine.filter(version=version).update(version=F("version") + 1):
        raise StaleTable
    return wallet, mine.get()


def _require_limits(player: User, variant: Variant, currency: str, bets: Mapping[int, int]) -> None:
    """Hold each initial bet against the player's tier. Source: rules.md section 3."""
    try:
        limit = limits.limit(variant=variant.value, tier=player.tier, currency=currency)
    except limits.NoLimit:
        raise GameClosed from None
    minimum, maximum = limit.minimum * engine.UNIT, limit.maximum * engine.UNIT
    for box, amount in sorted(bets.items()):
        if not minimum <= amount <= maximum:
            raise BetOutOfLimits(box, amount, minimum, maximum)


def _order(shoe: Shoe, wish: Wish) -> tuple[str, ...]:
    if wish.moved and not rules_for(shoe).expert_mode:
        raise BadMoved(0, wish.moved[0], 0, repeated=False)
    return dealing_order(shoe, fairplay.secret_of(shoe.commitment), list(wish.moved))


def _recorded(
    wallet: Wallet, row: Round, played: PlayedRound, *, player: User, lines_before: int
) -> TableState:
    """Book what the step moved; when it was the last one, end the round and its shoe."""
    ledger.post(
        wallet,
        [
            ledger.Posting(
                ledger.Kind(line.kind.value),
                line.amount,
                cause=f"{row.cause}/{number}",
                game=row.table.variant,
                tier=row.tier,
            )
            for number, line in enumerate(played.lines, start=1)
            if number > lines_before
        ],
    )
    shoe = row.shoe
    if played.finished:
        shoe = _end(row, played, player)
    return TableState(row.table, shoe, row, played)


def _end(row: Round, played: PlayedRound, player: User) -> Shoe:
    """Keep what the table shows, reveal the string, and sign the shoe of the next round."""
    now = timezone.now()
    row.ended_at = now
    row.shown = round_object(played)
    row.save(update_fields=["ended_at", "shown"])
    row.shoe.ended_at = now
    row.shoe.save(update_fields=["ended_at"])
    fairplay.reveal(row.shoe.commitment, now=now)
    return _prepare_shoe(row.table, player, now)


def _prepare_shoe(table: Table, player: User, now: datetime) -> Shoe:
    """Shuffle and sign a shoe for the table's next round. Source: rules.md 4.1."""
    rules: Rules = rules_of(Variant(table.variant))
    commitment = fairplay.commit(login=player.username, cards=fresh_shoe(rules), now=now)
    return Shoe.objects.create(table=table, commitment=commitment, rules_version=NEWEST)
