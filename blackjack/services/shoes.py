"""Shoes: prepared and signed before the first bet, revealed when they end, followed by the next."""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Currency, User, Wallet
from accounts.registry import games
from blackjack.engine.rules import NEWEST, Rules, Variant, rules_of
from blackjack.exceptions import NotClosable
from blackjack.keeping import KEPT, is_expired
from blackjack.models import Shoe, Table
from blackjack.replays import (
    TableState,
    cards_out,
    open_shoes,
    rules_for,
    running_sessions,
    table_state,
)
from blackjack.services.finding import open_shoe
from blackjack.services.writing import locked
from blackjack.shuffling import fresh_shoe
from casino.live import announce
from fairplay import services as fairplay

logger = logging.getLogger(__name__)


def open_table(*, player: User, variant: Variant, currency: str) -> TableState:
    """Make the table ready for a full load of its page; any number of loads has one effect.

    Prepares and signs a shoe where none is open (rules.md 4.1, 4.4), and fills the demo balance
    up to 10000 FUN unless a demo round is unfinished anywhere (section 3).

    Raises:
        BrokenRound: the round in play no longer replays.
    """
    state = table_state(player, variant, currency)
    if state.shoe is not None and not _demo_is_low(state, player, currency):
        return state
    with transaction.atomic(durable=True):
        wallet = ledger.lock(player.pk, currency)
        if User.objects.filter(pk=player.pk, is_active=True).exists():  # not gone meanwhile
            _make_ready(wallet, player, variant)
            announce(player.pk)
    return table_state(player, variant, currency)


def _make_ready(wallet: Wallet, player: User, variant: Variant) -> None:
    table, _ = Table.objects.get_or_create(player=player, variant=variant, currency=wallet.currency)
    if not open_shoes().filter(table=table).exists():
        _prepare_shoe(table, player, timezone.now())
    if wallet.currency == Currency.FUN and not games().demo_round_open(player.pk):
        ledger.fill_demo(wallet)


def change_shoe(
    *, player: User, variant: Variant, currency: str, version: int, early: bool = False
) -> TableState:
    """End a kept shoe between rounds, reveal its string, and sign the next one.

    Ten days after its first deal it may be ended whatever is out. Running bingo sessions go on
    with the next one, whose signature is shown before its first bet. Source: rules.md section 9.

    Args:
        early: the player closes a shoe that has not passed its mark.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table.
        NotClosable: too few cards are out, or the game's shoes are fresh for every round.
        SealBroken: the shoe can't be read for the moment, and so can't be revealed.
    """
    shoe, _ = open_shoe(version, player, variant, currency)
    rules, _secret, out = opened(shoe)
    if rules.kept_shoe is None:
        raise NotClosable(None)
    now = timezone.now()
    needed = rules.kept_shoe.closable_from if early else rules.kept_shoe.replaced_from
    if not is_expired(shoe, now) and out < needed:
        raise NotClosable(needed)
    with transaction.atomic(durable=True):
        locked(player, shoe.table)
        end(shoe, now)
        shoe.save(update_fields=["ended_at", "kept_until"])
        next_shoe(shoe, shoe.table, player, now)
        announce(player.pk)
    return table_state(player, variant, currency)


def end(shoe: Shoe, now: datetime) -> None:
    """Note the end of a shoe. A fresh one is kept from its deal, a kept one from its end."""
    shoe.ended_at = now
    if shoe.kept_until is None:
        shoe.kept_until = now + KEPT


def opened(shoe: Shoe) -> tuple[Rules, str, int]:
    """Open a table's shoe between rounds: its rules, its string, how many cards are out.

    The one opening of a deal. A shoe that is kept and names no rules that this casino knows was
    damaged: it counts as dealt out, to be revealed and replaced.

    Raises:
        SealBroken: no key at hand opens it, or it was damaged and can't be dealt from.
    """
    secret = fairplay.secret_of(shoe.commitment)
    try:
        rules = rules_for(shoe.table, shoe)
    except KeyError:
        logger.error("Shoe %s names rules that are not known: see its row.", shoe.pk)
        rules = rules_of(Variant(shoe.table.variant))
        if rules.kept_shoe is None:
            raise fairplay.SealBroken(f"shoe {shoe.pk} can't be dealt from") from None
        return rules, secret, rules.cards
    return rules, secret, cards_out(rules, shoe, secret)


def next_shoe(shoe: Shoe, table: Table, player: User, now: datetime) -> Shoe:
    """Reveal the string of a shoe that has ended, and sign the one that follows it."""
    fairplay.reveal(shoe.commitment, now=now)
    return _prepare_shoe(table, player, now)


def _prepare_shoe(table: Table, player: User, now: datetime) -> Shoe:
    """Shuffle and sign a shoe for the table's next round. Source: rules.md 4.1."""
    rules: Rules = rules_of(Variant(table.variant))
    commitment = fairplay.commit(login=player.username, cards=fresh_shoe(rules), now=now)
    running = running_sessions(table) if rules.bingo else []
    return Shoe.objects.create(
        table=table,
        commitment=commitment,
        rules_version=NEWEST,
        bingo_before={str(row.box): row.carried for row in running},
    )


def _demo_is_low(state: TableState, player: User, currency: str) -> bool:
    low = currency == Currency.FUN and (state.balance or 0) < ledger.DEMO_FULL
    return low and state.open_round is None and not games().demo_round_open(player.pk)
