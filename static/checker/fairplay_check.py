#!/usr/bin/env python3
"""Check a FairPlay transcript without the casino: python3 fairplay_check.py transcript.json

Exit status: 0 everything matches, 1 it does not, 2 the file can't be read.
It needs Python 3.11 and nothing else, opens no connection and writes no file.

What stands between the marks below are the casino's own modules as they run its tables, to the
letter: the rules, the order of the cards, the string and its signatures, and the comparison.
"""

import sys
import types

if sys.version_info < (3, 11):
    sys.exit('Python 3.11 or newer is needed. / Нужен Python 3.11 или новее.')

for package in ("blackjack", "blackjack.engine", "fairplay"):
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = []


def add(name, text):
    """Make a module of the text that follows, where the others find it."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), module.__dict__)
    parent, _, last = name.rpartition(".")
    setattr(sys.modules[parent], last, module)


add('blackjack.engine.cards', r'''"""Cards as two-character codes, and what they count (rules.md section 1)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = str
"""Rank and suit, such as ``"0H"`` for the ten of hearts."""

RANKS: Final = "234567890JQKA"
SUITS: Final = "SCDH"
DECK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

ACE_POINTS: Final = 11
_RANK_POINTS: Final = {
    **{digit: int(digit) for digit in "23456789"},
    **dict.fromkeys("0JQK", 10),
    "A": ACE_POINTS,
}
POINTS: Final[dict[Card, int]] = {card: _RANK_POINTS[card[0]] for card in DECK}
"""What each card counts; an ace is 11 here, ``hands.value`` makes it 1 where it must be."""


def decks(number: int) -> tuple[Card, ...]:
    """Return the cards of ``number`` whole decks in a fixed order, for a shuffle to start from."""
    return DECK * number


def is_whole_decks(cards: Iterable[Card], number: int) -> bool:
    """Tell whether ``cards``, in any order, are exactly ``number`` decks of 52."""
    counted = Counter(cards)
    return len(counted) == len(DECK) and all(counted[card] == number for card in DECK)
''')


add('blackjack.engine.hands', r'''"""The worth of a hand (rules.md section 1)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blackjack.engine.cards import ACE_POINTS, POINTS, Card

TWENTY_ONE: Final = 21


class Value(NamedTuple):
    """A total: ``soft`` when an ace in it counts 11."""

    points: int
    soft: bool


def value(cards: Sequence[Card]) -> Value:
    """Return the best total: every ace 11 as long as the total stays at or under 21, else 1.

    Source: rules.md section 1.
    """
    points = elevens = 0
    for card in cards:
        worth = POINTS[card]
        points += worth
        if worth == ACE_POINTS:
            elevens += 1
    while points > TWENTY_ONE and elevens:
        points -= 10
        elevens -= 1
    return Value(points, elevens > 0)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Tell whether ``cards`` are an ace and a ten-point card, and nothing else.

    The caller knows whether the hand comes from a split, where it is an ordinary 21.

    Source: rules.md section 1.
    """
    return len(cards) == 2 and POINTS[cards[0]] + POINTS[cards[1]] == TWENTY_ONE


def is_pair(cards: Sequence[Card]) -> bool:
    """Tell whether ``cards`` are two cards of equal points: a queen and a jack are a pair.

    Source: rules.md section 1.
    """
    return len(cards) == 2 and POINTS[cards[0]] == POINTS[cards[1]]
''')


add('blackjack.engine.refusals', r'''"""The reasons for which the engine refuses, as words that the page can translate."""

from enum import StrEnum


class Refusal(StrEnum):
    """Why an action is illegal now."""

    UNKNOWN_ACTION = "unknown_action"
    NO_TURN = "no_turn"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_THE_FIRST_ACTION = "not_the_first_action"
    TOTAL_NOT_DOUBLED = "total_not_doubled"
    NO_DOUBLE_AFTER_SPLIT = "no_double_after_split"
    NOT_A_PAIR = "not_a_pair"
    HANDS_FULL = "hands_full"
    SURRENDER_AGAINST_ACE = "surrender_against_ace"
    NO_ACE_UP = "no_ace_up"
    INSURED_ALREADY = "insured_already"
    INSURANCE_FIRST = "insurance_first"
    INSURANCE_OVER = "insurance_over"
    ACE_NOT_DOUBLED = "ace_not_doubled"
    SPLIT_ACES = "split_aces"


class BingoRefusal(StrEnum):
    """Why a bingo bet may not be laid (rules.md section 8)."""

    NOT_WHOLE_UNITS = "not_whole_units"
    NO_MAIN_BET = "no_main_bet"
    ABOVE_MAIN_BET = "above_main_bet"
    SESSION_RUNNING = "session_running"
''')


add('blackjack.engine.errors', r'''"""Why the engine refuses an input: one exception per kind, carrying what was refused."""

from blackjack.engine.refusals import BingoRefusal, Refusal


class EngineError(ValueError):
    """An input that the rules do not allow. Nothing has happened."""


class BadCut(EngineError):
    """The cut names no card of the shoe (rules.md 4.5)."""

    def __init__(self, after: int, cards: int) -> None:
        super().__init__(f"the cut must be from 1 to {cards}, not {after}")
        self.after = after
        self.cards = cards


class BadMoved(EngineError):
    """A moved card is out of range or named twice (rules.md 4.6)."""

    def __init__(self, index: int, position: int, cards: int, *, repeated: bool) -> None:
        why = "is named twice" if repeated else f"is not from 1 to {cards}"
        super().__init__(f"moved card {position} {why}")
        self.index = index
        self.position = position
        self.cards = cards
        self.repeated = repeated


class BadSeed(EngineError):
    """The seed of the player's own shuffle is not 16 to 64 letters and digits (section 10)."""

    def __init__(self, seed: str) -> None:
        super().__init__("a seed is 16 to 64 characters A-Z, a-z, 0-9")
        self.seed = seed


class BadScheme(EngineError):
    """The deal scheme does not exist, or the variant has no expert mode (rules.md 4.7)."""

    def __init__(self, scheme: str) -> None:
        super().__init__(f"there is no deal scheme {scheme!r} here")
        self.scheme = scheme


class BadBet(EngineError):
    """A bet that no tier could lay. ``box`` is ``None`` when no box has a bet at all."""

    def __init__(self, box: int | None, amount: int, why: str) -> None:
        super().__init__(why)
        self.box = box
        self.amount = amount


class BadBingo(BadBet):
    """A bingo bet that may not be laid (rules.md section 8); ``refusal`` says why."""

    def __init__(self, box: int, amount: int, refusal: BingoRefusal) -> None:
        super().__init__(box, amount, refusal.value)
        self.refusal = refusal


class RoundOver(EngineError):
    """An action after the end of the round."""

    def __init__(self) -> None:
        super().__init__("the round is over")


class IllegalAction(EngineError):
    """The rules forbid the action now; ``refusal`` says which of them."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action} is not allowed now: {refusal.value}")
        self.action = action
        self.refusal = refusal
''')


add('blackjack.engine.rules', r'''"""The games as rows of one table (rules.md section 2).

A further variant that uses these kinds of rules is a further row. Every flag is read in exactly
one function of the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from blackjack.engine.cards import DECK


class Variant(StrEnum):
    """The games; the values are what is stored and what stands in addresses."""

    DOUBLE_DECK = "double-deck"
    SIX_DECK = "six-deck"
    CLASSIC = "classic"
    BINGO = "bingo"


class DealerCard(StrEnum):
    """When the dealer gets his second card."""

    NO_HOLE_CARD = "no_hole_card"
    """After the players (ENHC)."""
    HOLE_CARD = "hole_card"
    """With the deal, face down; he looks at it under an ace or a ten."""


class Insurance(StrEnum):
    """When boxes are asked whether they insure."""

    ON_THE_TURN = "on_the_turn"
    """Among the first choices of a box's turn; playing on declines it."""
    BEFORE_PLAY = "before_play"
    """Every box in order, blackjacks included, before anybody plays."""


class Surrender(StrEnum):
    """When a box may be given up for half its bet."""

    NONE = "none"
    EARLY_NOT_AGAINST_ACE = "early_not_against_ace"
    """Before a dealer's blackjack is known, unless an ace is up (ES10)."""
    LATE_NOT_AGAINST_ACE = "late_not_against_ace"
    """After the dealer has looked for a blackjack, unless an ace is up (LS10)."""


@dataclass(frozen=True, slots=True)
class DoubleOn:
    """The two cards on which a hand may be doubled.

    Attributes:
        totals: ``None`` allows every total.
        aces: whether there may be an ace among them.
    """

    totals: frozenset[int] | None = None
    aces: bool = True

    @classmethod
    def total(cls, *totals: int) -> "DoubleOn":
        """Allow doubling on exactly these totals of two cards."""
        return cls(frozenset(totals))

    @classmethod
    def any_two(cls) -> "DoubleOn":
        """Allow doubling on any two cards."""
        return cls()

    @classmethod
    def without_ace(cls) -> "DoubleOn":
        """Allow doubling on any two cards with no ace among them (DO9)."""
        return cls(aces=False)


