"""What the templates of a table may see: plain values, nothing undealt, nothing unrevealed.

Filled by ``presenters``. Values all the way down, so that equal ones are drawn once
(``templatetags.parts``). Amounts are hundredths; ``|money`` and ``|signed`` write them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from accounts.protection.presenters import QuestionView, SessionView, StopView
from blackjack.presenters.felt_view import BetField, BoxView, Chip, DealerView, LeaveView


class Phase(StrEnum):
    """What the table waits for."""

    BETTING = "betting"
    PLAYING = "playing"
    RESULT = "result"
    """The last round is shown; bets may be laid for the next."""


@dataclass(frozen=True, slots=True)
class SchemeOption:
    """A deal scheme of the expert mode; ``order`` draws it: ("dealer", "player", "player")."""

    value: str
    label: str
    order: tuple[str, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the player. ``level`` is ``error``, ``warning`` or ``info``."""

    level: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class CutView:
    """The cut and what expert mode adds. ``value`` is empty until the browser draws one.

    ``notices`` are there when the deal was refused for nothing but what the window holds.
    """

    cards: int
    value: str
    expert: bool
    expert_open: bool
    schemes: tuple[SchemeOption, ...]
    moved: str
    own_shuffle: bool
    seed: str
    wrong: frozenset[str] = frozenset()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class BetsView:
    """The betting form.

    ``minimum`` and ``maximum`` are the limits of a box in whole units, for hints beside a bet;
    ``chips`` are those to lay, ``pictures`` all that a laid bet may be drawn with.
    ``rebet_total`` is 0 without a previous round; ``double_url`` lays its stakes twice over.
    ``asks_insurance``: the game asks all boxes before play, and ``no_insurance`` is the player's
    word that none of them wants any.
    """

    fields: tuple[BetField, ...]
    minimum: int
    maximum: int
    chips: tuple[Chip, ...]
    pictures: tuple[Chip, ...]
    total: int
    rebet_total: int
    rebet_label: str
    clear_label: str
    rebet_url: str
    clear_url: str
    double_url: str
    asks_insurance: bool
    no_insurance: bool
    cut: CutView | None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An action's button. ``reason`` says in words why it is disabled; ``cost`` is hundredths."""

    action: str
    label: str
    enabled: bool
    reason: str
    cost: int


@dataclass(frozen=True, slots=True)
class SignatureView:
    """The signatures of one shoe and where to go with them.

    ``file_url`` is a plain text file of both; ``check_url`` and ``secret`` are empty until the
    string is revealed.
    """

    md5: str
    sha256: str
    file_url: str
    check_url: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class FairPlayView:
    """The part headed MD5 FairPlay, shown in every phase.

    While a round is open ``current`` is its shoe; otherwise ``current`` is the signed shoe of the
    next round and ``last`` the revealed one of the round just shown.
    """

    current: SignatureView | None
    last: SignatureView | None
    last_number: int | None


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is, in words: "Box 2, first hand", "soft 17", "against ace"."""

    who: str
    total: str
    against: str


@dataclass(frozen=True, slots=True)
class KeptShoeView:
    """A shoe that lives over many rounds: when it is replaced, and whether it may be closed."""

    replaced_from: int
    closable: bool
    close_url: str


@dataclass(frozen=True, slots=True)
class LeavingView:
    """The question before a deal that would leave bingo places: which, and what each means."""

    boxes: str
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoachView:
    """What a demo table shows of hints and training.

    Attributes:
        hint: the best choice with its value; empty unless it is wanted at every decision.
        others: the other choices likewise, to be read on behind it.
        verdict: on the last decision; empty unless decisions are graded.
        right: whether that was right.
        mark: changes with what is turned on, so that other pages of the player notice.
    """

    url: str
    hint: str
    others: str
    verdict: str
    right: bool
    mark: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that ``_table.html`` needs.

    ``session`` is left out of an answer that changes nothing of it; ``stop`` stands in the place
    of the bets; ``question`` is asked in the place of the button that deals. ``cheer`` is
    "blackjack" or "win" where the round brought more than it cost, and empty where it did not.
    """

    version: int
    variant: str
    mode: str
    currency: str
    title: str
    tier: str
    minimum: int
    maximum: int
    phase: Phase
    balance: int
    in_play: int
    net: int | None
    dealer: DealerView
    boxes: Sequence[BoxView]
    turn: TurnView | None
    choices: Sequence[ChoiceView]
    bets: BetsView | None
    fairplay: FairPlayView
    cards_out: int
    cards_total: int
    print_main: str
    print_dealer: str
    print_insurance: str
    decks_note: str
    spoken: str
    table_url: str
    deal_url: str
    act_url: str
    rules_url: str
    demo_url: str
    real_url: str
    kept_shoe: KeptShoeView | None = None
    on_bingo: int = 0
    leave_url: str = ""
    leave_table: LeaveView | None = None
    leaving: LeavingView | None = None
    notices: Sequence[Notice] = field(default=())
    session: SessionView | None = None
    stop: StopView | None = None
    question: QuestionView | None = None
    closed: bool = False
    cheer: str = ""
    strategy_url: str = ""
    coach: CoachView | None = None

    @property
    def seats(self) -> Sequence[tuple[BoxView, BetField | None]]:
        """Each box, with the place of its next bet where bets may be laid."""
        fields = {} if self.bets is None else {field.box: field for field in self.bets.fields}
        return [(box, fields.get(box.number)) for box in self.boxes]

    @property
    def shoe_mark(self) -> int:
        """Cards out from which a kept shoe is replaced; 0 for a fresh one."""
        return 0 if self.kept_shoe is None else self.kept_shoe.replaced_from

    @property
    def state(self) -> str:
        """What a page shows, in short: equal as long as nothing has changed."""
        closed = ".closed" if self.closed else ""
        stopped = "" if self.stop is None else ".stopped"
        coached = "" if self.coach is None else self.coach.mark
        bets = f"{self.tier}.{self.minimum}-{self.maximum}"
        return f"{self.version}.{self.balance}.{bets}{closed}{stopped}{coached and f'.{coached}'}"

    @property
    def demo(self) -> bool:
        """Whether this is play for demo money."""
        return self.mode == "demo"
