"""The strategy card of a game: its kept table with letters, colours and words.

Made from what was computed for exactly these rules (``analysis.published``); nothing is looked up
in a book for "games like this one".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.models import Currency
from blackjack import words
from blackjack.analysis import published
from blackjack.analysis.published import UP_CARDS, Entry, HandClass, Published
from blackjack.engine.rules import NEWEST, RULES, Variant, rules_of
from blackjack.engine.state import Action
from blackjack.presenters.figures import percent
from blackjack.presenters.rules_readings import tags
from blackjack.presenters.rules_view import GameLink
from blackjack.presenters.table import table_url

_LETTERS: Final[Mapping[Action, str | Promise]] = {
    Action.HIT: pgettext_lazy("letter of a strategy card: hit", "H"),
    Action.STAND: pgettext_lazy("letter of a strategy card: stand", "S"),
    Action.DOUBLE: pgettext_lazy("letter of a strategy card: double", "D"),
    Action.SPLIT: pgettext_lazy("letter of a strategy card: split", "P"),
    Action.SURRENDER: pgettext_lazy("letter of a strategy card: surrender", "R"),
}
_ELSE_STAND: Final = pgettext_lazy("strategy card, behind a letter: otherwise stand", "s")
_ONCE: Final = "1"
_KINDS: Final = ("hard", "soft", "pair")
_TWO_ACES: Final = HandClass("soft", "12")
"""Two aces that are not split: the row of no other hand."""


@dataclass(frozen=True, slots=True)
class CardCell:
    """What to do against one up card.

    Attributes:
        tone: a class for its colour, the action's word.
        letters: what stands in the cell, such as "Ds".
        said: the same in words, such as "Double, otherwise stand".
    """

    tone: str
    letters: str
    said: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row: one hand, or several that are played alike."""

    head: str
    cells: tuple[CardCell, ...]


@dataclass(frozen=True, slots=True)
class CardTable:
    """The rows of one kind of hands; ``caption`` says which, ``note`` what it means."""

    kind: str
    caption: str
    note: str
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class StrategyView:
    """Everything that ``_strategy.html`` and its page need.

    Attributes:
        tags: the rules in short names, such as "H17": the card is for these and no others.
        up_cards: the columns.
        legend: each kind of cell that occurs on the card.
        notes: sentences that belong to the card.
    """

    title: str
    variant: str
    tags: Sequence[str]
    up_cards: Sequence[str]
    tables: Sequence[CardTable]
    legend: Sequence[CardCell]
    notes: Sequence[str]
    url: str
    rules_url: str
    demo_url: str
    games: Sequence[GameLink]


def strategy_view(variant: Variant) -> StrategyView:
    """Return the card of a game in the reader's language."""
    return _strategy_view(variant, get_language() or "")


@lru_cache(maxsize=32)
def _strategy_view(variant: Variant, _language: str) -> StrategyView:
    book, rules = published.load(variant), rules_of(variant)
    tables = tuple(_table(book, kind) for kind in _KINDS)
    cells = {cell for table in tables for row in table.rows for cell in row.cells}
    order = [str(letter) for letter in _LETTERS.values()]
    return StrategyView(
        title=str(words.TITLES[variant]),
        variant=variant.value,
        tags=[tag for tag, _meaning in tags(rules)],
        up_cards=UP_CARDS,
        tables=tables,
        legend=sorted(cells, key=lambda cell: (order.index(cell.letters[0]), cell.letters)),
        notes=_notes(book),
        url=_url(variant),
        rules_url=reverse("blackjack:rules", kwargs={"variant": variant.value}),
        demo_url=table_url(variant, Currency.FUN),
        games=[
            GameLink(str(words.TITLES[one]), _url(one), shown=one is variant)
            for one in RULES[NEWEST]
        ],
    )


def _url(variant: Variant) -> str:
    return reverse("blackjack:strategy", kwargs={"variant": variant.value})


def cell(entry: Entry) -> CardCell:
    """Put an entry of the table in letters and words."""
    letters, said = str(_LETTERS[entry.action]), str(words.ACTIONS[entry.action])
    if entry.action is Action.SPLIT and not entry.splits_again:
        return CardCell(entry.action.value, letters + _ONCE, _("Split, but not again"))
    if entry.action in {Action.DOUBLE, Action.SURRENDER}:
        if entry.otherwise is Action.STAND:
            letters += str(_ELSE_STAND)
        said = _("%(action)s, otherwise %(otherwise)s") % {
            "action": said,
            "otherwise": _otherwise(entry.otherwise),
        }
    return CardCell(entry.action.value, letters, said)


def _otherwise(action: Action) -> str:
    if action is Action.STAND:
        return pgettext("in a sentence: otherwise …", "stand")
    return pgettext("in a sentence: otherwise …", "hit")


def _table(book: Published, kind: str) -> CardTable:
    """Return the rows of a kind; neighbours that are played alike share one."""
    captions = {
        "hard": (_("Hard totals"), _("No ace, or every ace counts 1.")),
        "soft": (_("Soft totals"), _("An ace counts 11.")),
        "pair": (_("Pairs"), _("Two cards of equal points.")),
    }
    by_hand: dict[HandClass, tuple[CardCell, ...]] = {
        row: tuple(cell(book.table[row, up]) for up in UP_CARDS)
        for row in dict.fromkeys(row for row, _up in book.table)
        if row.kind == kind and not (row == _TWO_ACES and _alike(book, row))
    }
    rows = []
    for cells, alike in groupby(by_hand.items(), key=lambda item: item[1]):
        found = [row for row, _cells in alike]
        rows.append(CardRow(_heading(found), cells))
    return CardTable(kind, *captions[kind], tuple(rows))


def _alike(book: Published, row: HandClass) -> bool:
    """Whether a hand is played in one way against every up card."""
    return len({book.table[row, up].letters for up in UP_CARDS}) == 1


def _heading(rows: Sequence[HandClass]) -> str:
    """Return what the hands of a row are called: "12", "5–8", "A 7", "8 8"."""
    names = [_named(row) for row in (rows[0], rows[-1])]
    if len(rows) == 1:
        return names[0]
    if rows[0].kind == "hard":
        return f"{names[0]}–{names[1]}"
    if rows[0].kind == "soft":
        return f"{names[0]}–{names[1].removeprefix('A ')}"
    return f"{names[0]} – {names[1]}" if len(rows) > 2 else ", ".join(names)


def _named(row: HandClass) -> str:
    if row.kind == "hard":
        return row.label
    if row == _TWO_ACES:
        return "A A"
    return f"A {int(row.label) - 11}" if row.kind == "soft" else f"{row.label} {row.label}"


def _notes(book: Published) -> list[str]:
    """Say what the letters can't."""
    notes = [
        _("“Otherwise” is for hands that may not: of three cards or more, or after a split."),
        _("After a split every hand is played by the same card. Split aces get one card each."),
        _("A pair that you can’t split is played as its total."),
    ]
    if _alike(book, _TWO_ACES):
        what = {"action": _otherwise(book.table[_TWO_ACES, UP_CARDS[0]].otherwise)}
        notes.append(_("Two aces that you can’t split: %(action)s.") % what)
    loss = {"loss": percent(-book.insurance["A"], 1)}
    notes.append(_("Never insure: on average it costs %(loss)s of its stake.") % loss)
    return notes