@dataclass(frozen=True, slots=True)
class KeptShoe:
    """A shoe that lives over many rounds (rules.md 4.8 and section 9).

    Attributes:
        replaced_from: cards out from which no further round begins.
        closable_from: cards out from which the player may close it between rounds.
    """

    replaced_from: int
    closable_from: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything that tells one game from another. Source: rules.md section 2.

    Raises:
        ValueError: the combination is nonsense, found when the row is built.
    """

    variant: Variant
    decks: int
    boxes: int
    dealer_card: DealerCard
    dealer_plays_out: bool
    insurance: Insurance
    hits_soft_17: bool
    double_on: DoubleOn
    double_after_split: bool
    max_hands: int
    resplit_aces: bool
    surrender: Surrender
    expert_mode: bool
    kept_shoe: KeptShoe | None = None
    bingo: bool = False

    def __post_init__(self) -> None:
        lowest, highest = 4, 20  # of two cards, blackjack apart
        checks = {
            "a shoe has 1 to 8 decks": 1 <= self.decks <= 8,
            "a table has 1 to 7 boxes": 1 <= self.boxes <= 7,
            "a box has at least one hand": self.max_hands >= 1,
            "doubling after a split needs splits": self.max_hands > 1
            or not self.double_after_split,
            "two cards total 4 to 20": all(
                lowest <= total <= highest for total in self.double_on.totals or ()
            ),
            "insurance comes before play exactly where there is a hole card": (
                (self.insurance is Insurance.BEFORE_PLAY)
                == (self.dealer_card is DealerCard.HOLE_CARD)
            ),
            "late surrender needs a hole card": (
                self.surrender is not Surrender.LATE_NOT_AGAINST_ACE
                or self.dealer_card is DealerCard.HOLE_CARD
            ),
            "aces are split again only where a pair is": (
                not self.resplit_aces or self.max_hands > 2
            ),
            "a scheme is chosen for fresh shoes without a hole card": not self.expert_mode
            or (self.kept_shoe is None and self.dealer_card is DealerCard.NO_HOLE_CARD),
            "a kept shoe is closable before its end": self.kept_shoe is None
            or 0 < self.kept_shoe.closable_from <= self.kept_shoe.replaced_from < self.cards,
            "bingo needs the dealer's total, and shoes that are kept": not self.bingo
            or (self.dealer_plays_out and self.kept_shoe is not None),
        }
        for what, holds in checks.items():
            if not holds:
                raise ValueError(f"{self.variant}: {what}")

    @property
    def cards(self) -> int:
        """Number of cards in the shoe."""
        return self.decks * len(DECK)


DOUBLE_DECK = Rules(
    variant=Variant.DOUBLE_DECK,
    decks=2,
    boxes=3,
    dealer_card=DealerCard.NO_HOLE_CARD,  # ENHC
    dealer_plays_out=False,
    insurance=Insurance.ON_THE_TURN,
    hits_soft_17=True,  # H17
    double_on=DoubleOn.total(11),  # D11
    double_after_split=False,  # NDAS
    max_hands=2,  # RS=1
    resplit_aces=False,
    surrender=Surrender.NONE,
    expert_mode=True,
)

SIX_DECK = Rules(
    variant=Variant.SIX_DECK,
    decks=6,
    boxes=3,
    dealer_card=DealerCard.NO_HOLE_CARD,  # ENHC
    dealer_plays_out=False,
    insurance=Insurance.ON_THE_TURN,
    hits_soft_17=False,  # S17
    double_on=DoubleOn.total(9, 10, 11),  # D9
    double_after_split=True,
    max_hands=2,  # RS=1
    resplit_aces=False,
    surrender=Surrender.EARLY_NOT_AGAINST_ACE,  # ES10
    expert_mode=False,
)

CLASSIC = Rules(
    variant=Variant.CLASSIC,
    decks=6,
    boxes=5,
    dealer_card=DealerCard.HOLE_CARD,
    dealer_plays_out=True,
    insurance=Insurance.BEFORE_PLAY,
    hits_soft_17=False,  # S17
    double_on=DoubleOn.any_two(),
    double_after_split=True,
    max_hands=2,
    resplit_aces=False,
    surrender=Surrender.NONE,
    expert_mode=False,
    kept_shoe=KeptShoe(replaced_from=208, closable_from=156),
)

BINGO = Rules(
    variant=Variant.BINGO,
    decks=6,
    boxes=5,
    dealer_card=DealerCard.HOLE_CARD,
    dealer_plays_out=True,
    insurance=Insurance.BEFORE_PLAY,
    hits_soft_17=False,  # S17
    double_on=DoubleOn.without_ace(),  # DO9
    double_after_split=True,
    max_hands=4,
    resplit_aces=True,  # RSA
    surrender=Surrender.LATE_NOT_AGAINST_ACE,  # LS10
    expert_mode=False,
    kept_shoe=KeptShoe(replaced_from=156, closable_from=117),
    bingo=True,
)

NEWEST: Final = 1
"""The version of the rule data under which new shoes are prepared."""

RULES: Final[Mapping[int, Mapping[Variant, Rules]]] = {
    1: {rules.variant: rules for rules in (DOUBLE_DECK, SIX_DECK, CLASSIC, BINGO)},
}
"""Every version ever played under: old rounds replay under the rules of their day."""


def rules_of(variant: Variant, version: int = NEWEST) -> Rules:
    """Return the row of ``variant`` in the given version of the rule data.

    Raises:
        KeyError: there is no such version, or the variant was not played in it.
    """
    return RULES[version][variant]
''')


add('blackjack.engine.state', r'''"""What lies on the table during a round: hands, boxes, the round, and the money it has moved.

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
''')


add('blackjack.engine.choices', r'''"""May I? One function per action, each giving the reason against it or ``None``.

Source: rules.md sections 5 and 6. Balances are no concern of the rules: an action that the player
can't pay is refused by the service that would book it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from blackjack.engine import hands
from blackjack.engine.cards import ACE_POINTS, POINTS
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import Surrender
from blackjack.engine.state import Action, Box, Hand, Round, Stage

_FIRST_CARDS: Final = 2
_BUTTONS: Final = (
    Action.HIT,
    Action.STAND,
    Action.DOUBLE,
    Action.SPLIT,
    Action.SURRENDER,
    Action.INSURE,
)
_UNKNOWN_HERE: Final = (Refusal.NOT_IN_THIS_GAME, Refusal.NO_ACE_UP, Refusal.INSURANCE_OVER)


def legal(round_: Round) -> tuple[Action, ...]:
    """Return the actions allowed now, in alphabetical order, as if the balance had no limit."""
    turn = round_.turn
    if turn is None:
        return ()
    box = round_.box(turn.box)
    hand = box.hands[turn.hand - 1]
    checks = _QUESTION if round_.stage is Stage.INSURING else _CHECKS
    return tuple([action for action, check in checks.items() if check(round_, box, hand) is None])


def refusal(round_: Round, action: Action) -> Refusal | None:
    """Return why ``action`` is not allowed now, or ``None`` when it is.

    Outside a turn nothing is allowed.
    """
    if round_.turn is None:
        return Refusal.NO_TURN
    if round_.stage is Stage.INSURING and action not in _QUESTION:
        return Refusal.INSURANCE_FIRST
    box = round_.box(round_.turn.box)
    return _CHECKS[action](round_, box, box.hands[round_.turn.hand - 1])


def price(round_: Round, action: Action) -> int:
    """Return what ``action`` costs the hand in turn, in hundredths.

    Source: rules.md section 3: a double costs the hand's bet, a split the box's bet and half of it
    again while the box is insured, insurance half the bet.
    """
    if round_.turn is None:
        return 0
    box = round_.box(round_.turn.box)
    match action:
        case Action.DOUBLE:
            return box.hands[round_.turn.hand - 1].stake
        case Action.SPLIT:
            return box.bet + (insurance_stake(box) if box.insured else 0)
        case Action.INSURE:
            return insurance_stake(box)
        case _:
            return 0


def insurance_stake(box: Box) -> int:
    """Return half the bet, the price of insuring one hand. Whole units halve exactly."""
    return box.bet // 2


def offered(round_: Round) -> tuple[Action, ...]:
    """Return the actions that have a button now, possible or not, in the buttons' order.

    Insurance is asked in the same picture as the ace, and never without one.
    """
    if round_.turn is None:
        return ()
    if round_.stage is Stage.INSURING:
        return (Action.INSURE, Action.DECLINE)
    reasons = {action: refusal(round_, action) for action in _BUTTONS}
    return tuple([action for action, reason in reasons.items() if reason not in _UNKNOWN_HERE])


def _hit(_round: Round, _box: Box, hand: Hand) -> Refusal | None:
    return Refusal.SPLIT_ACES if hand.aces else None


def _stand(_round: Round, _box: Box, _hand: Hand) -> Refusal | None:
    return None


def _double(round_: Round, _box: Box, hand: Hand) -> Refusal | None:
    rules = round_.rules
    if hand.aces:
        return Refusal.SPLIT_ACES
    if len(hand.cards) != _FIRST_CARDS:
        return Refusal.NOT_THE_FIRST_ACTION
    if hand.split and not rules.double_after_split:
        return Refusal.NO_DOUBLE_AFTER_SPLIT
    on = rules.double_on
    if not on.aces and any(POINTS[card] == ACE_POINTS for card in hand.cards):
        return Refusal.ACE_NOT_DOUBLED
    if on.totals is not None and hands.value(hand.cards).points not in on.totals:
        return Refusal.TOTAL_NOT_DOUBLED
    return None


def _split(round_: Round, box: Box, hand: Hand) -> Refusal | None:
    if len(hand.cards) != _FIRST_CARDS:
        return Refusal.NOT_THE_FIRST_ACTION
    if len(box.hands) >= round_.rules.max_hands:
        return Refusal.HANDS_FULL
    if not hands.is_pair(hand.cards):
        return Refusal.NOT_A_PAIR
    return None


def _untouched(hand: Hand) -> bool:
    """Whether no card has been drawn and nothing split on the hand's box."""
    return not hand.split and len(hand.cards) == _FIRST_CARDS


def _surrender(round_: Round, _box: Box, hand: Hand) -> Refusal | None:
    match round_.rules.surrender:
        case Surrender.NONE:
            return Refusal.NOT_IN_THIS_GAME
        case Surrender.EARLY_NOT_AGAINST_ACE | Surrender.LATE_NOT_AGAINST_ACE:
            if round_.ace_up:
                return Refusal.SURRENDER_AGAINST_ACE
    return None if _untouched(hand) else Refusal.NOT_THE_FIRST_ACTION


def _insure(round_: Round, box: Box, hand: Hand) -> Refusal | None:
    if not round_.ace_up:
        return Refusal.NO_ACE_UP
    if box.asked:
        return Refusal.INSURED_ALREADY if box.insured else Refusal.INSURANCE_OVER
    return None if _untouched(hand) else Refusal.NOT_THE_FIRST_ACTION


def _decline(round_: Round, _box: Box, _hand: Hand) -> Refusal | None:
    # On the turn, playing on without insuring declines it: there is nothing to answer.
    return None if round_.stage is Stage.INSURING else Refusal.NOT_IN_THIS_GAME


_CHECKS: Final[Mapping[Action, Callable[[Round, Box, Hand], Refusal | None]]] = {
    # In alphabetical order, as ``legal`` gives them.
    Action.DECLINE: _decline,
    Action.DOUBLE: _double,
    Action.HIT: _hit,
    Action.INSURE: _insure,
    Action.SPLIT: _split,
    Action.STAND: _stand,
    Action.SURRENDER: _surrender,
}
_QUESTION: Final = {action: _CHECKS[action] for action in (Action.DECLINE, Action.INSURE)}
"""What a box may answer while it is asked for insurance."""
''')


add('blackjack.engine.settle', r'''"""Who wins, and what is returned (rules.md sections 5 and 7). Amounts are hundredths."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from blackjack.engine import hands
from blackjack.engine.cards import Card
from blackjack.engine.state import Box, Hand, Line, LineKind, Outcome

_RETURNED: Final = {
    # Outcome -> (multiplier, divisor) of the stake; every half is exact, bets are whole units.
    Outcome.BLACKJACK: (5, 2),
    Outcome.WIN: (2, 1),
    Outcome.PUSH: (1, 1),
    Outcome.LOSE: (0, 1),
    Outcome.BUST: (0, 1),
    Outcome.SURRENDER: (1, 2),
}
INSURANCE_RETURNS: Final = 3
"""Two to one, and the stake."""


def returned(stake: int, outcome: Outcome) -> int:
    """Return what a hand with this stake gives back. Source: rules.md section 7."""
    times, parts = _RETURNED[outcome]
    return stake * times // parts


def outcome(hand: Hand, dealer: Sequence[Card]) -> Outcome:
    """Compare a hand that is still standing with the dealer's final cards.

    Source: rules.md sections 5.6 and 7. A blackjack of the dealer takes everything but
    blackjacks; a blackjack beats any other 21.
    """
    dealer_blackjack = hands.is_blackjack(dealer)
    if hand.blackjack:
        return Outcome.PUSH if dealer_blackjack else Outcome.BLACKJACK
    if dealer_blackjack:
        return Outcome.LOSE
    mine, his = hands.value(hand.cards).points, hands.value(dealer).points
    if his > hands.TWENTY_ONE or mine > his:
        return Outcome.WIN
    return Outcome.PUSH if mine == his else Outcome.LOSE


def settle_box(box: Box, dealer: Sequence[Card]) -> tuple[Box, list[Line]]:
    """Settle a box against the dealer's final cards: insurance first, then its hands in order.

    Hands that are bust or surrendered keep the outcome they have.

    Returns:
        the settled box, and a line for each amount above 0 that goes back to the player.
    """
    lines = []
    insured = INSURANCE_RETURNS * box.insurance if hands.is_blackjack(dealer) else 0
    if insured:
        lines.append(Line(LineKind.INSURANCE_PAYOUT, box.number, 1, insured))
    settled = []
    for number, hand in enumerate(box.hands, start=1):
        if hand.live:
            result = outcome(hand, dealer)
            back = returned(hand.stake, result)
            if back:
                lines.append(Line(LineKind.PAYOUT, box.number, number, back))
            settled.append(replace(hand, done=True, outcome=result, returned=back))
        else:
            settled.append(hand)
    return replace(box, hands=tuple(settled), insurance_returned=insured), lines
''')


add('blackjack.engine.round', r'''"""The round: deal, act, and the dealer's play (rules.md sections 5 and 6).

``replay`` is the one way from stored inputs to a round; ``deal`` and ``act`` are its steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from blackjack.engine import choices, hands, settle
from blackjack.engine.cards import ACE_POINTS, POINTS, Card
from blackjack.engine.errors import BadBet, BadScheme, IllegalAction, RoundOver
from blackjack.engine.refusals import Refusal
from blackjack.engine.rules import DealerCard, Insurance, Rules
from blackjack.engine.state import (
    Action,
    Box,
    Hand,
    Line,
    LineKind,
    Outcome,
    Round,
    Scheme,
    Stage,
    Turn,
)

UNIT: Final = 100
"""Bets are whole units; money is kept in hundredths (rules.md section 3)."""
DEALER_STANDS_ON: Final = 17


def replay(
    rules: Rules,
    shoe: Sequence[Card],
    *,
    bets: Mapping[int, int],
    actions: Iterable[str] = (),
    scheme: Scheme = Scheme.DEALER_1_FIRST,
    first_card: int = 0,
) -> Round:
    """Return the round that these inputs give.

    Args:
        shoe: the cards in the order of dealing (``shoe.arrange``).
        bets: box number -> initial stake in hundredths.
        first_card: how many cards of the shoe were out before the round.

    Raises:
        BadBet, BadScheme: see ``deal``.
        RoundOver, IllegalAction: see ``act``.
    """
    round_ = deal(rules, shoe, bets=bets, scheme=scheme, first_card=first_card)
    for action in actions:
        round_ = act(round_, action)
    return round_


