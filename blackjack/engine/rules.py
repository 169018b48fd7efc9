"""The games as rows of one table (rules.md section 2).

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
