"""The betting form: what is laid, the cut, expert mode and the player's own shuffle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from accounts.limits import Limit
from blackjack import words
from blackjack.engine.round import UNIT
from blackjack.engine.rules import Insurance, Rules
from blackjack.engine.state import Scheme
from blackjack.presenters.felt import CHIP_WORTHS, chip
from blackjack.presenters.felt_view import BetField, Chip
from blackjack.presenters.table_view import (
    BetsView,
    CutView,
    Notice,
    SchemeOption,
)

_IN_THE_WINDOW: Final = frozenset({"cut", "scheme", "moved", "own_shuffle", "seed"})
"""The form's fields that the cut window holds."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What the betting form holds, as the player wrote it; ``wrong`` names refused fields.

    ``open_cut`` shows the cut window at once: the bets were dealt on, and a new shoe has come.
    """

    bets: Mapping[int, str] = field(default_factory=dict)
    bingo: Mapping[int, str] = field(default_factory=dict)
    cut: str = ""
    scheme: str = Scheme.DEALER_1_FIRST.value
    moved: str = ""
    own_shuffle: bool = False
    seed: str = ""
    no_insurance: bool = False
    wrong: frozenset[str] = frozenset()
    open_cut: bool = False

    @classmethod
    def of(cls, bets: Mapping[int, int]) -> "Laid":
        """Lay the given stakes (hundredths), and nothing else."""
        return cls(bets={box: str(amount // UNIT) for box, amount in bets.items()})

    def with_wrong(self, names: frozenset[str]) -> "Laid":
        """Mark further fields as refused."""
        return replace(self, wrong=self.wrong | names)

    @property
    def total(self) -> int:
        """Sum of the bets that can be read, hundredths."""
        laid = (*self.bets.values(), *self.bingo.values())
        return sum(UNIT * int(bet) for bet in laid if _is_amount(bet))


def _is_amount(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def bets_view(
    rules: Rules,
    laid: Laid,
    *,
    limit: Limit,
    previous: Mapping[int, int],
    table_url: str,
    shoe_cut: bool,
    notices: Sequence[Notice] = (),
) -> BetsView:
    """Show the betting form.

    Args:
        limit: of a box, whole units.
        previous: the last round's initial stakes by box, hundredths, for *Rebet*.
        notices: what the table says; the cut window repeats what concerns nothing but itself.
        shoe_cut: the shoe has been cut in an earlier round, so there is nothing to ask.
    """
    chips = tuple(chip(worth) for worth in reversed(CHIP_WORTHS))
    return BetsView(
        fields=tuple(
            BetField(
                box=number,
                name=f"bet_{number}",
                value=laid.bets.get(number, ""),
                wrong=f"bet_{number}" in laid.wrong,
            )
            for number in range(1, rules.boxes + 1)
        ),
        minimum=limit.minimum,
        maximum=limit.maximum,
        chips=_rack(chips, limit),
        pictures=chips,
        total=laid.total,
        rebet_total=sum(previous.values()),
        rebet_label=str(words.REBET[rules.variant]),
        clear_label=str(words.CLEAR[rules.variant]),
        rebet_url=f"{table_url}?lay=rebet",
        clear_url=f"{table_url}?lay=clear",
        double_url=f"{table_url}?lay=rebet-double",
        asks_insurance=rules.insurance is Insurance.BEFORE_PLAY,
        no_insurance=laid.no_insurance,
        cut=None if shoe_cut else _cut(rules, laid, notices),
    )


def _rack(chips: Sequence[Chip], limit: Limit) -> tuple[Chip, ...]:
    """Return the chips of which a single one is a bet within the limits, else all up to them."""
    small = tuple(one for one in chips if one.worth <= limit.maximum * UNIT)
    return tuple(one for one in small if one.worth >= limit.minimum * UNIT) or small


def _cut(rules: Rules, laid: Laid, notices: Sequence[Notice]) -> CutView:
    return CutView(
        cards=rules.cards,
        value=laid.cut,
        expert=rules.expert_mode,
        expert_open=bool(laid.moved) or laid.scheme != Scheme.DEALER_1_FIRST.value,
        schemes=tuple(
            SchemeOption(
                value=scheme.value,
                label=str(words.SCHEMES[scheme]),
                order=_order(scheme),
                chosen=scheme.value == laid.scheme,
            )
            for scheme in Scheme
        ),
        moved=laid.moved,
        own_shuffle=laid.own_shuffle,
        seed=laid.seed,
        wrong=laid.wrong,
        notices=tuple(notices) if laid.open_cut or _only_the_window(laid) else (),
    )


def _only_the_window(laid: Laid) -> bool:
    """Whether the deal was refused for nothing but what the cut window holds."""
    return bool(laid.wrong) and laid.wrong <= _IN_THE_WINDOW


def _order(scheme: Scheme) -> tuple[str, ...]:
    dealer, player = ("dealer",) * scheme.dealer_cards, ("player", "player")
    return dealer + player if scheme.dealer_first else player + dealer