def deal(
    rules: Rules,
    shoe: Sequence[Card],
    *,
    bets: Mapping[int, int],
    scheme: Scheme = Scheme.DEALER_1_FIRST,
    first_card: int = 0,
) -> Round:
    """Take the bets and deal the first cards. Source: rules.md 4.7, 4.8 and section 5.

    Hole-card games deal the boxes first, then the dealer two, the second face down.

    Raises:
        BadBet: see ``require_bets``.
        BadScheme: another scheme than the default in a game without expert mode.
    """
    require_bets(rules, bets)
    if scheme is not Scheme.DEALER_1_FIRST and not rules.expert_mode:
        raise BadScheme(scheme)
    if rules.dealer_card is DealerCard.HOLE_CARD:
        scheme = Scheme.DEALER_2_LAST
    numbers = sorted(bets)
    for_dealer, for_boxes = scheme.dealer_cards, 2 * len(numbers)
    dealer_at = first_card if scheme.dealer_first else first_card + for_boxes
    boxes_at = first_card + for_dealer if scheme.dealer_first else first_card
    boxes = []
    for index, number in enumerate(numbers):
        at = boxes_at + 2 * index
        cards = (shoe[at], shoe[at + 1])
        hand = Hand(cards, (at + 1, at + 2), bets[number], done=hands.is_blackjack(cards))
        boxes.append(Box(number, bets[number], (hand,)))
    up_card = shoe[dealer_at]
    asked = rules.insurance is Insurance.BEFORE_PLAY and POINTS[up_card] == ACE_POINTS
    stage = Stage.INSURING if asked else Stage.PLAYING
    dealt = Round(
        rules=rules,
        shoe=shoe,
        next_card=first_card + for_dealer + for_boxes,
        dealer=(up_card,),
        dealer_numbers=(dealer_at + 1,),
        reserved=dealer_at + 2 if for_dealer == 2 else 0,
        boxes=tuple(boxes),
        stage=stage,
        turn=_turn(boxes, stage),
        finished=False,
        lines=tuple(Line(LineKind.BET, number, 1, -bets[number]) for number in numbers),
    )
    if rules.dealer_card is DealerCard.HOLE_CARD and not asked:
        return _peeked(dealt)
    return _onwards(dealt)


def require_bets(rules: Rules, bets: Mapping[int, int]) -> None:
    """Check what the rules ask of bets, tiers and balances apart. Source: rules.md section 3.

    Raises:
        BadBet: no bet at all, a box that the table does not have, or an amount that is not a
            positive number of whole units.
    """
    if not bets:
        raise BadBet(None, 0, "a round needs a bet on at least one box")
    for number, amount in bets.items():
        if not 1 <= number <= rules.boxes:
            raise BadBet(number, amount, f"the boxes are 1 to {rules.boxes}, not {number}")
        if amount <= 0 or amount % UNIT:
            raise BadBet(number, amount, f"a bet is a positive multiple of {UNIT}, not {amount}")


def act(round_: Round, action: str) -> Round:
    """Return the round after the hand in turn has done ``action``.

    Source: rules.md sections 5 and 6. The money it moved are the lines that were added.

    Raises:
        RoundOver: no decision is awaited any more.
        IllegalAction: the rules forbid it now, or there is no such action.
    """
    turn = round_.turn
    if turn is None:
        raise RoundOver
    try:
        chosen = Action(action)
    except ValueError:
        raise IllegalAction(action, Refusal.UNKNOWN_ACTION) from None
    refusal = choices.refusal(round_, chosen)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    box = round_.box(turn.box)
    hand = box.hands[turn.hand - 1]
    match chosen:
        case Action.HIT:
            after = _with_hand(round_, box, turn, _drawn(round_, hand), used=1)
        case Action.STAND:
            after = _with_hand(round_, box, turn, replace(hand, done=True))
        case Action.DOUBLE:
            drawn = replace(_drawn(round_, hand), stake=2 * hand.stake, doubled=True, done=True)
            line = Line(LineKind.DOUBLE, turn.box, turn.hand, -hand.stake)
            after = _with_hand(round_, box, turn, drawn, used=1, line=line)
        case Action.SURRENDER:
            after = _surrender(round_, box, turn, hand)
        case Action.INSURE:
            after = _insure(round_, box)
        case Action.DECLINE:
            after = _with_box(round_, replace(box, asked=True))
        case Action.SPLIT:
            after = _split(round_, box, turn, hand)
    return _onwards(after)


def _drawn(round_: Round, hand: Hand, *, ahead: int = 0) -> Hand:
    """Give ``hand`` the next card of the shoe; it is done at 21 and bust above."""
    at = round_.next_card + ahead
    cards = (*hand.cards, round_.shoe[at])
    points = hands.value(cards).points
    return replace(
        hand,
        cards=cards,
        numbers=(*hand.numbers, at + 1),
        done=points >= hands.TWENTY_ONE,
        outcome=Outcome.BUST if points > hands.TWENTY_ONE else None,
    )


def _with_hand(
    round_: Round, box: Box, turn: Turn, hand: Hand, *, used: int = 0, line: Line | None = None
) -> Round:
    """Put ``hand`` in the place of the hand in turn, and find the next turn."""
    index = turn.hand - 1
    changed = replace(box, hands=(*box.hands[:index], hand, *box.hands[index + 1 :]))
    return _with_box(round_, changed, used=used, lines=() if line is None else (line,))


def _with_box(round_: Round, box: Box, *, used: int = 0, lines: tuple[Line, ...] = ()) -> Round:
    """Put ``box`` in its place, and find the next turn."""
    boxes = tuple([box if other.number == box.number else other for other in round_.boxes])
    return replace(
        round_,
        boxes=boxes,
        turn=_turn(boxes, round_.stage),
        next_card=round_.next_card + used,
        lines=round_.lines + lines,
    )


def _surrender(round_: Round, box: Box, turn: Turn, hand: Hand) -> Round:
    """Give half the bet back at once. Source: rules.md 5.3."""
    back = settle.returned(hand.stake, Outcome.SURRENDER)
    given_up = replace(hand, done=True, outcome=Outcome.SURRENDER, returned=back)
    line = Line(LineKind.SURRENDER, box.number, turn.hand, back)
    return _with_hand(round_, box, turn, given_up, line=line)


def _insure(round_: Round, box: Box) -> Round:
    """Take half the bet against a dealer's blackjack. Source: rules.md 5.2."""
    stake = choices.insurance_stake(box)
    line = Line(LineKind.INSURANCE, box.number, 1, -stake)
    insured = replace(box, insurance=stake, insured=True, asked=True)
    return _with_box(round_, insured, lines=(line,))


def _split(round_: Round, box: Box, turn: Turn, hand: Hand) -> Round:
    """Make two hands of a pair; both get their second card at once. Source: rules.md section 6.

    An insured box insures the new hand by itself (rules.md section 3), as long as its insurance
    is on the table.
    """
    aces = POINTS[hand.cards[0]] == ACE_POINTS
    pair = [
        _drawn(round_, Hand((card,), (number,), box.bet, split=True, aces=aces), ahead=ahead)
        for ahead, (card, number) in enumerate(zip(hand.cards, hand.numbers, strict=True))
    ]
    index = turn.hand - 1
    split = (*box.hands[:index], *pair, *box.hands[index + 1 :])
    lines = [Line(LineKind.SPLIT, box.number, turn.hand + 1, -box.bet)]
    insurance = box.insurance
    if box.insured:
        more = choices.insurance_stake(box)
        insurance += more
        lines.append(Line(LineKind.INSURANCE, box.number, turn.hand + 1, -more))
    changed = replace(box, hands=_aces_ended(round_.rules, split), insurance=insurance)
    return _with_box(round_, changed, used=2, lines=tuple(lines))


