"""Shoes and rounds as the machine of whole tables knows them, told by the tests' oracles alone.

Amounts are hundredths where nothing else is said.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.engine import oracle, oracle_kept

DECKS = {"double-deck": 2, "six-deck": 6, "classic": 6, "bingo": 6}
BOXES = {"double-deck": 3, "six-deck": 3, "classic": 5, "bingo": 5}
CLOSABLE = {"classic": 156, "bingo": 117}
"""Cards out from which the player may close a shoe; only these games keep theirs."""
OVER = {"classic": 208, "bingo": 156}
"""Cards out from which no further round begins."""
CURRENCIES = ("RUR", "FUN")
ALL = "decline_all"
"""The button that says no to insurance for the box that is asked and for all after it."""
WORDS = ("hit", "stand", "double", "split", "insure", "surrender", "decline", ALL)
TEN_DAYS = timedelta(days=10)
REBETS = {"?lay=rebet": 1, "?lay=rebet-double": 2}
"""What lays the last round's bets again, and how many times over."""
SCHEMES = ("1D2P", "2D2P", "2P1D", "2P2D")


@dataclass(frozen=True)
class Wish:
    """What a betting form asks for, once it is read. ``cut``: ``None`` where none is asked for."""

    bets: Mapping[int, int]
    cut: int | None
    seed: str
    scheme: str
    moved: Sequence[int]
    bingo: Mapping[int, int] = field(default_factory=dict)
    leaving: frozenset[int] = frozenset()
    no_insurance: bool = False


@dataclass(eq=False)
class Signed:
    """A shoe: what its string tells, what its player did to it, and what was played from it."""

    secret: str
    over: bool = False
    cut: int | None = None
    seed: str = ""
    games: list["Game"] = field(default_factory=list)
    before: Mapping[str, Any] = field(default_factory=dict)
    """Bingo sessions that were running when it was signed."""
    left: list[int] = field(default_factory=list)
    """Bingo places left since its last deal."""
    dealt_at: datetime | None = None
    kept_until: datetime | None = None

    def end(self, *, fresh: bool) -> None:
        """A fresh shoe is kept ten days from its deal, any other from its end."""
        self.over = True
        start = self.dealt_at if fresh and self.dealt_at else datetime.now(UTC)
        self.kept_until = start + TEN_DAYS

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

    @property
    def out(self) -> int:
        """Cards that are out, those of the round in play among them."""
        return self.games[-1].told["next_card"] if self.games else 0

    @property
    def rounds_over(self) -> int:
        return sum(game.over for game in self.games)

    def require_whole(self, login: str, variant: str) -> None:
        """It names its player and holds exactly the decks of its game."""
        assert self.secret.startswith(f"{login}-DATE")
        counted = Counter(self.cards)
        assert set(counted.values()) == {DECKS[variant]}
        assert len(counted) == 52

    def take_cut(self, wish: Wish) -> None:
        """The first deal cuts the shoe and shuffles it, once in its life."""
        self.dealt_at = self.dealt_at or datetime.now(UTC)
        if self.cut is None:
            self.cut = len(self.cards) if wish.cut is None else wish.cut
            self.seed = wish.seed

    def order(self, moved: Sequence[int]) -> list[str]:
        return oracle.arranged(
            self.cards, self.signatures[1], self.seed or None, self.cut or 0, moved
        )


@dataclass(eq=False)
class Game:
    """A round, and what it must have booked so far."""

    variant: str
    tier: str
    shoe: Signed
    wish: Wish
    leave: list[int] = field(default_factory=list)
    """Bingo places that were left before its deal and after any earlier round."""
    bingo: dict[int, int] = field(default_factory=dict)
    """Bingo bets that it was dealt with, and that the house has not given back since."""
    actions: list[str] = field(default_factory=list)
    number: int = 0
    """The casino's own, learned when the round is first found in its rows."""
    house_from: int | None = None
    dealt_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __post_init__(self) -> None:
        self.first_card = self.shoe.out
        self.order = self.shoe.order(self.wish.moved)
        self.told = self._tell()

    def _tell(self) -> dict[str, Any]:
        bets, actions = self.wish.bets, self.actions
        if self.variant in CLOSABLE:
            return oracle_kept.play(self.variant, self.order, bets, actions, self.first_card)
        return oracle.play(self.variant, self.order, bets, self.wish.scheme, actions)

    @property
    def cause(self) -> str:
        return f"blackjack.round/{self.number}"

    @property
    def over(self) -> bool:
        return bool(self.told["finished"])

    @property
    def seen(self) -> list[str]:
        """The cards on the felt: the dealer's, then those of the boxes."""
        hands = [hand["cards"] for box in self.told["boxes"] for hand in box["hands"]]
        return [*self.told["dealer"]["cards"], *(card for hand in hands for card in hand)]

    def bets(self) -> list[tuple[str, int]]:
        return [("bet", -stake) for _, stake in sorted(self.wish.bets.items())]

    @property
    def asked(self) -> int:
        """Boxes that are still to be asked for insurance before anybody plays."""
        asking = "decline" in self.told["legal"]
        return len(self.wish.bets) - len(self.actions) if asking else 0

    def decline_all(self) -> list[tuple[str, int]]:
        """Say no for every box that is still asked, and return what it books."""
        lines = self.paid()
        while self.asked:
            lines = self.do("decline")
        return lines

    def price(self, word: str) -> int:
        return sum(-amount for _, amount in self._moved_by(word) if amount < 0)

    def do(self, word: str) -> list[tuple[str, int]]:
        """Play on, and return what it books."""
        if word == ALL:
            return self.decline_all()
        lines = self._moved_by(word)
        self.actions.append(word)
        self.told = self._tell()
        return lines + self.paid()

    def end_by_house(self) -> list[tuple[str, int]]:
        """Decline and stand, and return what it books."""
        self.house_from = len(self.actions)
        lines = []
        while not self.over:
            lines += self.do("decline" if "decline" in self.told["legal"] else "stand")
        return lines

    def _moved_by(self, word: str) -> list[tuple[str, int]]:
        turn = self.told["turn"]
        (box,) = (one for one in self.told["boxes"] if one["box"] == turn["box"])
        bet = self.wish.bets[turn["box"]]
        # With a hole card insurance has been won or lost before anybody plays.
        insured = box["insurance"]["stake"] and self.variant not in CLOSABLE
        match word:
            case "double":
                return [("double", -box["hands"][turn["hand"] - 1]["stake"])]
            case "split":
                return [("split", -bet), *([("insurance", -bet // 2)] if insured else [])]
            case "insure":
                return [("insurance", -bet // 2)]
            case "surrender":
                return [("surrender", bet // 2)]
        return []

    def paid(self) -> list[tuple[str, int]]:
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
