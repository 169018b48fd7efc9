"""The lobby: the games with their rules in short, and the way back into unfinished rounds."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.limits import Limit
from accounts.models import Currency, Tier
from blackjack import words
from blackjack.engine.bingo import CELLS, Session
from blackjack.engine.rules import NEWEST, RULES, Rules, Variant
from blackjack.keeping import ends_at, told_until
from blackjack.models import BingoSession
from blackjack.models import Round as Row
from blackjack.presenters.table import MODES, table_url, turn_view
from blackjack.replays import TableState
from blackjack.results import staked_and_returned


@dataclass(frozen=True, slots=True)
class SampleBingo:
    """The bingo card in a game's picture: how it stands, in words, and its cells."""

    status: str
    cells: Sequence[tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A game's picture: cards face up, a hole card, or a bingo card above them."""

    cards: Sequence[str]
    hole: bool = False
    bingo: SampleBingo | None = None


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """A game's card in the lobby."""

    variant: str
    title: str
    line: str
    facts: Sequence[tuple[str, str]]
    sample: Sample
    demo_url: str
    real_url: str
    rules_url: str
    waiting_demo: bool
    waiting_real: bool
    demo_closed: bool
    real_closed: bool

    @property
    def closed(self) -> bool:
        """Whether staff have closed it for both kinds of money."""
        return self.demo_closed and self.real_closed


@dataclass(frozen=True, slots=True)
class WaitingRound:
    """An unfinished round, with the way back into it.

    ``soon``: so few of its days are left that the player is told what comes then.
    """

    title: str
    mode: str
    currency: str
    staked: int
    words: str
    kept_until: str
    soon: bool
    url: str


@dataclass(frozen=True, slots=True)
class RunningBingo:
    """The bingo sessions running at a table; ``places`` says how each stands, in words."""

    title: str
    mode: str
    currency: str
    staked: int
    places: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class TierChoice:
    """A tier whose limits can be looked at; ``shown`` marks the one that is."""

    name: str
    url: str
    shown: bool


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that ``lobby.html`` needs.

    Attributes:
        tier: the player's own.
        looked_at: the tier whose limits the games' cards show.
    """

    tier: str
    looked_at: str
    tiers: Sequence[TierChoice]
    games: Sequence[LobbyGame]
    waiting: Sequence[WaitingRound]
    bingo: Sequence[RunningBingo] = ()


_LIT: Final = (17, 18, 20)
_SAMPLES: Final = {
    Variant.DOUBLE_DECK: ("AS", "KD"),
    Variant.SIX_DECK: ("8H", "8S"),
    Variant.CLASSIC: ("JS",),
    Variant.BINGO: ("0D", "7C"),
}
_SHORT_FACTS: Final = 5


def lobby_view(
    tier: Tier,
    unfinished: Sequence[TableState],
    bingo: Sequence[BingoSession],
    *,
    now: datetime,
    looked_at: Tier,
    limits_of: Callable[[Variant, str], Limit | None],
) -> LobbyView:
    """Show the games as this player may play them.

    Args:
        bingo: running sessions, table by table.
        looked_at: the tier of which the limits are wanted, the player's own or another.
        limits_of: initial bets of that tier in a currency, whole units. A game that has none for
            the tier is hidden.
    """
    waiting = [_waiting(state, state.row, now) for state in unfinished if state.row is not None]
    urls = {one.url for one in waiting}
    games = []
    for variant in words.TITLES:
        demo, real = limits_of(variant, Currency.FUN), limits_of(variant, Currency.RUR)
        if demo or real:
            games.append(_game(variant, demo, real, urls))
    running = [_running(list(rows)) for _, rows in groupby(bingo, key=attrgetter("table_id"))]
    return LobbyView(
        tier=str(tier.label),
        looked_at=str(looked_at.label),
        tiers=[
            TierChoice(str(one.label), f"{reverse('lobby')}?tier={one.value}", one is looked_at)
            for one in Tier
        ],
        games=games,
        waiting=waiting,
        bingo=running,
    )


def _game(
    variant: Variant, demo: Limit | None, real: Limit | None, waiting: Collection[str]
) -> LobbyGame:
    """A game's card; ``waiting`` are the addresses of the tables where a round is open."""
    rules = RULES[NEWEST][variant]
    demo_url, real_url = (table_url(variant, one) for one in (Currency.FUN, Currency.RUR))
    return LobbyGame(
        variant=variant.value,
        title=str(words.TITLES[variant]),
        line=str(words.LINES[variant]),
        facts=words.facts(rules, words.bet_range(demo, real))[:_SHORT_FACTS],
        sample=_sample(rules),
        demo_url=demo_url,
        real_url=real_url,
        rules_url=reverse("blackjack:rules", kwargs={"variant": variant.value}),
        waiting_demo=demo_url in waiting,
        waiting_real=real_url in waiting,
        demo_closed=demo is None or demo.closed,
        real_closed=real is None or real.closed,
    )


def _sample(rules: Rules) -> Sample:
    card = None
    if rules.bingo:
        session = Session(stake=0, lit=frozenset(_LIT), rounds=len(_LIT))
        cells = [(number, number in _LIT) for number in CELLS]
        card = SampleBingo(words.bingo_status(session), cells)
    cards = _SAMPLES[rules.variant]
    return Sample(cards, hole=len(cards) == 1, bingo=card)


def _running(rows: Sequence[BingoSession]) -> RunningBingo:
    table = rows[0].table
    modes = {currency: mode for mode, currency in MODES.items()}
    return RunningBingo(
        title=str(words.TITLES[Variant(table.variant)]),
        mode=modes[table.currency],
        currency=table.currency,
        staked=sum(row.stake for row in rows),
        places=[f"{words.box(row.box)}: {words.bingo_status(row.session)}" for row in rows],
        url=table_url(table.variant, table.currency),
    )


def _waiting(state: TableState, row: Row, now: datetime) -> WaitingRound:
    round_ = state.round
    turn = None if round_ is None else turn_view(round_)
    # Where the round can't be shown for the moment, what was booked for it can.
    booked = staked_and_returned(row) if round_ is None else (round_.staked, round_.returned)
    modes = {currency: mode for mode, currency in MODES.items()}
    return WaitingRound(
        title=str(words.TITLES[Variant(row.table.variant)]),
        mode=modes[row.table.currency],
        currency=row.table.currency,
        staked=booked[0] - booked[1],
        words="" if turn is None else f"{turn.who}, {turn.total} {turn.against}",
        kept_until=date_format(localtime(ends_at(row)), "DATETIME_FORMAT"),
        soon=told_until(row, now) is not None,
        url=table_url(row.table.variant, row.table.currency),
    )