def _aces_ended(rules: Rules, split: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """End split aces after their one card, unless it is an ace that may be split again.

    Source: rules.md section 6. The box's last split ends those that were waiting for theirs.
    """
    again = rules.resplit_aces and len(split) < rules.max_hands
    return tuple(
        replace(hand, done=True)
        if hand.aces and not (again and hands.is_pair(hand.cards))
        else hand
        for hand in split
    )


def _turn(boxes: Sequence[Box], stage: Stage) -> Turn | None:
    """Find the next box that must answer, or the next hand that must decide."""
    for box in boxes:
        if stage is Stage.INSURING:
            if not box.asked:
                return Turn(box.number, 1)
            continue
        for number, hand in enumerate(box.hands, start=1):
            if not hand.done:
                return Turn(box.number, number)
    return None


def _onwards(round_: Round) -> Round:
    """When no decision is awaited, let the dealer look at his hole card, or play and settle."""
    if round_.turn is not None:
        return round_
    if round_.stage is Stage.INSURING:
        return _peeked(round_)
    return _settled(_dealer_played(round_))


def _peeked(round_: Round) -> Round:
    """Let the dealer look for a blackjack before anybody plays. Source: rules.md section 5.

    With one he shows it and the round is over. Without one insurance is lost, and the hole card
    stays hidden.
    """
    if hands.is_blackjack((round_.dealer[0], round_.shoe[round_.reserved - 1])):
        return _settled(_dealer_played(round_))
    boxes = tuple([replace(box, insured=False) if box.insured else box for box in round_.boxes])
    turn = _turn(boxes, Stage.PLAYING)
    return _onwards(replace(round_, boxes=boxes, stage=Stage.PLAYING, turn=turn))


def _settled(round_: Round) -> Round:
    boxes, lines = [], list(round_.lines)
    for box in round_.boxes:
        settled, more = settle.settle_box(box, round_.dealer)
        boxes.append(settled)
        lines.extend(more)
    return replace(round_, boxes=tuple(boxes), turn=None, lines=tuple(lines), finished=True)


def _dealer_played(round_: Round) -> Round:
    """Let the dealer take what the bets left on the table ask for. Source: rules.md 5.5."""
    live = round_.rules.dealer_plays_out or any(hand.live for _, hand in round_.all_hands())
    insured = any(box.insured for box in round_.boxes)
    cards, numbers = list(round_.dealer), list(round_.dealer_numbers)
    used, reserved = round_.next_card, round_.reserved
    while (live and must_draw(round_.rules, cards)) or (insured and len(cards) == 1):
        if reserved:
            number, reserved = reserved, 0
        else:
            used += 1
            number = used
        cards.append(round_.shoe[number - 1])
        numbers.append(number)
    return replace(
        round_,
        dealer=tuple(cards),
        dealer_numbers=tuple(numbers),
        next_card=used,
        reserved=reserved,
    )


def must_draw(rules: Rules, cards: Sequence[Card]) -> bool:
    """Tell whether the dealer takes a card: under 17, and on soft 17 where the game says so.

    Source: rules.md section 5, "Dealer".
    """
    points, soft = hands.value(cards)
    return points < DEALER_STANDS_ON or (points == DEALER_STANDS_ON and soft and rules.hits_soft_17)
''')


add('blackjack.engine.shoe', r'''"""The order of the cards between the shuffle and the deal (rules.md sections 4 and 10).

The player's own shuffle, the cut and the moved cards, applied in this order to the signed order.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

from blackjack.engine.cards import Card
from blackjack.engine.errors import BadCut, BadMoved, BadSeed

SEED_PATTERN: Final = re.compile(r"[A-Za-z0-9]{16,64}", re.ASCII)
SHUFFLE_LABEL: Final = "blackjack-player-shuffle/1"
_WORD_RANGE: Final = 2**32


def arrange(
    cards: Sequence[Card],
    *,
    secret_sha256: str,
    seed: str | None = None,
    cut_after: int | None = None,
    moved: Sequence[int] = (),
) -> tuple[Card, ...]:
    """Return the order in which the signed ``cards`` are dealt.

    Source: rules.md 4.5, 4.6 and section 10.

    Args:
        secret_sha256: lower-case hex SHA-256 of the secret string, which the seed is mixed with.
        seed: the player's own shuffle; ``None`` leaves the signed order.
        cut_after: ``None`` declines the cut, like the number of the last card.
        moved: positions of the cut shoe that come out first.

    Raises:
        BadSeed, BadCut, BadMoved: see the functions below.
    """
    order = tuple(cards)
    if seed is not None:
        order = player_shuffle(order, secret_sha256=secret_sha256, seed=seed)
    if cut_after is not None:
        order = cut(order, cut_after)
    return move_to_front(order, moved)


def cut(cards: Sequence[Card], after: int) -> tuple[Card, ...]:
    """Swap the two parts of the shoe, so that play starts with card ``after + 1``.

    Source: rules.md 4.5. Cutting after the last card changes nothing.

    Args:
        after: number of the last card of the first part, from 1 to ``len(cards)``.

    Raises:
        BadCut: ``after`` names no card.
    """
    if not 1 <= after <= len(cards):
        raise BadCut(after, len(cards))
    return (*cards[after:], *cards[:after])


def move_to_front(cards: Sequence[Card], positions: Sequence[int]) -> tuple[Card, ...]:
    """Put the cards at ``positions`` first, in the listed order; the rest keep theirs.

    Source: rules.md 4.6. All positions are read once, against the cut shoe.

    Raises:
        BadMoved: a position names no card, or is listed twice.
    """
    if not positions:
        return tuple(cards)
    seen: set[int] = set()
    for index, position in enumerate(positions):
        if position in seen or not 1 <= position <= len(cards):
            raise BadMoved(index, position, len(cards), repeated=position in seen)
        seen.add(position)
    rest = (card for number, card in enumerate(cards, start=1) if number not in seen)
    return (*(cards[position - 1] for position in positions), *rest)


def player_shuffle(cards: Sequence[Card], *, secret_sha256: str, seed: str) -> tuple[Card, ...]:
    """Permute the signed order by a seed that the player chose after seeing the signature.

    A Fisher-Yates shuffle whose numbers come from SHA-256 in counter mode, so that anybody can
    repeat it. Source: rules.md section 10.

    Raises:
        BadSeed: the seed is not 16 to 64 letters and digits.
    """
    if not SEED_PATTERN.fullmatch(seed):
        raise BadSeed(seed)
    words = _words(f"{SHUFFLE_LABEL}:{secret_sha256}:{seed}:")
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        # Numbers above the largest multiple would favour the low positions; they are skipped.
        fair = _WORD_RANGE // (last + 1) * (last + 1)
        number = next(word for word in words if word < fair)
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _words(prefix: str) -> Iterator[int]:
    """Yield unsigned 32-bit numbers, big-endian, eight from each counted SHA-256 block."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{prefix}{block}".encode("ascii")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
''')


add('blackjack.engine.bingo', r'''"""The bingo side bet: a fold over the dealer's totals, not a kind of round (rules.md section 8).

A session is opened on a box, lights a cell for each round in which the dealer stands on 17 to 21,
and ends by a full card, by the dealer's bust, or by leaving. Amounts are hundredths.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from blackjack.engine import hands
from blackjack.engine.errors import BadBingo
from blackjack.engine.refusals import BingoRefusal
from blackjack.engine.round import UNIT

CELLS: Final = (17, 18, 19, 20, 21)
JACKPOT_ROUNDS: Final = len(CELLS)
"""A full card within as many rounds as it has cells is the jackpot."""


class Combination(StrEnum):
    """What a session is paid for."""

    NONE = "none"
    THREE = "three"
    FOUR = "four"
    FULL_HOUSE = "full_house"
    JACKPOT = "jackpot"


PAY_TABLES: Final[Mapping[int, Mapping[Combination, int]]] = {
    1: {
        Combination.THREE: 1,
        Combination.FOUR: 3,
        Combination.FULL_HOUSE: 10,
        Combination.JACKPOT: 60,
    },
}
"""Version -> combination -> pay "to one". A session keeps the version it was opened under."""
NEWEST_PAY_TABLE: Final = 1


@dataclass(frozen=True, slots=True)
class Session:
    """A running bingo bet.

    Attributes:
        stake: hundredths.
        lit: cells that are lit.
        rounds: counted since it was opened.
        pay_table: version of the pay table it was opened under.
    """

    stake: int
    lit: frozenset[int] = field(default_factory=frozenset)
    rounds: int = 0
    pay_table: int = NEWEST_PAY_TABLE

    @property
    def combination(self) -> Combination:
        """What leaving now would be paid for."""
        if len(self.lit) == len(CELLS):
            jackpot = self.rounds <= JACKPOT_ROUNDS
            return Combination.JACKPOT if jackpot else Combination.FULL_HOUSE
        return {4: Combination.FOUR, 3: Combination.THREE}.get(len(self.lit), Combination.NONE)


@dataclass(frozen=True, slots=True)
class Ended:
    """A session that is over, and what it gives back (hundredths, the stake included)."""

    stake: int
    combination: Combination
    returned: int


def after_round(session: Session, dealer_points: int) -> Session | Ended:
    """Count a round that ended with the dealer on ``dealer_points``.

    Source: rules.md section 8. A bust clears the card and takes the stake; a full card pays at
    once. A dealer's blackjack is a 21.
    """
    if dealer_points > hands.TWENTY_ONE:
        return Ended(session.stake, Combination.NONE, 0)
    counted = replace(session, lit=session.lit | {dealer_points}, rounds=session.rounds + 1)
    return left(counted) if len(counted.lit) == len(CELLS) else counted


def left(session: Session) -> Ended:
    """Leave the place: the combination is paid, or the stake lost. Source: rules.md section 8."""
    combination = session.combination
    if combination is Combination.NONE:
        return Ended(session.stake, combination, 0)
    to_one = PAY_TABLES[session.pay_table][combination]
    return Ended(session.stake, combination, session.stake * (to_one + 1))


def closed_by_house(session: Session) -> Ended:
    """End a session that the house makes impossible: its stake returns where nothing is paid.

    Source: rules.md section 8.
    """
    paid = left(session)
    return paid if paid.returned else replace(paid, returned=session.stake)


def require_bets(
    bets: Mapping[int, int], main: Mapping[int, int], running: Mapping[int, Session]
) -> None:
    """Check bingo bets against the main bets of their round. Source: rules.md section 8.

    Args:
        bets: box -> bingo stake, hundredths.
        main: box -> main bet of the round.
        running: sessions that are running when the round is dealt.

    Raises:
        BadBingo: no whole units, no main bet as large, or a session is running on the box.
    """
    for box, amount in bets.items():
        refusal = _refusal(amount, main.get(box, 0), running=box in running)
        if refusal is not None:
            raise BadBingo(box, amount, refusal)


def _refusal(amount: int, main: int, *, running: bool) -> BingoRefusal | None:
    if amount <= 0 or amount % UNIT:
        return BingoRefusal.NOT_WHOLE_UNITS
    if amount > main:
        return BingoRefusal.ABOVE_MAIN_BET if main else BingoRefusal.NO_MAIN_BET
    return BingoRefusal.SESSION_RUNNING if running else None
''')


add('fairplay.codec', r'''"""The secret string of a shoe, and its signatures (rules.md 4.1, 4.2 and section 10).

``LOGIN-DATEyyyymmddTIMEhhmmss-SRVKEY-KEY-START-7D-AS-...-9S-END``, ASCII without a newline.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LOGIN: Final = r"[A-Za-z0-9_]{3,20}"
KEY_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
KEY_LENGTH: Final = 32

# A login holds no hyphen, so the fields can't be told apart in two ways.
_FORM: Final = re.compile(
    rf"(?P<login>{LOGIN})-DATE(?P<date>[0-9]{{8}})TIME(?P<time>[0-9]{{6}})"
    rf"-SRVKEY-(?P<key>[A-Z0-9]{{{KEY_LENGTH}}})"
    r"-START-(?P<cards>[2-90JQKA][SCDH](?:-[2-90JQKA][SCDH])*)-END",
    re.ASCII,
)
_MONTH_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class BadSecret(ValueError):
    """The text has not the form of a secret string."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What a secret string says.

    Attributes:
        date: day of preparation in the casino's time zone, ``yyyymmdd``.
        time: time of day, ``hhmmss``.
        key: the fresh random phrase, 32 characters ``A-Z0-9``.
        cards: the signed order.
    """

    login: str
    date: str
    time: str
    key: str = field(repr=False)  # a log line must never hold what may still be secret
    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Signatures:
    """Both signatures of a string, lower-case hex. SHA-256 is the one that binds."""

    md5: str
    sha256: str


def encode(*, login: str, date: str, time: str, key: str, cards: Sequence[str]) -> str:
    """Build the secret string of a shoe. Source: rules.md 4.1.

    Raises:
        BadSecret: a part has not its form, so that the string could not be parsed again.
    """
    text = f"{login}-DATE{date}TIME{time}-SRVKEY-{key}-START-{'-'.join(cards)}-END"
    parse(text)
    return text


def parse(text: str) -> Secret:
    """Read a secret string back.

    Raises:
        BadSecret: it has not exactly the form of rules.md 4.1, a trailing newline included.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadSecret("the string is not LOGIN-DATE…TIME…-SRVKEY-KEY-START-cards-END")
    date, time = match["date"], match["time"]
    if not (_is_date(date) and _is_time(time)):
        raise BadSecret(f"there is no date and time {date} {time}")
    return Secret(match["login"], date, time, match["key"], tuple(match["cards"].split("-")))


def sign(text: str) -> Signatures:
    """Return both signatures of a secret string. Source: rules.md 4.2.

    Raises:
        BadSecret: the text is not ASCII.
    """
    try:
        data = text.encode("ascii")
    except UnicodeEncodeError:
        raise BadSecret("a secret string is ASCII") from None
    return Signatures(
        md5=hashlib.md5(data, usedforsecurity=False).hexdigest(),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def _is_date(date: str) -> bool:
    year, month, day = int(date[:4]), int(date[4:6]), int(date[6:])
    if not (year and 1 <= month <= len(_MONTH_DAYS) and 1 <= day <= _MONTH_DAYS[month - 1]):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return leap or (month, day) != (2, 29)


def _is_time(time: str) -> bool:
    return int(time[:2]) < 24 and int(time[2:4]) < 60 and int(time[4:]) < 60
''')


add('blackjack.transcript_format', r'''"""The form of a transcript: JSON in, typed values out, or the first offending element.

Pure. ``transcript`` plays what is read here. Every amount is an integer in hundredths.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from blackjack.engine.rules import Rules

FORMAT: Final = "blackjack-transcript/1"


LONGEST_NUMBER: Final = 4000
"""Digits. A bet may be any multiple of a unit, but its round's sums must still be printable."""


class TranscriptError(ValueError):
    """A transcript that can't be replayed.

    Attributes:
        at: path of the first offending element, ``""`` for the whole document.
        code: one of the codes that the format names.
        expected, found: where two values differ, what the replay gives or the signature says, and
            what stands there instead.
    """

    def __init__(
        self, at: str, code: str, message: str, *, expected: object = None, found: object = None
    ) -> None:
        super().__init__(message)
        self.at = at
        self.code = code
        self.message = message
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One round of a transcript, as written: types are checked, values are not."""

    bets: Mapping[str, int]
    actions: Sequence[str]
    scheme: str | None
    moved: Sequence[int]
    leave: Sequence[int]
    bingo: Mapping[str, int]
    shown: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Document:
    """A transcript, as written: types are checked, values are not."""

    variant: str
    secret: str
    rounds: Sequence[RoundEntry]
    rules: int | None
    md5: str | None
    sha256: str | None
    player_seed: str | None
    cut: int | None
    bingo_before: Mapping[str, Mapping[str, Any]]
    leave: Sequence[int]


def load(text: bytes) -> object:
    """Parse JSON strictly: UTF-8, no NaN, and no name twice in one object.

    Raises:
        TranscriptError: ``bad_json``.
    """
    try:
        return json.loads(
            text.decode("utf-8"),
            parse_constant=_no_constant,
            parse_int=_number,
            object_pairs_hook=_unique_names,
        )
    except (ValueError, RecursionError) as error:
        message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise TranscriptError("", "bad_json", f"this is not JSON: {message}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has at most {LONGEST_NUMBER} digits")
    return int(digits)


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        # Readers disagree on which of two values counts; a proof must not depend on the reader.
        raise ValueError("a name stands twice in one object")
    return names


# --- types -------------------------------------------------------------------------------------

Check = Callable[[object, str], None]


def _wrong(at: str, what: str) -> NoReturn:
    raise TranscriptError(at, "bad_format", f"{at or 'the document'} must be {what}")


def _text(value: object, at: str) -> None:
    if not isinstance(value, str):
        _wrong(at, "a string")


def _integer(value: object, at: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(at, "an integer")


def _object(value: object, at: str) -> None:
    if not isinstance(value, dict):
        _wrong(at, "an object")


def _list_of(check: Check) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, list):
            _wrong(at, "a list")
        for index, item in enumerate(value):
            check(item, f"{at}[{index}]")

    return checked


def _map_of(check: Check) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, dict):
            _wrong(at, "an object")
        for name, item in value.items():
            check(item, f"{at}.{name}")

    return checked


def _record(fields: Mapping[str, Check], required: Sequence[str]) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, dict):
            _wrong(at, "an object")
        for name in required:
            if name not in value:
                path = _join(at, name)
                raise TranscriptError(path, "bad_format", f"{path} is missing")
        for name, check in fields.items():
            if name in value:
                check(value[name], _join(at, name))

    return checked


def _join(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


_SESSION: Final[dict[str, Check]] = {
    "stake": _integer,
    "lit": _list_of(_integer),
    "rounds": _integer,
}
_ROUND: Final[dict[str, Check]] = {
    "scheme": _text,
    "moved": _list_of(_integer),
    "leave": _list_of(_integer),
    "bets": _map_of(_integer),
    "bingo": _map_of(_integer),
    "actions": _list_of(_text),
    "house_from": _integer,
    "shown": _object,
}
_DOCUMENT: Final[dict[str, Check]] = {
    "format": _text,
    "rules": _integer,
    "variant": _text,
    "secret": _text,
    "md5": _text,
    "sha256": _text,
    "player_seed": _text,
    "cut": _integer,
    "bingo_before": _map_of(_record(_SESSION, tuple(_SESSION))),
    "rounds": _list_of(_record(_ROUND, ("bets", "actions"))),
    "leave": _list_of(_integer),
}
_check_types = _record(_DOCUMENT, ("format", "variant", "secret", "rounds"))

_BINGO_FIELDS: Final = frozenset({"bingo_before", "bingo", "leave"})
_EXPERT_FIELDS: Final = frozenset({"scheme", "moved"})


def read(value: object, rules: Rules | None) -> Document:
    """Check the form of a whole document and return it typed.

    Args:
        value: what ``load`` returned.
        rules: the row of the document's variant (of any version), or ``None`` when the variant
            is unknown; then only what does not depend on it is checked.

    Raises:
        TranscriptError: ``bad_format`` or ``unknown_field``, looked for in this order.
    """
    _check_types(value, "")
    assert isinstance(value, dict)  # noqa: S101  checked above; tells the type checker
    if value["format"] != FORMAT:
        raise TranscriptError("format", "bad_format", f"the format must be {FORMAT!r}")
    if rules is not None:
        _require_rounds(len(value["rounds"]), rules)
    for index, entry in enumerate(value["rounds"]):
        house_from = entry.get("house_from")
        if house_from is not None and not 0 <= house_from < len(entry["actions"]):
            at = f"rounds[{index}].house_from"
            raise TranscriptError(at, "bad_format", f"{at} must be the index of an action")
    _require_known_fields(value, rules)
    return Document(
        variant=value["variant"],
        secret=value["secret"],
        rounds=[_round_entry(entry) for entry in value["rounds"]],
        rules=value.get("rules"),
        md5=value.get("md5"),
        sha256=value.get("sha256"),
        player_seed=value.get("player_seed"),
        cut=value.get("cut"),
        bingo_before=value.get("bingo_before", {}),
        leave=value.get("leave", []),
    )


def _require_rounds(number: int, rules: Rules) -> None:
    """Fresh shoes have one round, kept ones at least one, or none that sessions were left in."""
    if rules.kept_shoe is None and number != 1:
        raise TranscriptError("rounds", "bad_format", "a shoe of this game has exactly one round")
    if rules.kept_shoe is not None and not rules.bingo and number == 0:
        raise TranscriptError("rounds", "bad_format", "a shoe of this game has a round")


def _round_entry(entry: Mapping[str, Any]) -> RoundEntry:
    return RoundEntry(
        bets=entry["bets"],
        actions=entry["actions"],
        scheme=entry.get("scheme"),
        moved=entry.get("moved", []),
        leave=entry.get("leave", []),
        bingo=entry.get("bingo", {}),
        shown=entry.get("shown"),
    )


def _require_known_fields(value: Mapping[str, Any], rules: Rules | None) -> None:
    absent: frozenset[str] = frozenset()
    if rules is not None:
        absent |= frozenset() if rules.bingo else _BINGO_FIELDS
        absent |= frozenset() if rules.expert_mode else _EXPERT_FIELDS
    places: list[tuple[str, Mapping[str, Any], Mapping[str, Check]]] = [("", value, _DOCUMENT)]
    places += [
        (f"bingo_before.{box}", session, _SESSION)
        for box, session in value.get("bingo_before", {}).items()
    ]
    places += [(f"rounds[{index}]", entry, _ROUND) for index, entry in enumerate(value["rounds"])]
    for at, record, known in places:
        for name in record:
            if name not in known or name in absent:
                path = _join(at, name)
                raise TranscriptError(path, "unknown_field", f"{path} is no field of this game")


_BOX: Final = re.compile(r"[1-9][0-9]*", re.ASCII)


def box_number(name: str) -> int | None:
    """Return the box that a JSON name stands for, or ``None``: ``"1"`` is one, ``"01"`` is not."""
    # Far more digits than any table has boxes would cost time and name no box.
    return int(name) if len(name) < 4 and _BOX.fullmatch(name) else None
''')


add('blackjack.transcript_bingo', r'''"""The bingo sessions of a transcript: opened, lit, left and paid as its rounds go by.

Pure. Every amount is an integer in hundredths.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from blackjack.engine import bingo
from blackjack.engine.errors import BadBet
from blackjack.engine.hands import value
from blackjack.engine.round import UNIT
from blackjack.engine.rules import Rules
from blackjack.engine.state import Round
from blackjack.transcript_format import TranscriptError, box_number

JSONObject = dict[str, Any]


class Sessions:
    """The sessions on the boxes of one transcript, and those that have ended.

    Attributes:
        running: by box.
        paid: every session that ended, in the form of the format's results.
        rounds_over: how many rounds of the transcript are over.
    """

    def __init__(self, rules: Rules, before: Mapping[str, Mapping[str, Any]]) -> None:
        self.running = {
            _box(name, rules, "bingo_before"): _session(session, f"bingo_before.{name}")
            for name, session in before.items()
        }
        self.paid: list[JSONObject] = []
        self.rounds_over = 0
        self._rules = rules

    def leave(self, boxes: Sequence[int], at: str) -> None:
        """Leave places by the player's button.

        Raises:
            TranscriptError: ``bad_leave``: no session is running there.
        """
        for index, box in enumerate(boxes):
            if box not in self.running:
                message = f"no session is running on box {box}"
                raise TranscriptError(f"{at}[{index}]", "bad_leave", message)
            self._end(box, bingo.left(self.running[box]))

    def before_deal(self, bets: Mapping[int, int], laid: Mapping[str, int], at: str) -> None:
        """Leave the boxes that have no main bet, and open what is laid on the others.

        Raises:
            TranscriptError: ``bad_bingo``: a bingo bet that may not be laid.
        """
        for box in sorted(set(self.running) - set(bets)):
            self._end(box, bingo.left(self.running[box]))
        for name, amount in laid.items():
            box = _box(name, self._rules, at)
            try:
                bingo.require_bets({box: amount}, bets, self.running)
            except BadBet as error:
                raise TranscriptError(f"{at}.{name}", "bad_bingo", str(error)) from None
            self.running[box] = bingo.Session(amount)

    def after_round(self, round_: Round) -> None:
        """Count a round that is over, and end the sessions that it decides."""
        self.rounds_over += 1
        points = value(round_.dealer).points
        for box, session in sorted(self.running.items()):
            counted = bingo.after_round(session, points)
            if isinstance(counted, bingo.Ended):
                self._end(box, counted)
            else:
                self.running[box] = counted

    def result(self) -> JSONObject:
        """Return the two fields that the result of a bingo transcript has beside its rounds."""
        running = {
            str(box): {
                "stake": session.stake,
                "lit": sorted(session.lit),
                "rounds": session.rounds,
            }
            for box, session in sorted(self.running.items())
        }
        in_order = sorted(self.paid, key=lambda paid: (paid["after_round"], paid["box"]))
        return {"bingo": running, "bingo_paid": in_order}

    def _end(self, box: int, ended: bingo.Ended) -> None:
        del self.running[box]
        self.paid.append(
            {
                "box": box,
                "after_round": self.rounds_over,
                "combination": ended.combination.value,
                "stake": ended.stake,
                "returned": ended.returned,
            }
        )


def _box(name: str, rules: Rules, at: str) -> int:
    box = box_number(name)
    if box is None or box > rules.boxes:
        raise TranscriptError(f"{at}.{name}", "bad_bingo", f"no box {name!r} at this table")
    return box


def _session(written: Mapping[str, Any], at: str) -> bingo.Session:
    """Read a session that was running when the shoe began.

    Raises:
        TranscriptError: ``bad_bingo``: no player can have had such a session.
    """
    stake, lit, rounds = written["stake"], written["lit"], written["rounds"]
    if stake <= 0 or stake % UNIT:
        message = f"a bingo bet is a positive multiple of {UNIT}"
        raise TranscriptError(f"{at}.stake", "bad_bingo", message)
    seen: set[int] = set()
    for index, cell in enumerate(lit):
        if cell not in bingo.CELLS or cell in seen or len(seen) == len(bingo.CELLS) - 1:
            message = "the cells are 17 to 21, each lit once, at most four while it runs"
            raise TranscriptError(f"{at}.lit[{index}]", "bad_bingo", message)
        seen.add(cell)
    if rounds < len(seen):
        message = "every lit cell has had its round"
        raise TranscriptError(f"{at}.rounds", "bad_bingo", message)
    return bingo.Session(stake, frozenset(seen), rounds)
''')


add('blackjack.transcript', r'''"""Transcripts: everything that decides a shoe's rounds, and the replay of it.

Pure: the engine, ``fairplay.codec`` and the standard library. The live table, the history, the
player's own check and a bug report all run this replay. Amounts are integers in hundredths.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from blackjack.engine import choices, hands, shoe
from blackjack.engine.cards import Card, is_whole_decks
from blackjack.engine.errors import (
    BadBet,
    BadCut,
    BadMoved,
    BadSeed,
    IllegalAction,
    RoundOver,
)
from blackjack.engine.round import act, deal, require_bets
from blackjack.engine.rules import NEWEST, RULES, Rules, Variant
from blackjack.engine.state import Box, Hand, Round, Scheme
from blackjack.transcript_bingo import Sessions
from blackjack.transcript_format import (
    FORMAT,
    Document,
    RoundEntry,
    TranscriptError,
    box_number,
    load,
    read,
)
from fairplay import codec

__all__ = ["TranscriptError", "document", "replay", "replay_bytes", "round_object"]

JSONObject = dict[str, Any]
_ROWS_BY_NAME: Final = {
    variant.value: rules for rows in RULES.values() for variant, rules in rows.items()
}


def replay_bytes(text: bytes) -> JSONObject:
    """Replay a transcript given as JSON text and return the result, or the error object.

    Never raises for what the text holds.
    """
    try:
        return replay(load(text))
    except TranscriptError as error:
        return {
            "ok": False,
            "error": {"at": error.at, "code": error.code, "message": error.message},
        }


def replay(value: object) -> JSONObject:
    """Replay a parsed transcript from the signed string to the last payout.

    Raises:
        TranscriptError: the first thing that is wrong, in the order of the format's codes.
    """
    variant = value.get("variant") if isinstance(value, dict) else None
    known = _ROWS_BY_NAME.get(variant) if isinstance(variant, str) else None
    written = read(value, known)
    rules = _rules(written)
    secret = _secret(written.secret, rules)
    signatures = codec.sign(written.secret)
    match = _compare_signatures(written, signatures)
    order = _before_moves(written, secret, signatures)
    result = {
        "ok": True,
        "signatures": {"md5": signatures.md5, "sha256": signatures.sha256, "match": match},
    }
    return result | _replay_shoe(written, rules, order)


def _replay_shoe(written: Document, rules: Rules, order: Sequence[Card]) -> JSONObject:
    """Replay the rounds of a shoe one after the other, each from where the last one ended."""
    sessions = Sessions(rules, written.bingo_before)
    results: list[JSONObject] = []
    out = 0
    for index, entry in enumerate(written.rounds):
        at = f"rounds[{index}]"
        if results and not results[-1]["finished"]:
            raise TranscriptError(at, "unfinished_round", "the round before it is not played out")
        if rules.kept_shoe is not None and out >= rules.kept_shoe.replaced_from:
            raise TranscriptError(at, "shoe_over", f"{out} cards are out: the shoe is over")
        round_ = _replay_round(entry, at, rules, order, first_card=out, sessions=sessions)
        out = round_.next_card
        results.append(round_object(round_))
        if round_.finished:
            sessions.after_round(round_)
        if entry.shown is not None:
            _require_same(entry.shown, results[-1], f"{at}.shown")
    if written.leave and results and not results[-1]["finished"]:
        raise TranscriptError("leave[0]", "bad_leave", "nothing is left within a round")
    sessions.leave(written.leave, "leave")
    return {"rounds": results} | (sessions.result() if rules.bingo else {})


def _rules(written: Document) -> Rules:
    if written.variant not in _ROWS_BY_NAME:
        raise TranscriptError("variant", "unknown_variant", f"no game {written.variant!r}")
    version = NEWEST if written.rules is None else written.rules
    row = RULES.get(version, {}).get(Variant(written.variant))
    if row is None:
        raise TranscriptError("rules", "unknown_rules", f"no rules {version} of this game")
    return row


def _secret(text: str, rules: Rules) -> codec.Secret:
    try:
        secret = codec.parse(text)
    except codec.BadSecret as error:
        raise TranscriptError("secret", "bad_secret", str(error)) from None
    if not is_whole_decks(secret.cards, rules.decks):
        message = f"the cards of the string are not exactly {rules.decks} decks"
        raise TranscriptError("secret", "bad_secret", message)
    return secret


def _compare_signatures(written: Document, signatures: codec.Signatures) -> bool | None:
    given = [
        ("md5", written.md5, signatures.md5),
        ("sha256", written.sha256, signatures.sha256),
    ]
    for name, claimed, actual in given:
        if claimed is not None and claimed != actual:
            message = f"the {name} of the string is {actual}"
            raise TranscriptError(
                name, "signature_mismatch", message, expected=claimed, found=actual
            )
    return True if any(claimed is not None for _, claimed, _ in given) else None


def _before_moves(
    written: Document, secret: codec.Secret, signatures: codec.Signatures
) -> tuple[Card, ...]:
    """Apply what is done once per shoe: the player's own shuffle and the cut."""
    try:
        return shoe.arrange(
            secret.cards,
            secret_sha256=signatures.sha256,
            seed=written.player_seed,
            cut_after=written.cut,
        )
    except BadSeed as error:
        raise TranscriptError("player_seed", "bad_seed", str(error)) from None
    except BadCut as error:
        raise TranscriptError("cut", "bad_cut", str(error)) from None


def _replay_round(
    entry: RoundEntry,
    at: str,
    rules: Rules,
    order: Sequence[Card],
    *,
    first_card: int,
    sessions: Sessions,
) -> Round:
    scheme = _scheme(entry, at)
    try:
        order = shoe.move_to_front(order, entry.moved)
    except BadMoved as error:
        raise TranscriptError(f"{at}.moved[{error.index}]", "bad_moved", str(error)) from None
    sessions.leave(entry.leave, f"{at}.leave")
    bets = _bets(entry, f"{at}.bets", rules)
    sessions.before_deal(bets, entry.bingo, f"{at}.bingo")
    round_ = deal(rules, order, bets=bets, scheme=scheme, first_card=first_card)
    for index, action in enumerate(entry.actions):
        place = f"{at}.actions[{index}]"
        try:
            round_ = act(round_, action)
        except RoundOver as error:
            raise TranscriptError(place, "round_over", str(error)) from None
        except IllegalAction as error:
            raise TranscriptError(place, "illegal_action", str(error)) from None
    return round_


def _scheme(entry: RoundEntry, at: str) -> Scheme:
    try:
        return Scheme.DEALER_1_FIRST if entry.scheme is None else Scheme(entry.scheme)
    except ValueError:
        message = f"no deal scheme {entry.scheme!r}"
        raise TranscriptError(f"{at}.scheme", "bad_scheme", message) from None


def _bets(entry: RoundEntry, at: str, rules: Rules) -> dict[int, int]:
    """Read the bets by box, one after the other, so that the first wrong one is named."""
    bets: dict[int, int] = {}
    for name, amount in entry.bets.items():
        box = box_number(name)
        if box is None:
            raise TranscriptError(f"{at}.{name}", "bad_bet", f"no box {name!r} at this table")
        try:
            require_bets(rules, {box: amount})
        except BadBet as error:
            raise TranscriptError(f"{at}.{name}", "bad_bet", str(error)) from None
        bets[box] = amount
    if not bets:
        raise TranscriptError(at, "bad_bet", "a round needs a bet on at least one box")
    return bets


def _require_same(shown: object, actual: object, at: str) -> None:
    """Compare what the table had shown with the replay, naming the first element that differs."""
    if isinstance(actual, dict) and isinstance(shown, dict):
        for name in (*actual, *shown):
            if name not in shown or name not in actual:
                why = "is missing" if name not in shown else "was never shown"
                raise TranscriptError(
                    f"{at}.{name}",
                    "result_mismatch",
                    f"{at}.{name} {why}",
                    expected=actual.get(name),
                    found=shown.get(name),
                )
            _require_same(shown[name], actual[name], f"{at}.{name}")
    elif isinstance(actual, list) and isinstance(shown, list):
        for index, (claimed, item) in enumerate(zip(shown, actual, strict=False)):
            _require_same(claimed, item, f"{at}[{index}]")
        if len(shown) != len(actual):
            message = f"{at} has {len(shown)} elements, the replay gives {len(actual)}"
            raise TranscriptError(at, "result_mismatch", message, expected=actual, found=shown)
    elif type(shown) is not type(actual) or shown != actual:
        message = f"{at} is {shown!r}, the replay gives {actual!r}"
        raise TranscriptError(at, "result_mismatch", message, expected=actual, found=shown)


def round_object(round_: Round) -> JSONObject:
    """Describe a round as far as the player may see it, in the form of the format's results."""
    points, soft = hands.value(round_.dealer)
    turn = round_.turn
    return {
        "finished": round_.finished,
        "dealer": {
            "cards": list(round_.dealer),
            "points": points,
            "soft": soft,
            "blackjack": round_.dealer_blackjack,
            "bust": points > hands.TWENTY_ONE,
        },
        "boxes": [_box_object(box) for box in round_.boxes],
        "staked": round_.staked,
        "returned": round_.returned,
        "turn": None if turn is None else {"box": turn.box, "hand": turn.hand},
        "legal": [action.value for action in choices.legal(round_)],
        "next_card": round_.next_card,
    }


def _box_object(box: Box) -> JSONObject:
    return {
        "box": box.number,
        "insurance": {"stake": box.insurance, "returned": box.insurance_returned},
        "hands": [_hand_object(hand) for hand in box.hands],
    }


def _hand_object(hand: Hand) -> JSONObject:
    points, soft = hands.value(hand.cards)
    return {
        "cards": list(hand.cards),
        "points": points,
        "soft": soft,
        "stake": hand.stake,
        "outcome": None if hand.outcome is None else hand.outcome.value,
        "returned": hand.returned,
    }


def document(
    *,
    rules: Rules,
    version: int,
    secret: str,
    signatures: codec.Signatures,
    player_seed: str | None,
    cut: int,
    rounds: Sequence[Mapping[str, Any]],
    bingo_before: Mapping[str, Any] | None = None,
    leave: Sequence[int] = (),
) -> JSONObject:
    """Build the transcript of a revealed shoe; fields that say nothing are left out.

    Args:
        rounds: round entries with ``bets``, ``actions`` and, where they apply, ``scheme``,
            ``moved``, ``leave``, ``bingo``, ``house_from`` and ``shown``.
        bingo_before: sessions running when the shoe began, by box.
        leave: places left after the last round.
    """
    seed = {} if player_seed is None else {"player_seed": player_seed}
    before = {"bingo_before": dict(bingo_before)} if bingo_before else {}
    left = {"leave": list(leave)} if leave else {}
    return {
        "format": FORMAT,
        "rules": version,
        "variant": rules.variant.value,
        "secret": secret,
        "md5": signatures.md5,
        "sha256": signatures.sha256,
        **seed,
        "cut": cut,
        **before,
        "rounds": list(rounds),
        **left,
    }
''')


add('blackjack.check_steps', r'''"""The steps of checking a revealed game, in their order, and at which one a transcript fails.

Pure: the site, the offline checker and the JavaScript in ``static/js/redeal`` name the same ones.
"""

from enum import StrEnum
from typing import Final

from blackjack.transcript_format import TranscriptError


class Step(StrEnum):
    """What is checked, in this order."""

    FILE = "file"
    """The transcript's own form."""
    STRING = "string"
    """The string's strict form, and exactly the decks of the game."""
    MD5 = "md5"
    SHA256 = "sha256"
    SHUFFLE = "shuffle"
    """The player's own shuffle."""
    CUT = "cut"
    MOVED = "moved"
    CARDS = "cards"
    """The deal and the actions, card by card."""
    RESULTS = "results"
    """Outcomes and payouts."""


_BY_CODE: Final = {
    "bad_json": Step.FILE,
    "bad_format": Step.FILE,
    "unknown_field": Step.FILE,
    "unknown_variant": Step.FILE,
    "unknown_rules": Step.FILE,
    "bad_secret": Step.STRING,
    "bad_seed": Step.SHUFFLE,
    "bad_cut": Step.CUT,
    "bad_moved": Step.MOVED,
}
_MONEY: Final = (".stake", ".returned", ".staked", ".outcome", ".insurance")


def step_of(error: TranscriptError) -> Step:
    """Return the step at which a transcript with this error fails."""
    if error.code == "signature_mismatch":
        return Step(error.at)
    if error.code == "result_mismatch" and error.at.endswith(_MONEY):
        return Step.RESULTS
    return _BY_CODE.get(error.code, Step.CARDS)
''')


add('blackjack.check_causes', r'''"""Why a transcript does not check, as likely as can be told: a line break, one changed character.

Pure. ``static/js/redeal/causes.js`` finds the same causes. Positions in a string count from 1.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from blackjack.check_steps import Step, step_of
from blackjack.engine.cards import RANKS, SUITS
from blackjack.transcript_format import TranscriptError

_BOM: Final = "\ufeff"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_START: Final = "-START-"
_END_LENGTH: Final = len("-END")
_LONGEST: Final = 2000
"""No string of eight decks is longer; a search must not hang on what is no string at all."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause: its key among the words of checks, and what is said of it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


def likely_cause(text: bytes, document: object, error: TranscriptError) -> Cause | None:
    """Return why the transcript fails, or ``None`` where nothing likely is found.

    Args:
        text: the bytes of the file.
        document: what they say, or ``None`` where they are no JSON.
    """
    step = step_of(error)
    if error.code == "bad_json":
        return _of_file(text)
    written = document if isinstance(document, dict) else {}
    if step is Step.SHUFFLE:
        return _around(written["player_seed"])
    if step in {Step.STRING, Step.MD5, Step.SHA256}:
        return _of_string(written, error)
    if step is Step.CARDS:
        return Cause("shown" if error.code == "result_mismatch" else "choices")
    return Cause("payout") if step is Step.RESULTS else None


def _of_file(text: bytes) -> Cause | None:
    if text.startswith(_BOM.encode()):
        return Cause("bom")
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return Cause("file_encoding")
    return None


def _around(text: str) -> Cause | None:
    """Find what copying adds at the ends of a text."""
    if text.startswith(_BOM):
        return Cause("bom")
    if text.rstrip("\r\n") != text:
        return Cause("newline")
    return Cause("blanks") if text.strip(" \t\r\n\u00a0") != text else None


def _of_string(document: Mapping[str, Any], error: TranscriptError) -> Cause | None:
    text: str = document["secret"]
    around = _around(text)
    if around is not None:
        return around
    for position, sign in enumerate(text, start=1):
        if sign > "~" or sign < " ":
            return Cause("encoding", {"position": position, "code": f"U+{ord(sign):04X}"})
    if error.code == "signature_mismatch":
        written = _of_signature(document, error)
        if written is not None:
            return written
    return _repaired(text, document)


def _of_signature(document: Mapping[str, Any], error: TranscriptError) -> Cause | None:
    """Tell whether the signature rather than the string was changed."""
    claimed, actual = str(error.expected), str(error.found)
    if claimed.strip(" \t\r\n").lower() == actual:
        return Cause("signature_written")
    data = document["secret"].encode("ascii")
    other = {
        "md5": ("sha256", hashlib.sha256(data).hexdigest()),
        "sha256": ("md5", hashlib.md5(data, usedforsecurity=False).hexdigest()),
    }[error.at]
    if document.get(other[0]) != other[1]:
        return None
    pairs = zip(claimed.ljust(len(actual)), actual, strict=False)
    position = next((at for at, (one, two) in enumerate(pairs, start=1) if one != two), 1)
    return Cause("signature_changed", {"position": position})


def _repaired(text: str, document: Mapping[str, Any]) -> Cause | None:
    """Look for the one change of the string after which the signature fits."""
    if len(text) > _LONGEST:
        return None
    if isinstance(document.get("md5"), str):
        wanted, name = document["md5"], "md5"
    elif isinstance(document.get("sha256"), str):
        wanted, name = document["sha256"], "sha256"
    else:
        return None
    for candidate, cause in _candidates(text):
        # hashlib.new would be slower; only these two are ever named.
        data = candidate.encode("ascii")
        if name == "md5":
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
        else:
            digest = hashlib.sha256(data).hexdigest()
        if digest == wanted:
            return cause
    return None


def _candidates(text: str) -> Iterator[tuple[str, Cause]]:
    """Yield the strings that one slip makes ``text`` of, and the slip."""
    start = text.find(_START) + len(_START) if _START in text else len(text)
    for at, sign in enumerate(text):
        for other in _signs(at, start, len(text)):
            if other != sign:
                values = {"position": at + 1, "found": sign, "expected": other}
                yield text[:at] + other + text[at + 1 :], Cause("changed", values)
    for at in range(start, len(text) - 4, 3):
        first, second = text[at : at + 2], text[at + 3 : at + 5]
        if first != second:
            swapped = f"{text[:at]}{second}{text[at + 2 : at + 3]}{first}{text[at + 5 :]}"
            yield swapped, Cause("swapped", {"position": at + 1})
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :], Cause("added", {"position": at + 1, "found": text[at]})
    for at in range(len(text) + 1):
        for other in _signs(at, start, len(text) + 1):
            values = {"position": at + 1, "expected": other}
            yield text[:at] + other + text[at:], Cause("lost", values)


