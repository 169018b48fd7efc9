"""What a rules page consists of: plain values, made by the other ``rules_*`` presenters."""

from collections.abc import Sequence
from dataclasses import dataclass

from blackjack.presenters.returns import ReturnView


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card of an example, drawn by the table's own part.

    Attributes:
        id: unique on the page.
        dealt: its place in the order of dealing, from 1.
        turned: it lay face down before it was seen.
    """

    id: str
    code: str
    name: str
    dealt: int = 0
    turned: bool = False

    @property
    def image(self) -> str:
        """Path of the face under the static files."""
        return f"img/cards/{self.code}.svg"


@dataclass(frozen=True, slots=True)
class Figure:
    """Cards and what they are, such as "soft 17", with a word of explanation."""

    cards: tuple[CardFace, ...]
    caption: str
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its heading with a word of explanation; ``own`` marks the reader's."""

    head: str
    cells: Sequence[str]
    own: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class RulesTable:
    """A table: its heading row, and rows that each begin with a heading.

    Attributes:
        numeric: the cells are amounts, set to the right.
        own: the column that is this game's, counted from 0 among the cells.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Row]
    numeric: bool = False
    own: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a question, and what is to be said about it."""

    name: str
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True)
class Place:
    """A card of the shoe and where it goes: ``card`` is ``None`` while it lies face down.

    ``mark`` is a class for its colour: ``dealer``, ``box1`` and so on.
    """

    number: int
    card: CardFace | None
    where: str
    mark: str


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the worked round, or what the dealer does by himself.

    Attributes:
        who: the hand with its total before, such as "Box 1: 11 against 6".
        does: the decision, in the button's word; empty for the dealer.
        means: what it does, in a sentence.
        total: the hand's total afterwards; empty where it has not changed.
        money: hundredths that it moves, negative when the player pays.
    """

    mark: str
    who: str
    does: str
    means: str
    cards: Sequence[Place]
    total: str
    money: int


@dataclass(frozen=True, slots=True)
class Result:
    """A hand or an insurance at the end; hundredths."""

    name: str
    cards: Sequence[CardFace]
    total: str
    outcome: str
    staked: int
    returned: int


@dataclass(frozen=True, slots=True)
class Example:
    """A round that the engine has dealt from given cards, to its payout; hundredths."""

    text: Sequence[str]
    deal: Sequence[Place]
    steps: Sequence[Step]
    dealer: Result
    results: Sequence[Result]
    staked: int
    returned: int

    @property
    def net(self) -> int:
        """What the round has brought."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class BingoRound:
    """A round of a worked bingo session.

    Attributes:
        cells: the card after it; whether each number is lit.
        leaving: what leaving would give back now, in words.
    """

    number: int
    total: str
    cells: Sequence[tuple[int, bool]]
    leaving: str


@dataclass(frozen=True, slots=True)
class BingoExample:
    """A bingo session that the engine has counted, round by round, and its end in a sentence."""

    text: Sequence[str]
    rounds: Sequence[BingoRound]
    ending: Sequence[str]


@dataclass(frozen=True, slots=True)
class Link:
    """A way from the rules to another page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under its own heading and anchor; everything but the text may be absent.

    They are shown in this order: text, figures, terms, table, points, examples, returns, links.
    """

    anchor: str
    title: str
    text: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    terms: Sequence[Term] = ()
    tables: Sequence[RulesTable] = ()
    points: Sequence[str] = ()
    example: Example | None = None
    bingo: BingoExample | None = None
    returns: ReturnView | None = None
    links: Sequence[Link] = ()


@dataclass(frozen=True, slots=True)
class GameLink:
    """The rules of a game; ``shown`` marks the page itself."""

    title: str
    url: str
    shown: bool


@dataclass(frozen=True, slots=True)
class RulesView:
    """Everything that ``rules.html`` needs.

    Attributes:
        tags: the rules in the short names that players of many tables know, such as "H17".
        facts: the game in short, name and value.
    """

    title: str
    variant: str
    line: str
    tags: Sequence[str]
    facts: Sequence[tuple[str, str]]
    games: Sequence[GameLink]
    sections: Sequence[Section]
    demo_url: str
    real_url: str
    demo_closed: bool
    real_closed: bool
