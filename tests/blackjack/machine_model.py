"""What the machine of whole tables believes: money, journal, rounds and shoes, in plain values.

Independent of the casino: the rounds are told by the tests' oracle, the rest is written from the
rule book. Amounts are hundredths where nothing else is said.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.engine import oracle

GAMES = {"double-deck": 2, "six-deck": 6}
"""The games and their decks."""
CURRENCIES = ("RUR", "FUN")
LIMITS = {"LITE": (1, 50), "RESPECT": (5, 120), "VIP": (10, 200)}
WORDS = ("hit", "stand", "double", "split", "insure", "surrender", "decline")
SCHEMES = ("1D2P", "2D2P", "2P1D", "2P2D")
DEMO_FULL = 10_000_00
STAKES = {"bet", "double", "split", "insurance"}

CONFLICT, WRONG = 409, 422


@dataclass(frozen=True)
class Signed:
    """A shoe as its string tells it, the string's signatures, and what no page may say."""

    secret: str

    @property
    def cards(self) -> list[str]:
        return self.secret.split("-START-")[1].removesuffix("-END").split("-")

    @property
    def key(self) -> str:
        return self.secret.split("-SRVKEY-")[1].split("-")[0]

    @property
    def signatures(self) -> tuple[str, str]:
        text = self.secret.encode()
        return hashlib.md5(text).hexdigest(), hashlib.sha256(text).hexdigest()

    def require_whole(self, login: str, variant: str) -> None:
        """It names its player and holds exactly the decks of its game."""
        assert self.secret.startswith(f"{login}-DATE")
        counted = Counter(self.cards)
        assert set(counted.values()) == {GAMES[variant]}
        assert len(counted) == 52


@dataclass(frozen=True)
class Wish:
    """What a betting form asks for, once it is read."""

    bets: Mapping[int, int]
    cut: int
    seed: str
    scheme: str
    moved: Sequence[int]


