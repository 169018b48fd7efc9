"""From stored rows to the table as it stands: the one way, for play, history and checks.

Reads only. What it returns holds undealt cards: it is for services and presenters.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts import ledger
from accounts.limits import Limit
from accounts.models import User
from blackjack.engine import shoe as shoes
from blackjack.engine.errors import EngineError
from blackjack.engine.round import act, replay
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Round as PlayedRound
from blackjack.engine.state import Scheme
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.models import BingoSession, Round, Shoe, Table
from fairplay import codec
from fairplay.services import NoKey, SealBroken, secret_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it stands.

    Attributes:
        table: ``None`` before the player's first visit.
        shoe: the signed shoe that is open: of the round in play, else of the next one.
        row: the last round, open or ended, with its shoe and commitment.
        round: that round, replayed.
        broken: why the last round, which has ended, can't be shown: ``round`` is ``None`` then,
            and play may go on.
        balance: hundredths that the player holds in its currency; ``None`` where nobody asked.
        places: bingo sessions that are running, or ended with or since the last deal.
        limit: what its player may bet there; ``None`` where there is none, or nobody asked.
    """

    table: Table | None
    shoe: Shoe | None
    row: Round | None
    round: PlayedRound | None
    balance: int | None = None
    places: Sequence[BingoSession] = ()
    broken: BrokenRound | None = None
    limit: Limit | None = None

    @property
    def open_round(self) -> Round | None:
        """The round that awaits a decision."""
        return self.row if self.row is not None and self.row.ended_at is None else None


def rules_for(table: Table, shoe: Shoe) -> Rules:
    """Return the row of the rules under which this shoe of the table is played."""
    return rules_of(Variant(table.variant), shoe.rules_version)


def replayed(
    row: Round, actions: Iterable[str] | None = None, *, secret: str | None = None
) -> PlayedRound:
    """Replay a stored round.

    Args:
        actions: instead of all that were taken.
        secret: the string of its shoe, where it is open already.

    Raises:
        SealedRound: no key at hand opens its string.
        BrokenRound: it no longer replays. Either is logged for staff, without a card in it.
    """
    try:
        secret = secret or secret_of(row.shoe.commitment)
        return replay(
            rules_for(row.table, row.shoe),
            dealing_order(row.shoe, secret, row.moved),
            bets=row.stakes,
            actions=row.actions if actions is None else actions,
            scheme=Scheme(row.scheme),
            first_card=row.first_card,
        )
    except NoKey:
        raise _broken(row, SealedRound) from None
    except (SealBroken, EngineError, LookupError, TypeError, ValueError, AttributeError):
        # Any of them means that the row was damaged: the engine had accepted it once.
        raise _broken(row) from None


def _broken(row: Round, kind: type[BrokenRound] = BrokenRound) -> BrokenRound:
    """Tell staff, without the cause in the report: it may hold cards."""
    logger.error("Round %s no longer replays: see its row and the FairPlay keys.", row.pk)
    return kind(row.pk)


def stages(row: Round) -> list[PlayedRound]:
    """Replay a stored round step by step: as it was dealt, then after each action.

    Raises:
        BrokenRound: it no longer replays.
    """
    states = [replayed(row, actions=())]
    try:
        for action in row.actions:
            states.append(act(states[-1], action))
    except (EngineError, LookupError, TypeError, ValueError, AttributeError):
        raise _broken(row) from None
    return states


def cards_out(rules: Rules, shoe: Shoe, secret: str) -> int:
    """Return how many cards of an open shoe are out between rounds.

    A shoe whose last round no longer replays counts as dealt out: nobody knows where it would
    go on, so it is revealed and replaced.

    Args:
        secret: the shoe's string.
    """
    if rules.kept_shoe is None or shoe.cut is None:
        return 0
    row = rounds().filter(shoe=shoe).order_by("-pk").first()
    if row is None:
        return 0
    try:
        return replayed(row, secret=secret).next_card
    except BrokenRound:
        return rules.cards


def dealing_order(shoe: Shoe, secret: str, moved: list[int]) -> tuple[str, ...]:
    """Return the cards of a cut shoe in the order of dealing.

    Raises:
        EngineError: see ``shoe.arrange``.
    """
    return shoes.arrange(
        codec.parse(secret).cards,
        secret_sha256=shoe.commitment.sha256,
        seed=shoe.player_seed or None,
        cut_after=shoe.cut,
        moved=moved,
    )


def table_state(player: User, variant: Variant, currency: str) -> TableState:
    """Return the player's table as it stands.

    Raises:
        BrokenRound: the round in play no longer replays.
    """
    mine = {"player": player, "variant": variant, "currency": currency}
    of_mine = {f"table__{name}": value for name, value in mine.items()}
    # The version comes first: what is read later can only be newer than the forms say.
    shoe = open_shoes().filter(**of_mine).first()
    table = Table.objects.filter(**mine).first() if shoe is None else shoe.table
    balance = ledger.balance(player.pk, currency)
    if table is None:
        return TableState(None, None, None, None, balance)
    row = rounds().filter(table=table).order_by("-pk").first()
    places = shown_sessions(table, row) if rules_of(variant).bingo else ()
    round_ = broken = None
    try:
        round_ = None if row is None else replayed(row)
    except BrokenRound as error:
        if row.ended_at is None:
            raise
        broken = error
    return TableState(table, shoe, row, round_, balance, places, broken)


def unfinished(player: User) -> list[TableState]:
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


def running_sessions(table: Table) -> list[BingoSession]:
    """Return the bingo sessions that are running at a table, by box."""
    running = BingoSession.objects.filter(table=table, ended_at__isnull=True)
    return list(running.select_related("table").order_by("box"))


def running_bingo(player: User) -> list[BingoSession]:
    """Return all running bingo sessions of a player, table by table."""
    running = BingoSession.objects.filter(table__player=player, ended_at__isnull=True)
    return list(running.select_related("table").order_by("table_id", "box"))


def shown_sessions(table: Table, row: Round | None) -> list[BingoSession]:
    """Return those that are running, and those that ended with or since the last deal."""
    shown = Q(ended_at__isnull=True)
    if row is not None:
        shown |= Q(ended_at__gte=row.dealt_at)
    found = BingoSession.objects.filter(shown, table=table)
    return list(found.select_related("table").order_by("pk"))


def past_rounds(
    player: User, *, variant: str = "", currency: str = "", before: int | None = None, count: int
) -> list[Round]:
    """Return the player's kept rounds, the newest first, an open one among them.

    Args:
        variant, currency: of one game or mode only.
        before: number of a round; those that are older.
    """
    tables = Table.objects.filter(player=player)
    if variant:
        tables = tables.filter(variant=variant)
    if currency:
        tables = tables.filter(currency=currency)
    # At most eight tables: their keys, so that an index serves the newest rounds of each.
    found = rounds().filter(table__in=list(tables.values_list("pk", flat=True)))
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found.order_by("-pk")[:count])


def round_of(player: User, number: int) -> Round | None:
    """Return one round of the player's; another's does not exist."""
    found: Round | None = rounds().filter(pk=number, table__player=player).first()
    return found


def open_shoes() -> Any:
    """Shoes that have not ended, each with its table and commitment."""
    return Shoe.objects.filter(ended_at__isnull=True).select_related("commitment", "table")


def rounds() -> Any:
    """Rounds, each with its table, shoe and commitment."""
    return Round.objects.select_related("table", "shoe__commitment")
