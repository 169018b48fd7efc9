"""What the machine of whole tables believes of a table: money, journal, rounds and sessions.

Independent of the casino: rounds are told by the tests' oracles, the rest is written from the
rule book. Amounts are hundredths where nothing else is said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.blackjack.machine_bingo import Session
from tests.blackjack.machine_games import (
    ALL,
    CLOSABLE,
    CURRENCIES,
    DECKS,
    OVER,
    TEN_DAYS,
    WORDS,
    Game,
    Signed,
    Wish,
)

if TYPE_CHECKING:
    from tests.blackjack.machine_players import Player

TIERS = ("LITE", "RESPECT", "VIP")
_FRESH = dict(zip(TIERS, [(1, 50), (5, 120), (10, 200)], strict=True))
_KEPT = dict(zip(TIERS, [(5, 50), (10, 120), (20, 200)], strict=True))
DEMO_FULL = 10_000_00
STAKES = {"bet", "double", "split", "insurance", "bingo", "bingo_refund"}

CONFLICT, WRONG = 409, 422
Lines = list[tuple[str, int]]


@dataclass
class House:
    """What staff let be bet: limits of initial bets in whole units. A closed game has none."""

    limits: dict[tuple[str, str, str], tuple[int, int]] = field(
        default_factory=lambda: {
            (variant, tier, currency): (_KEPT if variant in CLOSABLE else _FRESH)[tier]
            for variant in DECKS
            for tier in TIERS
            for currency in CURRENCIES
        }
    )


@dataclass(frozen=True)
class Line:
    """A line of the journal: its cause is its owner's, or begins as ``cause`` says."""

    kind: str
    amount: int
    cause: str = ""
    owner: Game | Session | None = None
    place: int = 0

    @property
    def account(self) -> str:
        names = {"demo_fill": "demo", "adjustment": "adjustment"}
        return names.get(self.kind, "stakes" if self.kind in STAKES else "payouts")


@dataclass
class Purse:
    """What a player holds of one currency: its lines."""

    lines: list[Line] = field(default_factory=list)

    @property
    def balance(self) -> int:
        return sum(line.amount for line in self.lines)

    def book(self, owner: Game | Session, lines: Lines) -> None:
        before = sum(line.owner is owner for line in self.lines)
        for place, (kind, amount) in enumerate(lines, start=before + 1):
            self.lines.append(Line(kind, amount, owner=owner, place=place))


