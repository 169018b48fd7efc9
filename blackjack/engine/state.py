"""What lies on the table during a round: hands, boxes, the round, and the money it has moved.

All values are immutable; ``round`` makes the next one from the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from blackjack.engine import hands
from blackjack.engine.cards import ACE_POINTS, POINTS, Card
from blackjack.engine.rules import Rules


class Action(StrEnum):
    """What a player may do when it is his turn (rules.md section 6)."""

    DECLINE = "decline"
    DOUBLE = "double"
    HIT = "hit"
    INSURE = "insure"
    SPLIT = "split"
    STAND = "stand"
    SURRENDER = "surrender"


class Scheme(StrEnum):
    """Which cards of the shoe go where at the start (rules.md 4.7)."""

    DEALER_1_FIRST = "1D2P"
    DEALER_2_FIRST = "2D2P"
    DEALER_1_LAST = "2P1D"
    DEALER_2_LAST = "2P2D"

    @property
    def dealer_first(self) -> bool:
        """Whether the dealer's cards come before those of the boxes."""
        return self in {Scheme.DEALER_1_FIRST, Scheme.DEALER_2_FIRST}

    @property
    def dealer_cards(self) -> int:
        """How many cards of the shoe are the dealer's at the start; the second stays reserved."""
        return 2 if self in {Scheme.DEALER_2_FIRST, Scheme.DEALER_2_LAST} else 1


class Outcome(StrEnum):
    """How a hand ended (rules.md section 7)."""

    BLACKJACK = "blackjack"
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDER = "surrender"


class LineKind(StrEnum):
    """Why money moves in a round; each movement is one line of the player's history."""

    BET = "bet"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    PAYOUT = "payout"
    SURRENDER = "surrender"
    INSURANCE_PAYOUT = "insurance_payout"


class Line(NamedTuple):
    """One movement of money: hundredths, negative when the player pays."""

    kind: LineKind
    box: int
    hand: int
    amount: int


class Stage(StrEnum):
    """What the boxes are asked for."""

    INSURING = "insuring"
    """Each box in turn insures or declines, before the dealer looks at his hole card."""
    PLAYING = "playing"


class Turn(NamedTuple):
    """Whose decision is awaited: number of the box and of the hand in it, both from 1."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a box.

    Attributes:
        cards: in the order in which they came.
        numbers: their places in the dealt shoe, from 1.
        stake: hundredths, a double included.
        done: no decision is awaited any more.
        split: the hand comes from a split, so its 21 on two cards is an ordinary one.
        aces: it comes from a split of aces, so it gets no further card.
        outcome: ``None`` while open.
        returned: hundredths given back so far.
    """

    cards: tuple[Card, ...]
    numbers: tuple[int, ...]
    stake: int
    done: bool = False
    split: bool = False
    aces: bool = False
    doubled: bool = False
    outcome: Outcome | None = None
    returned: int = 0

    @property
    def blackjack(self) -> bool:
        """Whether this is a blackjack. Source: rules.md section 1."""
        return not self.split and hands.is_blackjack(self.cards)

    @property
    def live(self) -> bool:
        """Whether the bet is still on the table."""
        return self.outcome is None


@dataclass(frozen=True, slots=True)
class Box:
    """A box with a bet.

    Attributes:
        bet: initial stake in hundredths.
        insurance: stake of the insurance over all its hands, hundredths.
        insurance_returned: hundredths, once the dealer's second card is known.
        insured: the insurance is on the table, not yet lost.
        asked: whether to insure has been decided.
    """

    number: int
    bet: int
    hands: tuple[Hand, ...]
    insurance: int = 0
    insurance_returned: int = 0
    insured: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it stands. It holds the undealt cards: never hand it to a template.

    Attributes:
        shoe: all cards in the order of dealing.
        next_card: how many of them have been used or reserved.
        reserved: number in the shoe of the dealer's second card that lies unseen, or 0.
        dealer: the dealer's cards that may be seen, with their numbers in ``dealer_numbers``.
        turn: ``None`` when no decision is awaited, that is, at the end.
        lines: every movement of money so far, in order.
    """

    rules: Rules
    shoe: Sequence[Card] = field(repr=False)  # a log line must never hold undealt cards
    next_card: int
    dealer: tuple[Card, ...]
    dealer_numbers: tuple[int, ...]
    reserved: int
    boxes: tuple[Box, ...]
    stage: Stage
    turn: Turn | None
    finished: bool
    lines: tuple[Line, ...]

    @property
    def ace_up(self) -> bool:
        """Whether the dealer shows an ace."""
        return POINTS[self.dealer[0]] == ACE_POINTS

    @property
    def dealer_blackjack(self) -> bool:
        """Whether the dealer's visible cards are a blackjack."""
        return hands.is_blackjack(self.dealer)

    @property
    def staked(self) -> int:
        """Everything the player has laid so far, hundredths."""
        return -sum(line.amount for line in self.lines if line.amount < 0)

    @property
    def returned(self) -> int:
        """Everything the player has got back so far, hundredths."""
        return sum(line.amount for line in self.lines if line.amount > 0)

    def box(self, number: int) -> Box:
        """Return the box with this number; it must have a bet."""
        for box in self.boxes:
            if box.number == number:
                return box
        raise LookupError(f"no bet lies on box {number}")

    def all_hands(self) -> Iterator[tuple[Box, Hand]]:
        """Yield every hand in the order of play."""
        for box in self.boxes:
            for hand in box.hands:
                yield box, hand