def _signs(at: int, start: int, length: int) -> str:
    """Return the signs that may stand at this place of a string."""
    if not start <= at < length - _END_LENGTH:
        return _LETTERS
    return (RANKS, SUITS, "-")[(at - start) % 3]
''')


add('blackjack.check_report', r'''"""A check in words, line by line: what the terminal checker prints.

Pure. ``static/js/redeal/report.js`` and ``view.js`` show the same in a browser. The words are
those of ``fairplay.check_words``, in one language, by key.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from blackjack.check_causes import likely_cause
from blackjack.check_steps import Step, step_of
from blackjack.engine.cards import DECK
from blackjack.transcript import replay
from blackjack.transcript_format import TranscriptError, load

MATCHES: Final = 0
DIFFERS: Final = 1
UNREADABLE: Final = 2
"""Exit statuses of a check."""

GROUPS: Final[Mapping[str, Sequence[Step]]] = {
    "signatures": (Step.STRING, Step.MD5, Step.SHA256),
    "order": (Step.SHUFFLE, Step.CUT, Step.MOVED),
    "cards": (Step.CARDS,),
    "results": (Step.RESULTS,),
}
_SUITS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_PART: Final = re.compile(r"([^.\[\]]+)(?:\[([0-9]+)\])?")
_MONEY: Final = ("stake", "staked", "returned")

Words = Mapping[str, str]


def check(text: bytes, words: Words, *, comma: bool) -> tuple[int, list[str]]:
    """Check a transcript and return the exit status and the lines to print.

    Args:
        comma: whether amounts are written with a comma.
    """
    document: Any = None
    try:
        document = load(text)
        result = replay(document)
    except TranscriptError as error:
        status = UNREADABLE if step_of(error) is Step.FILE else DIFFERS
        return status, list(_refused(text, document, error, words, comma=comma))
    return MATCHES, list(_dealt(document, result, words, comma=comma))


def _dealt(document: Any, result: Any, words: Words, *, comma: bool) -> Iterator[str]:
    states = {step: _state(document, step) for step in Step}
    whole = "missing" not in states.values()
    yield words["verdict.ok" if whole else "verdict.dealt"]
    yield words["verdict.by_yourself"]
    yield from _steps(states, words)
    for number, played in enumerate(result["rounds"], start=1):
        yield ""
        yield words["place.rounds"] % {"number": number}
        yield from (f"  {line}" for line in _round(played, words, comma=comma))
    for paid in result.get("bingo_paid", ()):
        yield (
            f"{words['table.bingo']}, {words['place.boxes'] % {'number': paid['box']}}: "
            f"{_paid(paid, words, comma=comma)}"
        )


def _state(document: Any, step: Step) -> str:
    """Return the status of a step of a transcript in which nothing differs."""
    rounds = document["rounds"]
    match step:
        case Step.MD5 | Step.SHA256:
            return "ok" if step.value in document else "missing"
        case Step.SHUFFLE:
            return "ok" if "player_seed" in document else "unused"
        case Step.CUT:
            cards = document["secret"].count("-") - 4
            return "ok" if document.get("cut", cards) < cards else "unused"
        case Step.MOVED:
            return "ok" if any(entry.get("moved") for entry in rounds) else "unused"
        case Step.CARDS | Step.RESULTS:
            return "ok" if all("shown" in entry for entry in rounds) else "missing"
        case _:
            return "ok"


def _steps(states: Mapping[Step, str], words: Words) -> Iterator[str]:
    for name, steps in GROUPS.items():
        yield f"{words[f'group.{name}']}:"
        for step in steps:
            yield f"  {words[f'step.{step.value}']}: {words[f'status.{states[step]}']}"


def _refused(
    text: bytes, document: Any, error: TranscriptError, words: Words, *, comma: bool
) -> Iterator[str]:
    failing = step_of(error)
    yield f"{words['verdict.wrong']}: {words[f'step.{failing.value}']}"
    yield words[f"code.{error.code}"]
    if failing is not Step.FILE:
        order = list(Step)
        states = {
            step: "wrong"
            if step is failing
            else ("none" if order.index(step) > order.index(failing) else _state(document, step))
            for step in Step
        }
        yield from _steps(states, words)
    if error.at:
        yield f"{words['label.where']}: {_place(error.at, document, words)} ({error.at})"
    if error.code in {"signature_mismatch", "result_mismatch"}:
        yield f"{words['label.expected']}: {_value(error.expected, error.at, words, comma=comma)}"
        yield f"{words['label.found']}: {_value(error.found, error.at, words, comma=comma)}"
    cause = likely_cause(text, document, error)
    if cause is not None:
        yield f"{words['label.cause']}: {words[f'cause.{cause.key}'] % cause.values}"
    yield f"[step={failing.value} code={error.code} at={error.at}]"


def _place(at: str, document: Any, words: Words) -> str:
    """Say a path in words, from the outside in."""
    said = []
    round_index = 0
    for name, index in _PART.findall(at):
        if name == "shown":
            continue
        number = int(index) + 1 if index else None
        if name == "rounds" and index:
            round_index = int(index)
        if name == "boxes" and index:
            number = _box(document, round_index, int(index))
        word = words.get(f"place.{name}", name)
        if "%(number)s" in word and number is not None:
            said.append(word % {"number": number})
        else:
            said.append(word if number is None else f"{word} {number}")
    return ", ".join(said)


def _box(document: Any, round_index: int, index: int) -> int:
    """Return the number of the box that is the ``index``-th with a bet in this round."""
    numbers = sorted(int(name) for name in document["rounds"][round_index]["bets"])
    return numbers[index] if index < len(numbers) else index + 1


def _value(value: Any, at: str, words: Words, *, comma: bool) -> str:
    if value is None:
        return words["label.nothing"]
    if isinstance(value, str):
        return _face(value) if value in DECK else words.get(f"outcome.{value}", value)
    if isinstance(value, list) and value and all(one in DECK for one in value):
        return " ".join(map(_face, value))
    if type(value) is int and at.rpartition(".")[2] in _MONEY:
        return _money(value, comma=comma)
    return str(value)


def _round(played: Any, words: Words, *, comma: bool) -> Iterator[str]:
    dealer = played["dealer"]
    yield f"{words['table.dealer']}: {_cards(dealer)} · {dealer['points']}"
    for box in played["boxes"]:
        several = len(box["hands"]) > 1
        for number, hand in enumerate(box["hands"], start=1):
            name = words["table.box_hand" if several else "table.box"]
            outcome = _value(hand["outcome"] or "open", "", words, comma=comma)
            yield (
                f"{name % {'number': box['box'], 'hand': number}}: {_cards(hand)} · {outcome} · "
                f"{_paid(hand, words, comma=comma)}"
            )
        if box["insurance"]["stake"]:
            name = words["table.insurance"] % {"number": box["box"]}
            yield f"{name}: {_paid(box['insurance'], words, comma=comma)}"
    total = {"stake": played["staked"], "returned": played["returned"]}
    yield f"{words['table.total']}: {_paid(total, words, comma=comma)}"


def _cards(of: Any) -> str:
    return " ".join(map(_face, of["cards"]))


def _face(card: str) -> str:
    return f"{'10' if card[0] == '0' else card[0]}{_SUITS[card[1]]}"


def _paid(of: Any, words: Words, *, comma: bool) -> str:
    amounts = {name: _money(of[name], comma=comma) for name in ("stake", "returned")}
    return words["table.money"] % amounts


def _money(hundredths: int, *, comma: bool) -> str:
    minus, size = ("−", -hundredths) if hundredths < 0 else ("", hundredths)
    rest = f"{',' if comma else '.'}{size % 100:02d}" if size % 100 else ""
    return f"{minus}{size // 100}{rest}"
''')


CHECK_WORDS = r'''{
 "en": {
  "verdict.ok": "Everything matches: every card and every payout",
  "verdict.dealt": "Dealt again, but the file does not hold all that could be compared",
  "verdict.wrong": "It does not match",
  "verdict.by_yourself": "Your device dealt the game again by itself; no request was sent.",
  "group.signatures": "Signatures",
  "group.order": "Order",
  "group.cards": "Cards",
  "group.results": "Results",
  "status.ok": "correct",
  "status.wrong": "differs",
  "status.none": "not reached",
  "status.unused": "not used",
  "status.signed": "as signed",
  "status.missing": "nothing to compare with",
  "step.title": "Steps of the check",
  "step.file": "The transcript can be read",
  "step.string": "The string has its strict form",
  "step.md5": "MD5 of the string is the signature",
  "step.sha256": "SHA-256 of the string is the signature",
  "step.shuffle": "Own shuffle",
  "step.cut": "Cut",
  "step.moved": "Moved cards",
  "step.cards": "Cards and decisions as the table had shown",
  "step.results": "Outcomes and payouts as the table had shown",
  "detail.string": "login, date and time, a key of 32 characters, whole decks: %(cards)s cards",
  "detail.shuffle": "the line %(seed)s",
  "detail.cut": "cards %(first)s–%(cards)s first, then 1–%(cut)s",
  "detail.moved": "cards %(moved)s",
  "detail.cards": "rounds: %(rounds)s, cards out: %(out)s, decisions: %(decisions)s",
  "detail.results": "staked %(staked)s, returned %(returned)s",
  "code.bad_json": "The file is not JSON.",
  "code.bad_format": "It is no transcript, or a field is missing or of the wrong kind.",
  "code.unknown_field": "It has a field that this game does not have.",
  "code.unknown_variant": "There is no such game.",
  "code.unknown_rules": "This game has no rules of that version.",
  "code.bad_secret": "The string has not its strict form, or not exactly the game’s decks.",
  "code.signature_mismatch": "The string has another signature.",
  "code.bad_seed": "The line of an own shuffle is 16 to 64 letters and digits.",
  "code.bad_cut": "The shoe can’t be cut there.",
  "code.unfinished_round": "A round follows one that is not played out.",
  "code.shoe_over": "A round begins after the end of the shoe.",
  "code.bad_scheme": "There is no such deal scheme.",
  "code.bad_moved": "A moved card is out of range or named twice.",
  "code.bad_leave": "No bingo session is running there.",
  "code.bad_bet": "Such a bet can’t be laid.",
  "code.bad_bingo": "Such a bingo bet can’t be laid.",
  "code.round_over": "A decision follows the end of the round.",
  "code.illegal_action": "This decision is not possible here.",
  "code.result_mismatch": "The table had shown something else than the signed order gives.",
  "cause.newline": "a line break at the end, added while copying or saving",
  "cause.blanks": "blanks around the text, added while copying",
  "cause.bom": "a mark of the encoding (BOM) at the beginning, added by an editor",
  "cause.file_encoding": "the file was saved in another encoding than UTF-8",
  "cause.encoding": "another encoding or a look-alike: character %(position)s is %(code)s, not ASCII",
  "cause.changed": "a changed character: %(position)s is “%(found)s”, it was signed as “%(expected)s”",
  "cause.swapped": "two cards changed places, at character %(position)s",
  "cause.added": "a character too many: %(position)s, “%(found)s”",
  "cause.lost": "a lost character: “%(expected)s” at %(position)s",
  "cause.signature_written": "the signature itself has capitals or blanks",
  "cause.signature_changed": "the signature itself was changed at character %(position)s; the other one fits",
  "cause.choices": "a bet or decision in the record was changed, or the order of the cards",
  "cause.shown": "a recorded card or choice was changed: own shuffle, cut, moved, scheme",
  "cause.payout": "a recorded bet, outcome or payout was changed",
  "label.step": "Step",
  "label.where": "Where",
  "label.expected": "Expected",
  "label.found": "Found",
  "label.cause": "Likely cause",
  "label.nothing": "nothing",
  "place.rounds": "round %(number)s",
  "place.boxes": "box %(number)s",
  "place.hands": "hand %(number)s",
  "place.cards": "card %(number)s",
  "place.actions": "decision %(number)s",
  "place.dealer": "dealer",
  "place.insurance": "insurance",
  "place.secret": "string",
  "place.player_seed": "line of the own shuffle",
  "place.cut": "cut",
  "place.scheme": "deal scheme",
  "place.moved": "moved cards",
  "place.bets": "bets",
  "place.bingo": "bingo bets",
  "place.leave": "places left",
  "place.stake": "bet",
  "place.staked": "staked",
  "place.returned": "returned",
  "place.outcome": "outcome",
  "place.points": "total",
  "place.next_card": "cards out",
  "strip.title": "The shoe as it was dealt",
  "strip.unused": "not dealt",
  "strip.reserved": "kept for the dealer, not needed",
  "strip.other": "other rounds of the shoe, paler",
  "strip.card": "%(number)s: %(card)s, %(where)s",
  "mark.dealer": "D.",
  "mark.reserved": "(D.)",
  "mark.hands": "abcd",
  "table.title": "Dealt again, and as the table had shown it",
  "table.hand": "Hand",
  "table.dealt": "Dealt again",
  "table.shown": "Shown",
  "table.verdict": "Verdict",
  "table.dealer": "Dealer",
  "table.box": "Box %(number)s",
  "table.box_hand": "Box %(number)s, hand %(hand)s",
  "table.insurance": "Insurance, box %(number)s",
  "table.total": "Round",
  "table.bingo": "Bingo",
  "table.money": "%(stake)s → %(returned)s",
  "outcome.blackjack": "blackjack",
  "outcome.win": "win",
  "outcome.push": "push",
  "outcome.lose": "lose",
  "outcome.bust": "bust",
  "outcome.surrender": "surrendered",
  "outcome.open": "not over",
  "list.progress": "Checking %(done)s of %(all)s…",
  "list.match": "Matching: %(good)s of %(all)s",
  "list.mismatch": "Not matching: %(bad)s. Matching: %(good)s of %(all)s",
  "list.failed": "Not fetched: %(failed)s. Matching: %(good)s of %(all)s",
  "list.none": "No game is revealed yet.",
  "offline.title": "Check a game without the network",
  "offline.lead": "This page works with the network off and sends nothing. Drop the transcript of a game here, choose its file, or paste its text.",
  "offline.file": "Transcript file",
  "offline.paste": "Or its text",
  "offline.check": "Check it",
  "offline.round": "Round to show",
  "offline.usage": "usage: python3 fairplay_check.py [--lang en|ru] transcript.json",
  "offline.unreadable": "The file can’t be read.",
  "offline.python": "Python 3.11 or newer is needed."
 },
 "ru": {
  "verdict.ok": "Всё сошлось: каждая карта и каждая выплата",
  "verdict.dealt": "Раздача повторена, но в файле есть не всё, с чем её можно сравнить",
  "verdict.wrong": "Не сошлось",
  "verdict.by_yourself": "Ваше устройство само повторило раздачу, запросов не было.",
  "group.signatures": "Подписи",
  "group.order": "Порядок карт",
  "group.cards": "Карты",
  "group.results": "Итоги",
  "status.ok": "верно",
  "status.wrong": "расходится",
  "status.none": "не дошли",
  "status.unused": "не было",
  "status.signed": "как подписан",
  "status.missing": "не с чем сравнить",
  "step.title": "Шаги проверки",
  "step.file": "Запись игры читается",
  "step.string": "Строка составлена по форме",
  "step.md5": "MD5 строки совпал с подписью",
  "step.sha256": "SHA-256 строки совпал с подписью",
  "step.shuffle": "Своё перемешивание",
  "step.cut": "Подрезка",
  "step.moved": "Перестановка",
  "step.cards": "Карты и решения — как на столе",
  "step.results": "Итоги и выплаты — как на столе",
  "detail.string": "логин, дата и время, ключ из 32 знаков, полные колоды, карт: %(cards)s",
  "detail.shuffle": "строка %(seed)s",
  "detail.cut": "сначала карты %(first)s–%(cards)s, затем 1–%(cut)s",
  "detail.moved": "карты %(moved)s",
  "detail.cards": "раундов: %(rounds)s, вышло карт: %(out)s, решений: %(decisions)s",
  "detail.results": "поставлено %(staked)s, вернулось %(returned)s",
  "code.bad_json": "Это не файл JSON.",
  "code.bad_format": "Это не запись игры, или в ней нет нужного поля, или поле другого вида.",
  "code.unknown_field": "В записи есть поле, которого в этой игре нет.",
  "code.unknown_variant": "Такой игры нет.",
  "code.unknown_rules": "Такой версии правил у этой игры нет.",
  "code.bad_secret": "Строка составлена не по форме, или в ней не ровно те колоды, что в этой игре.",
  "code.signature_mismatch": "У строки другая подпись.",
  "code.bad_seed": "Строка своего перемешивания — от 16 до 64 латинских букв и цифр.",
  "code.bad_cut": "В этом месте шуз подрезать нельзя.",
  "code.unfinished_round": "Раунд начат после недоигранного.",
  "code.shoe_over": "Раунд начат после конца шуза.",
  "code.bad_scheme": "Такой схемы раздачи нет.",
  "code.bad_moved": "Номер переставленной карты вне шуза или повторяется.",
  "code.bad_leave": "На этом боксе нет бинго.",
  "code.bad_bet": "Такую ставку сделать нельзя.",
  "code.bad_bingo": "Такую ставку на бинго сделать нельзя.",
  "code.round_over": "Решение записано после конца раунда.",
  "code.illegal_action": "Здесь такое решение невозможно.",
  "code.result_mismatch": "На столе было не то, что даёт подписанный порядок карт.",
  "cause.newline": "перевод строки в конце, добавленный при копировании или сохранении",
  "cause.blanks": "пробелы по краям, добавленные при копировании",
  "cause.bom": "метка кодировки (BOM) в начале, её добавил редактор",
  "cause.file_encoding": "файл сохранён не в UTF-8",
  "cause.encoding": "другая кодировка или похожая буква: знак %(position)s — это %(code)s, а не ASCII",
  "cause.changed": "изменён знак %(position)s: стоит «%(found)s», а подписан был «%(expected)s»",
  "cause.swapped": "две карты поменялись местами, начиная со знака %(position)s",
  "cause.added": "лишний знак %(position)s: «%(found)s»",
  "cause.lost": "потерян знак %(position)s: «%(expected)s»",
  "cause.signature_written": "в самой подписи заглавные буквы или пробелы",
  "cause.signature_changed": "изменена сама подпись, знак %(position)s; другая подпись подходит",
  "cause.choices": "в записи изменена ставка, решение или порядок карт",
  "cause.shown": "в записи изменена карта или ваш выбор: своё перемешивание, подрезка, перестановка, схема",
  "cause.payout": "в записи изменены ставка, итог или выплата",
  "label.step": "Шаг",
  "label.where": "Где",
  "label.expected": "Ожидалось",
  "label.found": "Найдено",
  "label.cause": "Вероятная причина",
  "label.nothing": "ничего",
  "place.rounds": "раунд %(number)s",
  "place.boxes": "бокс %(number)s",
  "place.hands": "рука %(number)s",
  "place.cards": "карта %(number)s",
  "place.actions": "решение %(number)s",
  "place.dealer": "дилер",
  "place.insurance": "страховка",
  "place.secret": "строка",
  "place.player_seed": "строка своего перемешивания",
  "place.cut": "подрезка",
  "place.scheme": "схема раздачи",
  "place.moved": "перестановка карт",
  "place.bets": "ставки",
  "place.bingo": "ставки на бинго",
  "place.leave": "освобождённые места",
  "place.stake": "ставка",
  "place.staked": "поставлено",
  "place.returned": "возвращено",
  "place.outcome": "итог",
  "place.points": "сумма",
  "place.next_card": "вышло карт",
  "strip.title": "Шуз в порядке раздачи",
  "strip.unused": "не понадобилась",
  "strip.reserved": "отложена дилеру, не понадобилась",
  "strip.other": "бледнее — другие раунды шуза",
  "strip.card": "%(number)s: %(card)s, %(where)s",
  "mark.dealer": "Д.",
  "mark.reserved": "(Д.)",
  "mark.hands": "абвг",
  "table.title": "Повторная раздача и то, что было на столе",
  "table.hand": "Рука",
  "table.dealt": "Повторная раздача",
  "table.shown": "На столе",
  "table.verdict": "Вывод",
  "table.dealer": "Дилер",
  "table.box": "Бокс %(number)s",
  "table.box_hand": "Бокс %(number)s, рука %(hand)s",
  "table.insurance": "Страховка, бокс %(number)s",
  "table.total": "Раунд",
  "table.bingo": "Бинго",
  "table.money": "%(stake)s → %(returned)s",
  "outcome.blackjack": "блэкджек",
  "outcome.win": "выигрыш",
  "outcome.push": "ничья",
  "outcome.lose": "проигрыш",
  "outcome.bust": "перебор",
  "outcome.surrender": "сдача",
  "outcome.open": "не закончена",
  "list.progress": "Проверяем: %(done)s из %(all)s…",
  "list.match": "Сошлось: %(good)s из %(all)s",
  "list.mismatch": "Не сошлось: %(bad)s. Сошлось: %(good)s из %(all)s",
  "list.failed": "Не получено: %(failed)s. Сошлось: %(good)s из %(all)s",
  "list.none": "Пока не раскрыта ни одна игра.",
  "offline.title": "Проверка игры без сети",
  "offline.lead": "Страница работает без сети и ничего не отправляет. Перетащите сюда запись игры, выберите файл или вставьте текст.",
  "offline.file": "Файл записи",
  "offline.paste": "Или её текст",
  "offline.check": "Проверить",
  "offline.round": "Показать раунд",
  "offline.usage": "запуск: python3 fairplay_check.py [--lang en|ru] transcript.json",
  "offline.unreadable": "Файл не читается.",
  "offline.python": "Нужен Python 3.11 или новее."
 }
}'''


import json
import locale
import sys
from typing import Final

from blackjack import check_report

WORDS: Final = json.loads(CHECK_WORDS)


def main(arguments: list[str]) -> int:
    """Check the one file named; 0 when it matches, 1 when it differs, 2 when it can't be read."""
    language, names = _language(), []
    rest = list(arguments)
    while rest:
        one = rest.pop(0)
        if one == "--lang" and rest:
            language = rest.pop(0)
        elif one.startswith("--lang="):
            language = one.partition("=")[2]
        else:
            names.append(one)
    if language not in WORDS or len(names) != 1 or names[0] in {"-h", "--help"}:
        sys.stderr.write(f"{WORDS.get(language, WORDS['en'])['offline.usage']}\n")
        return check_report.UNREADABLE
    words = WORDS[language]
    try:
        with open(0 if names[0] == "-" else names[0], "rb") as opened:
            text = opened.read()
    except OSError as error:
        sys.stderr.write(f"{words['offline.unreadable']} {error}\n")
        return check_report.UNREADABLE
    status, lines = check_report.check(text, words, comma=language == "ru")
    sys.stdout.write("\n".join(lines) + "\n")
    return status


def _language() -> str:
    return "ru" if (locale.getlocale()[0] or "").lower().startswith("ru") else "en"


# A terminal that can't show a suit must not end the check.
for stream in (sys.stdout, sys.stderr):
    stream.reconfigure(errors="replace")
sys.exit(main(sys.argv[1:]))
