"""Rounds: dealt on the signed shoe and acted on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import ledger, limits
from accounts.limits import Limit
from accounts.models import User, Wallet
from accounts.protection import require_may_stake
from accounts.protection.exceptions import AccountInactive
from blackjack.engine import bingo
from blackjack.engine import round as engine
from blackjack.engine.errors import BadBingo, BadMoved
from blackjack.engine.refusals import BingoRefusal
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Action, LineKind, Scheme, Stage
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import RoundExpired, ShoeCut, ShoeOver, StaleTable, WouldLeave
from blackjack.keeping import KEPT, ends_at, is_expired
from blackjack.models import Round, Shoe
from blackjack.replays import TableState, dealing_order, replayed
from blackjack.services.betting import require_within
from blackjack.services.finding import open_round, open_shoe
from blackjack.services.places import Places
from blackjack.services.shoes import end, next_shoe, opened
from blackjack.services.writing import as_shown, locked
from blackjack.training import services as training
from blackjack.transcript import round_object
from casino.live import announce

Actions = list[str]
"""Words of the engine, in order, as a round records them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player chose for a round.

    Attributes:
        bets: initial stakes by box, hundredths.
        cut: number of the last card of the first part; ``None`` declines the cut.
        seed: of the player's own shuffle; ``None`` leaves it out.
        scheme, moved: expert mode (rules.md 4.6 and 4.7).
        bingo: bingo bets by box, hundredths.
        leaving: boxes whose bingo place the player has agreed to leave by this deal.
        no_insurance: decline insurance for every box at once, where it is asked before play.
    """

    bets: Mapping[int, int]
    cut: int | None = None
    seed: str | None = None
    scheme: Scheme = Scheme.DEALER_1_FIRST
    moved: tuple[int, ...] = ()
    bingo: Mapping[int, int] = field(default_factory=dict)
    leaving: frozenset[int] = frozenset()
    no_insurance: bool = False


def deal(*, player: User, variant: Variant, currency: str, version: int, wish: Wish) -> TableState:
    """Take the bets, cut the signed shoe and deal. The whole is refused or the whole is done.

    Raises:
        StaleTable: the table has moved on.
        RoundUnfinished: a round is open at this table.
        ShoeOver: the shoe has passed its mark or its ten days, or its last round no longer replays.
        GameClosed, BetOutOfLimits, BingoBelowLimit: what the player's tier may bet here.
        WouldLeave: bingo places that the deal leaves, without the player's word for it.
        InsufficientFunds: the wallet can't cover the bets.
        PlayStopped, LimitReached, RealityCheckDue: the player's own protection.
        EngineError: a bet, cut, seed, scheme or moved card that the rules refuse.
        SealBroken: the shoe can't be read for the moment.
    """
    engine.require_bets(rules_of(variant), wish.bets)
    shoe, limit = open_shoe(version, player, variant, currency)
    rules, secret, out = opened(shoe)
    now = timezone.now()
    if rules.kept_shoe and (out >= rules.kept_shoe.replaced_from or is_expired(shoe, now)):
        raise ShoeOver
    require_within(limit, wish.bets, wish.bingo)
    with as_shown(shoe.table):
        places = Places.of(rules, shoe)
        left = _left_by(rules, places, wish)
    _cut(rules, shoe, wish)
    order = _order(rules, shoe, secret, wish)
    played = engine.deal(rules, order, bets=wish.bets, scheme=wish.scheme, first_card=out)
    declined: Actions = []
    if wish.no_insurance:
        played, declined = _uninsured(played)
    row = Round(
        table=shoe.table,
        shoe=shoe,
        tier=player.tier,
        first_card=out,
        scheme=wish.scheme.value,
        moved=list(wish.moved),
        leave=shoe.left,
        bets=_by_box(wish.bets),
        bingo=_by_box(wish.bingo),
        actions=declined,
        dealt_at=now,
    )
    with transaction.atomic(durable=True):
        wallet = locked(player, row.table)
        if rules.bingo:  # the house may have closed such sessions while this deal was waiting
            anew = limits.found_anew(user_id=player.pk, variant=variant.value, currency=currency)
            require_within(anew, wish.bets, wish.bingo)
        staked = sum(wish.bets.values()) + sum(wish.bingo.values())
        try:
            require_may_stake(player=player, currency=currency, amount=staked, now=now)
        except AccountInactive:
            raise StaleTable from None
        lines = places.leave(left, row.dealt_at)
        _begin(rules, shoe, row.dealt_at)
        end_when_over(rules, row, played, timezone.now())
        shoe.left = []
        shoe.save(
            update_fields=["player_seed", "cut", "left", "dealt_at", "ended_at", "kept_until"]
        )
        row.save(force_insert=True)
        bets = sum(line.kind is LineKind.BET for line in played.lines)
        lines += lines_of(row, played, 0, bets)
        lines += places.open(wish.bingo, player.tier, row.dealt_at)
        lines += lines_of(row, played, bets)
        return _recorded(wallet, row, played, lines, places, player=player, limit=limit)


def act(*, player: User, variant: Variant, currency: str, version: int, action: str) -> TableState:
    """Apply one action of the hand in turn and book the money it moves.

    Raises:
        StaleTable: the table has moved on, or no round is open.
        RoundExpired: its ten days are over: the house ends it (``expiry.expire_table``).
        IllegalAction: the rules forbid the action now.
        InsufficientFunds: the wallet can't cover its price.
        BrokenRound: the stored round no longer replays.
    """
    row, limit = _open_round(player, variant, currency, version)
    before = replayed(row)
    return _go_on(player, row, limit, before, engine.act(before, action), [action])


def decline_all(*, player: User, variant: Variant, currency: str, version: int) -> TableState:
    """Decline insurance for the box that is asked and for all boxes after it.

    Recorded as the decision of each box, so that the round replays like any other. Source:
    rules.md section 5.

    Raises:
        StaleTable: the table has moved on, or no round is open.
        RoundExpired: its ten days are over; the house ends it.
        IllegalAction: no box is asked for insurance now.
        BrokenRound: the stored round no longer replays.
    """
    row, limit = _open_round(player, variant, currency, version)
    before = replayed(row)
    played, declined = _uninsured(engine.act(before, Action.DECLINE))
    return _go_on(player, row, limit, before, played, [Action.DECLINE.value, *declined])


def _open_round(
    player: User, variant: Variant, currency: str, version: int
) -> tuple[Round, Limit | None]:
    row, limit = open_round(version, player, variant, currency)
    if ends_at(row) <= timezone.now():
        raise RoundExpired(row.table_id)
    return row, limit


def _uninsured(played: PlayedRound) -> tuple[PlayedRound, Actions]:
    """Decline for every box that is still asked before play; with none there is nothing to do."""
    declined: Actions = []
    while played.turn is not None and played.stage is Stage.INSURING:
        played = engine.act(played, Action.DECLINE)
        declined.append(Action.DECLINE.value)
    return played, declined


def _go_on(
    player: User,
    row: Round,
    limit: Limit | None,
    before: PlayedRound,
    played: PlayedRound,
    actions: Actions,
) -> TableState:
    """Write down what was done in an open round, and book the money that it moved."""
    row.actions = [*row.actions, *actions]
    places = Places.of(before.rules, row.shoe, row)
    with transaction.atomic(durable=True):
        wallet = locked(player, row.table)
        training.note(wallet, before, actions)
        end_when_over(before.rules, row, played, timezone.now())
        row.save(update_fields=["actions", "ended_at", "shown"])
        if row.shoe.ended_at is not None:
            row.shoe.save(update_fields=["ended_at"])
        lines = lines_of(row, played, len(before.lines))
        return _recorded(wallet, row, played, lines, places, player=player, limit=limit)


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


def _begin(rules: Rules, shoe: Shoe, now: datetime) -> None:
    """Note a shoe's first deal; a fresh one is kept from there. Source: rules.md section 9."""
    if shoe.dealt_at is None:
        shoe.dealt_at = now
        if rules.kept_shoe is None:
            shoe.kept_until = now + KEPT