@dataclass
class Game:
    """A round, and what it must have booked so far."""

    variant: str
    tier: str
    shoe: Signed
    wish: Wish
    actions: list[str] = field(default_factory=list)
    number: int = 0
    """The casino's own, learned when the round is first found in its rows."""

    def __post_init__(self) -> None:
        self.order = oracle.arranged(
            self.shoe.cards,
            self.shoe.signatures[1],
            self.wish.seed or None,
            self.wish.cut,
            self.wish.moved,
        )
        self.told = self._tell()

    def _tell(self) -> dict[str, Any]:
        return oracle.play(self.variant, self.order, self.wish.bets, self.wish.scheme, self.actions)

    @property
    def over(self) -> bool:
        return bool(self.told["finished"])

    @property
    def seen(self) -> list[str]:
        """The cards on the felt: the dealer's, then those of the boxes."""
        hands = [hand["cards"] for box in self.told["boxes"] for hand in box["hands"]]
        return [*self.told["dealer"]["cards"], *(card for hand in hands for card in hand)]

    def opening(self) -> list[tuple[str, int]]:
        """What dealing books: the stakes, and what is paid when the deal ends the round."""
        return [("bet", -stake) for _, stake in sorted(self.wish.bets.items())] + self._paid()

    def price(self, word: str) -> int:
        return sum(-amount for _, amount in self._moved_by(word) if amount < 0)

    def do(self, word: str) -> list[tuple[str, int]]:
        """Play on, and return what it books."""
        lines = self._moved_by(word)
        self.actions.append(word)
        self.told = self._tell()
        return lines + self._paid()

    def _moved_by(self, word: str) -> list[tuple[str, int]]:
        turn = self.told["turn"]
        (box,) = (one for one in self.told["boxes"] if one["box"] == turn["box"])
        bet = self.wish.bets[turn["box"]]
        match word:
            case "double":
                return [("double", -box["hands"][turn["hand"] - 1]["stake"])]
            case "split":
                insured = [("insurance", -bet // 2)] if box["insurance"]["stake"] else []
                return [("split", -bet), *insured]
            case "insure":
                return [("insurance", -bet // 2)]
            case "surrender":
                return [("surrender", bet // 2)]
        return []

    def _paid(self) -> list[tuple[str, int]]:
        """The payouts: of each box its insurance first, then its hands."""
        lines: list[tuple[str, int]] = []
        for box in self.told["boxes"] if self.over else ():
            if box["insurance"]["returned"]:
                lines.append(("insurance_payout", box["insurance"]["returned"]))
            lines += [
                ("payout", hand["returned"])
                for hand in box["hands"]
                if hand["returned"] and hand["outcome"] != "surrender"
            ]
        return lines


@dataclass(frozen=True)
class Line:
    """A line of the journal: its cause is a round's, or begins as ``cause`` says."""

    kind: str
    amount: int
    cause: str = ""
    game: Game | None = None
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

    def book(self, game: Game, lines: list[tuple[str, int]]) -> None:
        before = sum(line.game is game for line in self.lines)
        for place, (kind, amount) in enumerate(lines, start=before + 1):
            self.lines.append(Line(kind, amount, game=game, place=place))


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
    def shoes_due(self) -> int:
        """One for each round that was played, and one that is signed."""
        return sum(game.over for game in self.games) + 1 if self.known else 0

    def entered(self) -> bool:
        """A full load: the table is made ready, and the demo balance filled up; what changed?"""
        known, self.known = self.known, True
        demo = [desk for desk in self.owner.desks.values() if desk.currency == "FUN"]
        missing = DEMO_FULL - self.purse.balance
        if self.currency == "FUN" and missing > 0 and not any(desk.open for desk in demo):
            self.purse.lines.append(Line("demo_fill", missing, "accounts.demo/"))
            return True
        return not known

    def why_not_deal(self, wish: Wish | None, version: int) -> set[int]:
        """Statuses of all that speaks against a deal; empty when it must be taken."""
        if wish is None or not wish.bets:
            return {WRONG} | ({CONFLICT} if version != self.version or self.open else set())
        against = self.why_not_bet(wish.bets)
        if version != self.version or self.open:
            against.add(CONFLICT)
        return against

    def why_not_bet(self, bets: Mapping[int, int]) -> set[int]:
        least, most = LIMITS[self.owner.tier]
        fits = all(least * 100 <= bet <= most * 100 for bet in bets.values())
        return set() if fits and sum(bets.values()) <= self.purse.balance else {WRONG}

    def why_not_rebet(self) -> set[int]:
        return self.why_not_bet(self.last.wish.bets) if self.last else {WRONG}

    def why_not_act(self, word: str, version: int) -> set[int]:
        if word not in WORDS:
            return {WRONG}
        game = self.open
        if version != self.version or game is None or word not in game.told["legal"]:
            return {CONFLICT}
        return {WRONG} if game.price(word) > self.purse.balance else set()

    def deal(self, wish: Wish) -> None:
        game = Game(self.variant, self.owner.tier, self.shoes[-1], wish)
        self.games.append(game)
        self.purse.book(game, game.opening())
        self.raised = True

    def act(self, word: str) -> None:
        assert self.open is not None
        self.purse.book(self.open, self.games[-1].do(word))
        self.raised = True


@dataclass
class Player:
    """Somebody who plays, at one table for each game and currency."""

    login: str
    number: int
    tier: str = "LITE"
    blocked: bool = False
    purses: dict[str, Purse] = field(
        default_factory=lambda: {currency: Purse() for currency in CURRENCIES}
    )

    def __post_init__(self) -> None:
        self.desks = {
            (variant, currency): Desk(self, variant, currency)
            for variant in GAMES
            for currency in CURRENCIES
        }

    def funded(self, amount: int, cause: str = "accounts.adjustment/") -> None:
        self.purses["RUR"].lines.append(Line("adjustment", amount, cause))


def read_wish(fields: Mapping[str, str], variant: str) -> Wish | None:
    """Read a betting form as the rule book asks; ``None`` when it can't be taken."""
    cards, double_deck = 52 * GAMES[variant], variant == "double-deck"
    boxes = ("bet_1", "bet_2", "bet_3")
    known = {*boxes, "cut", "no_cut", "own_shuffle", "seed"}
    known |= {"scheme", "moved"} if double_deck else set()
    wish = {name: value.strip(" ") for name, value in fields.items()}
    number: Callable[[str, int], bool] = lambda text, most: bool(  # noqa: E731
        re.fullmatch("[0-9]{1,10}", text) and 1 <= int(text) <= most
    )
    bets = {box: wish[name] for box, name in enumerate(boxes, start=1) if wish.get(name)}
    seed, cut = fields.get("seed", ""), wish.get("cut", "")
    moved = [one.strip() for one in wish.get("moved", "").split(",")] if wish.get("moved") else []
    sound = (
        set(fields) <= known
        and all(number(bet, 10**9) for bet in bets.values())
        and (not cut or number(cut, cards))
        and wish.get("no_cut", "1") == "1"
        and wish.get("own_shuffle", "on") == "on"
        and ("own_shuffle" in wish) is bool(seed)
        and (not seed or re.fullmatch("[A-Za-z0-9]{16,64}", seed))
        and wish.get("scheme", "1D2P") in SCHEMES
        and all(number(one, cards) for one in moved)
        and len({int(one) for one in moved}) == len(moved)
    )
    if not sound:
        return None
    return Wish(
        bets={box: 100 * int(bet) for box, bet in bets.items()},
        cut=cards if "no_cut" in wish or not cut else int(cut),
        seed=seed,
        scheme=wish.get("scheme", "1D2P"),
        moved=[int(one) for one in moved],
    )
