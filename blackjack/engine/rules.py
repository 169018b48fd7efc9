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


class DealerCard(StrEnum):
    """When the dealer gets his second card."""

    NO_HOLE_CARD = "no_hole_card"
    """After the players (ENHC)."""


class Surrender(StrEnum):
    """When a box may be given up for half its bet."""

    NONE = "none"
    EARLY_NOT_AGAINST_ACE = "early_not_against_ace"
    """Before a dealer's blackjack is known, unless an ace is up (ES10)."""


@dataclass(frozen=True, slots=True)
class DoubleOn:
    """The two-card totals on which a hand may be doubled."""

    totals: frozenset[int]

    @classmethod
    def total(cls, *totals: int) -> "DoubleOn":
        """Allow doubling on exactly these totals of two cards."""
        return cls(frozenset(totals))


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
    hits_soft_17: bool
    double_on: DoubleOn
    double_after_split: bool
    max_hands: int
    surrender: Surrender
    expert_mode: bool

    def __post_init__(self) -> None:
        lowest, highest = 4, 20  # of two cards, blackjack apart
        checks = {
            "a shoe has 1 to 8 decks": 1 <= self.decks <= 8,
            "a table has 1 to 7 boxes": 1 <= self.boxes <= 7,
            "a box has at least one hand": self.max_hands >= 1,
            "doubling after a split needs splits": self.max_hands > 1
            or not self.double_after_split,
            "two cards total 4 to 20": all(
                lowest <= total <= highest for total in self.double_on.totals
            ),
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
    hits_soft_17=True,  # H17
    double_on=DoubleOn.total(11),  # D11
    double_after_split=False,  # NDAS
    max_hands=2,  # RS=1
    surrender=Surrender.NONE,
    expert_mode=True,
)

SIX_DECK = Rules(
    variant=Variant.SIX_DECK,
    decks=6,
    boxes=3,
    dealer_card=DealerCard.NO_HOLE_CARD,  # ENHC
    hits_soft_17=False,  # S17
    double_on=DoubleOn.total(9, 10, 11),  # D9
    double_after_split=True,
    max_hands=2,  # RS=1
    surrender=Surrender.EARLY_NOT_AGAINST_ACE,  # ES10
    expert_mode=False,
)

NEWEST: Final = 1
"""The version of the rule data under which new shoes are prepared."""

RULES: Final[Mapping[int, Mapping[Variant, Rules]]] = {
    1: {rules.variant: rules for rules in (DOUBLE_DECK, SIX_DECK)},
}
"""Every version ever played under: old rounds replay under the rules of their day."""


def rules_of(variant: Variant, version: int = NEWEST) -> Rules:
    """Return the row of ``variant`` in the given version of the rule data.

    Raises:
        KeyError: there is no such version, or the variant was not played in it.
    """
    return RULES[version][variant]