def end_when_over(rules: Rules, row: Round, played: PlayedRound, now: datetime) -> None:
    """Note the end of a finished round, of a fresh shoe with it, and keep what the table shows."""
    if played.finished:
        row.ended_at = now
        row.shown = round_object(played)
        if rules.kept_shoe is None:
            end(row.shoe, now)


def _left_by(rules: Rules, places: Places, wish: Wish) -> list[int]:
    """Return the boxes whose places the deal leaves, once its bingo bets may be laid.

    Raises:
        BadBingo: one may not.
        WouldLeave: the player has not been asked about all of them.
    """
    if wish.bingo and not rules.bingo:
        box, amount = min(wish.bingo.items())
        raise BadBingo(box, amount, BingoRefusal.NO_MAIN_BET)
    bingo.require_bets(wish.bingo, wish.bets, places.sessions)
    left = sorted(set(places.running) - set(wish.bets))
    if not set(left) <= wish.leaving:
        raise WouldLeave({box: bingo.left(places.sessions[box]).returned for box in left})
    return left


def _order(rules: Rules, shoe: Shoe, secret: str, wish: Wish) -> tuple[str, ...]:
    if wish.moved and not rules.expert_mode:
        raise BadMoved(0, wish.moved[0], 0, repeated=False)
    return dealing_order(shoe, secret, list(wish.moved))


def _by_box(amounts: Mapping[int, int]) -> dict[str, int]:
    return {str(box): amount for box, amount in sorted(amounts.items())}


def lines_of(
    row: Round, played: PlayedRound, first: int, end: int | None = None
) -> list[ledger.Posting]:
    """Return the round's money lines from one index up to another, as they are booked."""
    return [
        ledger.Posting(
            ledger.Kind(line.kind.value),
            line.amount,
            cause=f"{row.cause}/{number}",
            game=row.table.variant,
            tier=row.tier,
        )
        for number, line in enumerate(played.lines[first:end], start=first + 1)
    ]


def _recorded(
    wallet: Wallet,
    row: Round,
    played: PlayedRound,
    lines: list[ledger.Posting],
    places: Places,
    *,
    player: User,
    limit: Limit | None,
) -> TableState:
    """Count an ended round for bingo and book what moved; then follow an ended shoe."""
    if row.ended_at is not None:
        lines = lines + places.count(played, row.dealt_at, row.ended_at)
    ledger.post(wallet, lines)
    shoe = row.shoe
    if shoe.ended_at is not None:
        shoe = next_shoe(shoe, row.table, player, shoe.ended_at)
    announce(player.pk)
    return TableState(row.table, shoe, row, played, wallet.balance, places.shown, limit=limit)
