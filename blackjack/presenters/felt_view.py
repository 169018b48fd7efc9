"""What lies on the felt, as templates may see it: plain values, nothing undealt.

Values all the way down, so that equal ones are drawn once (``templatetags.parts``). Amounts are
hundredths; ``|money`` and ``|signed`` write them out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class HandState(StrEnum):
    """How a hand is drawn."""

    WAITING = "waiting"
    ACTIVE = "active"
    DONE = "done"
    BUST = "bust"
    BLACKJACK = "blackjack"
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    SURRENDER = "surrender"


_LOOKS: Final[Mapping[HandState, str]] = {
    HandState.WAITING: "",
    HandState.ACTIVE: " is-active",
    HandState.DONE: " is-done",
    HandState.BUST: " is-lost",
    HandState.BLACKJACK: " is-blackjack",
    HandState.WIN: " is-win",
    HandState.LOSE: " is-lost",
    HandState.PUSH: " is-push",
    HandState.SURRENDER: " is-push is-given-up",
}


@dataclass(frozen=True, slots=True)
class CardView:
    """A face-up card: a stable id, its code for the picture, its name in words.

    Attributes:
        dealt: its place in the order in which the round's cards came to be seen, from 1.
        turned: it lay face down before it was seen.
    """

    id: str
    code: str
    name: str
    dealt: int
    turned: bool = False

    @property
    def image(self) -> str:
        """Path of the face under the static files."""
        return f"img/cards/{self.code}.svg"


@dataclass(frozen=True, slots=True)
class HoleView:
    """A card that lies face down: the id that it keeps when it is turned, and its place."""

    id: str
    dealt: int


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of a stack: hundredths, its slug for the picture ("50c" or "25"), and its level."""

    worth: int
    slug: str
    level: int


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand. ``total`` is words ("soft 17"); ``net`` is won or lost, once settled."""

    id: str
    label: str
    cards: tuple[CardView, ...]
    total: str
    state: HandState
    result: str
    net: int | None
    stake: int
    base_stake: int
    doubled: bool
    chips: tuple[Chip, ...]
    payout_chips: tuple[Chip, ...]

    @property
    def alone(self) -> bool:
        """Whether it ended by itself, whatever the dealer's cards are."""
        return self.state in {HandState.BUST, HandState.SURRENDER}

    @property
    def looks(self) -> str:
        """The classes that draw its state, each after a space."""
        return _LOOKS[self.state] + (" has-result" if self.net is not None else "")

    @property
    def taken(self) -> bool:
        """Whether its stake has left the table, half of it when it was given up."""
        return self.state in {HandState.LOSE, HandState.BUST, HandState.SURRENDER}


@dataclass(frozen=True, slots=True)
class BetField:
    """The bet typed for a box: ``value`` as the player typed it, whole units.

    ``box`` tells bets apart where they are laid: the box's number, "bingo-2" for its bingo bet.
    """

    box: int | str
    name: str
    value: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class BingoCell:
    """A number of the bingo card."""

    number: int
    lit: bool


@dataclass(frozen=True, slots=True)
class LeaveView:
    """What leaving gives back, hundredths, and what it means in a sentence."""

    returned: int
    means: str


@dataclass(frozen=True, slots=True)
class BingoView:
    """The bingo card over a box.

    Attributes:
        state: ``empty``, ``running`` or ``ended`` (with or since the last deal).
        stake: hundredths, 0 where nothing lies in its opening.
        status: in words, such as "2 of 5" or "Three numbers · 1:1".
        net: won or lost, once ended.
        field: between rounds, where a bet may be laid.
        leave: between rounds, where a session is running.
    """

    box: int
    state: str
    stake: int
    cells: tuple[BingoCell, ...]
    status: str
    chips: tuple[Chip, ...] = ()
    net: int | None = None
    field: BetField | None = None
    leave: LeaveView | None = None

    @property
    def lit(self) -> str:
        """The numbers that are lit, for those who can't see the card: "17, 20"."""
        return ", ".join(str(cell.number) for cell in self.cells if cell.lit)


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box, with or without a bet."""

    id: str
    number: int
    hands: tuple[HandView, ...]
    insurance: int
    insurance_returned: int
    insurance_settled: bool
    insurance_chips: tuple[Chip, ...]
    bingo: BingoView | None = None

    @property
    def ahead(self) -> bool:
        """Whether the box, its insurance included, has brought more than it cost."""
        hands = sum(hand.net or 0 for hand in self.hands)
        return hands + self.insurance_returned - self.insurance > 0


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer's visible cards; ``total`` is words, empty without cards.

    ``hole`` is the card that lies face down beside them.
    """

    cards: tuple[CardView, ...]
    total: str
    bust: bool
    blackjack: bool
    hole: HoleView | None = None
