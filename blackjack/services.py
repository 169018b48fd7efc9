"""What a player can do at a table: one thing, one transaction each.

Read, pure step, then save in one transaction: the wallet's row is locked first, then the table's
version is compared and raised in one statement, so that of a hundred clicks on one page exactly
one is played. Whatever changes a table, its shoe or its round raises the version: what was read
at a version still stands when raising it succeeds, and nobody waits for a lock while cards are
replayed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts import ledger, limits
from accounts.models import Currency, User, Wallet
from accounts.protection import require_may_stake
from accounts.registry import games
from blackjack.engine import round as engine
from blackjack.engine.errors import BadMoved
from blackjack.engine.rules import NEWEST, Rules, Variant, rules_of
from blackjack.engine.state import Round as PlayedRound
from blackjack.engine.state import Scheme
from blackjack.exceptions import (
    BetOutOfLimits,
    GameClosed,
    NotClosable,
    NothingToRepeat,
    RoundUnfinished,
    ShoeCut,
    ShoeOver,
    StaleTable,
)
from blackjack.models import Round, Shoe, Table
from blackjack.replays import (
    TableState,
    cards_out,
    dealing_order,
    open_shoes,
    replayed,
    rounds,
    rules_for,
    table_state,
)
from blackjack.shuffling import fresh_shoe
from blackjack.transcript import round_object
from casino.live import announce
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
    if state.shoe is not None and not _demo_is_low(state, player, currency):
        return state
    with transaction.atomic(durable=True):
        wallet = ledger.lock(player.pk, currency)
        table, _ = Table.objects.get_or_create(player=player, variant=variant, currency=currency)
        if not open_shoes().filter(table=table).exists():
            _prepare_shoe(table, player, timezone.now())
        if currency == Currency.FUN and not games().demo_round_open(player.pk):
            ledger.fill_demo(wallet)
        announce(player.pk)
    return table_state(player, variant, currency)


def deal(*, player: User, variant: Variant, currency: str, version: int, wish: Wish) -> TableState:
    """Take the bets, cut the signed shoe and deal. The whole is refused or the whole is done.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table.
        GameClosed, BetOutOfLimits: what the player's tier may bet here.
        InsufficientFunds: the wallet can't cover the bets.
        PlayStopped, LimitReached, RealityCheckDue: the player's own protection.
        EngineError: a bet, cut, seed, scheme or moved card that the rules refuse.
        SealBroken: the shoe can't be read.
    """
    engine.require_bets(rules_of(variant), wish.bets)
    shoe = _between_rounds(version, player, variant, currency)
    rules = rules_for(shoe.table, shoe)
    out = cards_out(rules, shoe)
    if rules.kept_shoe is not None and out >= rules.kept_shoe.replaced_from:
        raise ShoeOver
    _require_limits(player, variant, currency, wish.bets)
    _cut(rules, shoe, wish)
    order = _order(rules, shoe, wish)
    played = engine.deal(rules, order, bets=wish.bets, scheme=wish.scheme, first_card=out)
    row = Round(
        table=shoe.table,
        shoe=shoe,
        tier=player.tier,
        first_card=out,
        scheme=wish.scheme.value,
        moved=list(wish.moved),
        bets={str(box): amount for box, amount in sorted(wish.bets.items())},
        dealt_at=timezone.now(),
    )
    with transaction.atomic(durable=True):
        wallet = _locked(player, row.table)
        staked = sum(wish.bets.values())
        require_may_stake(player=player, currency=currency, amount=staked, now=timezone.now())
        _end_when_over(rules, row, played)
        shoe.save(update_fields=["player_seed", "cut", "ended_at"])
        row.save(force_insert=True)
        return _recorded(wallet, row, played, player=player, lines_before=0)


def act(*, player: User, variant: Variant, currency: str, version: int, action: str) -> TableState:
    """Apply one action of the hand in turn and book the money it moves.

    Raises:
        StaleTable: the table has moved on, or no round is open.
        IllegalAction: the rules forbid the action now.
        InsufficientFunds: the wallet can't cover its price.
        BrokenRound: the stored round no longer replays.
    """
    row: Round = _at(version, rounds().filter(ended_at__isnull=True), player, variant, currency)
    before = replayed(row)
    played = engine.act(before, action)
    row.actions = [*row.actions, action]
    with transaction.atomic(durable=True):
        wallet = _locked(player, row.table)
        _end_when_over(before.rules, row, played)
        row.save(update_fields=["actions", "ended_at", "shown"])
        if played.finished:
            row.shoe.save(update_fields=["ended_at"])
        return _recorded(wallet, row, played, player=player, lines_before=len(before.lines))


def change_shoe(
    *, player: User, variant: Variant, currency: str, version: int, early: bool = False
) -> TableState:
    """End a kept shoe between rounds, reveal its string, and sign the next one.

    Source: rules.md section 9. The signature of the next shoe is shown before its first bet.

    Args:
        early: the player closes a shoe that has not passed its mark.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table.
        NotClosable: too few cards are out, or the game's shoes are fresh for every round.
        BrokenRound: the shoe's last round no longer replays.
    """
    shoe = _between_rounds(version, player, variant, currency)
    rules = rules_for(shoe.table, shoe)
    if rules.kept_shoe is None:
        raise NotClosable(None)
    needed = rules.kept_shoe.closable_from if early else rules.kept_shoe.replaced_from
    if cards_out(rules, shoe) < needed:
        raise NotClosable(needed)
    with transaction.atomic(durable=True):
        _locked(player, shoe.table)
        shoe.ended_at = timezone.now()
        shoe.save(update_fields=["ended_at"])
        _next_shoe(shoe, shoe.table, player, shoe.ended_at)
        announce(player.pk)
    return table_state(player, variant, currency)


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


def _demo_is_low(state: TableState, player: User, currency: str) -> bool:
    low = currency == Currency.FUN and (state.balance or 0) < ledger.DEMO_FULL
    return low and state.open_round is None and not games().demo_round_open(player.pk)


def _at(version: int, rows: Any, player: User, variant: Variant, currency: str) -> Any:
    """Return the table's one row among ``rows``, if the table is as the page showed it.

    Late clicks are turned away here, before they queue for the lock; ``_locked`` alone decides.

    Raises:
        StaleTable: the table has moved on, and versions never come back.
    """
    try:
        return rows.get(
            table__player=player,
            table__variant=variant,
            table__currency=currency,
            table__version=version,
        )
    except ObjectDoesNotExist:
        raise StaleTable from None


def _between_rounds(version: int, player: User, variant: Variant, currency: str) -> Shoe:
    """Return the table's open shoe at the version that the page showed.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open on it.
    """
    other = Round.objects.filter(table=OuterRef("table"), ended_at__isnull=True)
    shoes = open_shoes().annotate(round_open=Exists(other))
    shoe = _at(version, shoes, player, variant, currency)
    if shoe.round_open:
        raise RoundUnfinished
    return cast("Shoe", shoe)


def _locked(player: User, table: Table) -> Wallet:
    """Lock the wallet, and take the table if it is still at the version that was read.

    Raises:
        StaleTable: it is not.
    """
    wallet = ledger.lock(player.pk, table.currency)
    as_read = Table.objects.filter(pk=table.pk, version=table.version)
    if not as_read.update(version=F("version") + 1):
        raise StaleTable
    table.version += 1
    return wallet


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


def _cut(rules: Rules, shoe: Shoe, wish: Wish) -> None:
    """Cut and shuffle the shoe as the player wishes, once in its life. Source: rules.md 4.5.

    Raises:
        ShoeCut: it has been done, and the wish would be ignored.
    """
    if shoe.cut is None:
        shoe.player_seed = wish.seed or ""
        shoe.cut = rules.cards if wish.cut is None else wish.cut
    elif wish.cut is not None or wish.seed is not None:
        raise ShoeCut


def _order(rules: Rules, shoe: Shoe, wish: Wish) -> tuple[str, ...]:
    if wish.moved and not rules.expert_mode:
        raise BadMoved(0, wish.moved[0], 0, repeated=False)
    return dealing_order(shoe, fairplay.secret_of(shoe.commitment), list(wish.moved))


def _recorded(
    wallet: Wallet, row: Round, played: PlayedRound, *, player: User, lines_before: int
) -> TableState:
    """Book what the step moved; after the last one, reveal the string and sign the next shoe."""
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
    if shoe.ended_at is not None:
        shoe = _next_shoe(shoe, row.table, player, shoe.ended_at)
    announce(player.pk)
    return TableState(row.table, shoe, row, played, wallet.balance)


def _end_when_over(rules: Rules, row: Round, played: PlayedRound) -> None:
    """Note the end of a finished round, of a fresh shoe with it, and keep what the table shows."""
    if played.finished:
        row.ended_at = timezone.now()
        row.shown = round_object(played)
        if rules.kept_shoe is None:
            row.shoe.ended_at = row.ended_at


def _next_shoe(shoe: Shoe, table: Table, player: User, now: datetime) -> Shoe:
    """Reveal the string of a shoe that has ended, and sign the one that follows it."""
    fairplay.reveal(shoe.commitment, now=now)
    return _prepare_shoe(table, player, now)


def _prepare_shoe(table: Table, player: User, now: datetime) -> Shoe:
    """Shuffle and sign a shoe for the table's next round. Source: rules.md 4.1."""
    rules: Rules = rules_of(Variant(table.variant))
    commitment = fairplay.commit(login=player.username, cards=fresh_shoe(rules), now=now)
    return Shoe.objects.create(table=table, commitment=commitment, rules_version=NEWEST)