@dataclass
class Desk:
    """A player's table. ``raised``: something was done here since the version was last read."""

    owner: "Player"
    variant: str
    currency: str
    known: bool = False
    version: int = 0
    raised: bool = False
    shoes: list[Signed] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)

    @property
    def purse(self) -> Purse:
        return self.owner.purses[self.currency]

    @property
    def last(self) -> Game | None:
        return self.games[-1] if self.games else None

    @property
    def open(self) -> Game | None:
        return self.last if self.last and not self.last.over else None

    @property
    def kept(self) -> bool:
        return self.variant in CLOSABLE

    @property
    def running(self) -> dict[int, Session]:
        """Bingo sessions by box."""
        found = [session for session in self.sessions if not session.ended]
        return {session.box: session for session in sorted(found, key=lambda one: one.box)}

    @property
    def shoes_due(self) -> int:
        """Those that are over, and one that is signed."""
        return sum(shoe.over for shoe in self.shoes) + 1 if self.known else 0

    @property
    def closable(self) -> bool:
        between = self.known and self.kept and not self.open
        return between and (self.shoes[-1].out >= CLOSABLE[self.variant] or self.shoe_is_old)

    @property
    def shoe_is_old(self) -> bool:
        """Whether it was first dealt from ten days ago."""
        dealt_at = self.shoes[-1].dealt_at if self.shoes else None
        return dealt_at is not None and dealt_at <= datetime.now(UTC) - TEN_DAYS

    @property
    def in_play(self) -> int:
        """What the table shows as staked: the open round's, and the running sessions'."""
        told = self.open.told if self.open else {"staked": 0, "returned": 0}
        staked: int = told["staked"] - told["returned"]
        return staked + sum(session.stake for session in self.running.values())

    @property
    def limits(self) -> tuple[int, int] | None:
        return self.owner.house.limits.get((self.variant, self.owner.tier, self.currency))

    def entered(self) -> bool:
        """A full load: the table is made ready, and the demo balance filled up; what changed?"""
        known, self.known = self.known, True
        demo = [desk for desk in self.owner.desks.values() if desk.currency == "FUN"]
        missing = DEMO_FULL - self.purse.balance
        if self.currency == "FUN" and missing > 0 and not any(desk.open for desk in demo):
            self.purse.lines.append(Line("demo_fill", missing, "accounts.demo/"))
            return True
        return not known

    # --- What may be done -------------------------------------------------------------------

    def late(self, version: int) -> set[int]:
        """What speaks against a form of another state; who never sat here has none of this one."""
        stands = self.known and version == self.version and not self.open
        return set() if stands else {CONFLICT}

    def shoe_is_over(self, wish: Wish | None, version: int) -> bool:
        """A deal that can be read, at a shoe past its mark: all it does is to change the shoe."""
        if not self.kept or wish is None or not wish.bets or self.late(version):
            return False
        return self.shoes[-1].out >= OVER[self.variant] or self.shoe_is_old

    def missing(self, wish: Wish) -> dict[int, Session]:
        """Sessions on boxes without a main bet: the deal leaves them."""
        return {box: one for box, one in self.running.items() if box not in wish.bets}

    def why_not_deal(self, wish: Wish | None, version: int) -> set[int]:
        """Statuses of all that speaks against a deal; empty when it must be taken."""
        if wish is None or not wish.bets:
            return {WRONG} | self.late(version)
        against = self.late(version)
        if self._wrong_bets(wish) or self._wrong_bingo(wish):
            against.add(WRONG)
        cut_already = bool(self.shoes) and self.shoes[-1].cut is not None
        if cut_already and (wish.cut is not None or wish.seed):
            against.add(WRONG)  # a shoe is cut once
        missing = self.missing(wish)
        if set(missing) - wish.leaving:
            against.add(CONFLICT)
        paid = sum(one.stake * one.card.on_leaving()[1] for one in missing.values())
        staked = sum(wish.bets.values()) + sum(wish.bingo.values())
        return against | ({WRONG} if staked > self.purse.balance + paid else set())

    def _wrong_bets(self, wish: Wish) -> bool:
        if self.limits is None:
            return True
        least, most = self.limits
        return not all(least * 100 <= bet <= most * 100 for bet in wish.bets.values())

    def _wrong_bingo(self, wish: Wish) -> bool:
        least = 0 if self.limits is None else self.limits[0] * 100
        return not all(
            least <= stake <= wish.bets.get(box, 0) and box not in self.running
            for box, stake in wish.bingo.items()
        )

    def why_not_rebet(self, times: int = 1) -> set[int]:
        if self.last is None:
            return {WRONG}
        bets = {box: times * bet for box, bet in self.last.wish.bets.items()}
        if self._wrong_bets(replace(self.last.wish, bets=bets)):
            return {WRONG}
        return {WRONG} if sum(bets.values()) > self.purse.balance else set()

    def why_not_act(self, word: str, version: int) -> set[int]:
        if word not in WORDS:
            return {WRONG}
        game, word = self.open, "decline" if word == ALL else word
        if version != self.version or game is None or word not in game.told["legal"]:
            return {CONFLICT}
        return {WRONG} if game.price(word) > self.purse.balance else set()

    def why_not_leave(self, box: int | None, version: int) -> set[int]:
        if box is None:
            return {WRONG}
        there = box in self.running if box else self.running
        return self.late(version) if there else {CONFLICT}

    def why_not_close(self, version: int) -> set[int]:
        return self.late(version) if self.closable else {CONFLICT}

    # --- What is done -----------------------------------------------------------------------

    def deal(self, wish: Wish) -> None:
        shoe = self.shoes[-1]
        self._leave(self.missing(wish))
        shoe.take_cut(wish)
        game = Game(self.variant, self.owner.tier, shoe, wish, shoe.left, dict(wish.bingo))
        shoe.left = []
        self.games.append(game)
        shoe.games.append(game)
        self.purse.book(game, game.bets())
        for box, stake in sorted(wish.bingo.items()):
            self.sessions.append(Session(box, stake, self.owner.tier))
            self.purse.book(self.sessions[-1], [("bingo", -stake)])
        self._played(game, game.decline_all() if wish.no_insurance else game.paid())

    def act(self, word: str) -> None:
        game = self.games[-1]
        self._played(game, game.do(word))

    def leave(self, box: int) -> None:
        """Leave the place on a box, 0 for the table."""
        left = {box: self.running[box]} if box else self.running
        self.shoes[-1].left += left
        self._leave(left)
        self.raised = True

    def change_shoe(self) -> None:
        self.shoes[-1].end(fresh=False)
        self.raised = True

    def closed_by_house(self) -> None:
        """The house ends what it makes impossible to play on."""
        for session in self.running.values():
            self.purse.book(session, session.closed_by_house(self.shoes[-1], self.open))
            self.raised = True

    @property
    def turn_to_be_settled(self) -> tuple[int, datetime, int]:
        """The house goes by open rounds first and then by places, each the oldest first."""
        if self.open:
            return 0, self.open.dealt_at, self.open.number
        places = [(one.last_round_at, one.number) for one in self.running.values()]
        return (1, *min(places)) if places else (2, datetime.now(UTC), 0)

    def ten_days(self) -> None:
        """The house ends what is ten days old, and what is kept no longer is deleted."""
        since = datetime.now(UTC) - TEN_DAYS
        if self.known and (self.open is None or self.open.dealt_at <= since):
            if self.open:
                self._played(self.open, self.open.end_by_house())
            shoe = self.shoes[-1]
            idle = {box: one for box, one in self.running.items() if one.last_round_at <= since}
            self._leave(idle)
            shoe.left = [*shoe.left, *idle]
            if self.kept and self.shoe_is_old:
                shoe.end(fresh=False)
            self.raised = self.raised or bool(idle) or shoe.over
        self._forget()

    def _forget(self) -> None:
        now = datetime.now(UTC)
        gone = [shoe for shoe in self.shoes if shoe.kept_until and shoe.kept_until <= now]
        self.shoes = [shoe for shoe in self.shoes if shoe not in gone]
        self.games = [game for game in self.games if game.shoe not in gone]
        dealt = {game.dealt_at for game in self.games}
        undone = [
            one
            for one in self.sessions
            if one.ended_at and not one.shoe and one.ended_at <= now - TEN_DAYS
        ]
        self.sessions = [
            one
            for one in self.sessions
            if one.shoe not in gone and (one not in undone or one.opened_at in dealt)
        ]

    def taken_over(self) -> Mapping[str, Any]:
        """Running sessions, as a shoe that is signed now takes them over."""
        return {str(box): session.told() for box, session in self.running.items()}

    def _leave(self, left: Mapping[int, Session]) -> None:
        for session in left.values():
            self.purse.book(session, session.leave(self.shoes[-1]))

    def _played(self, game: Game, lines: Lines) -> None:
        self.purse.book(game, lines)
        if game.over:
            for session in self.running.values():
                self.purse.book(session, session.count(game))
            if not self.kept:
                game.shoe.end(fresh=True)
        self.raised = True
