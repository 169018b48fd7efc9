"""The player's past rounds: the list, and one of them step by step on the felt.

Nothing is shown here that the table did not show at that step.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import Variant
from blackjack.engine.state import Action
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.keeping import ends_at
from blackjack.models import Round
from blackjack.presenters.felt import box_views, dealer_view
from blackjack.presenters.felt_view import BoxView, DealerView
from blackjack.presenters.spoken import spoken
from blackjack.presenters.table import table_url
from blackjack.replays import replayed
from blackjack.results import bingo_rows, result_rows, staked_and_returned
from fairplay.registry import ResultRow


@dataclass(frozen=True, slots=True)
class PastRound:
    """A line of the history. Amounts are hundredths.

    Attributes:
        on_bingo: laid on bingo with this round's deal.
        state: ``open``, ``ended``, ``sealed`` while no key opens its string, or ``broken`` where
            the stored round no longer replays. What was booked for it is known all the same.
        over: whether it has ended.
        kept_until: when the house ends it, while it is open.
        by_house: what the house has done in the player's place, empty for nothing.
        url: of its steps; of the table while it is open; empty where neither can be shown.
        transcript_url: of its transcript as a file, once the string is revealed; else empty.
    """

    number: int
    title: str
    demo: bool
    currency: str
    dealt_at: datetime
    dealer_cards: Sequence[str]
    dealer_total: str
    hands: Sequence[ResultRow]
    on_bingo: int
    staked: int
    returned: int
    state: str
    over: bool
    url: str
    kept_until: datetime | None = None
    by_house: str = ""
    transcript_url: str = ""

    @property
    def net(self) -> int:
        """What the player won, or lost with a minus; bingo apart."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a filter."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Everything that ``history.html`` needs; ``older_url`` is empty on the last page."""

    rounds: Sequence[PastRound]
    variants: Sequence[Option]
    currencies: Sequence[Option]
    older_url: str
    file_url: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a past round: the deal, or an action with the hand that took it."""

    number: int
    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class ReplayView:
    """Everything that ``replay.html`` needs: the felt as it was at one step."""

    number: int
    title: str
    demo: bool
    currency: str
    dealt_at: datetime
    dealer: DealerView
    boxes: Sequence[BoxView]
    steps: Sequence[StepView]
    step: int
    cards_out: int
    cards_total: int
    spoken: str
    rows: Sequence[ResultRow]
    print_main: str
    print_dealer: str
    print_insurance: str
    check_url: str
    transcript_url: str

    @property
    def before(self) -> StepView | None:
        """The step before, if there is one."""
        return self.steps[self.step - 1] if self.step > 0 else None

    @property
    def after(self) -> StepView | None:
        """The next step, if there is one."""
        return self.steps[self.step + 1] if self.step + 1 < len(self.steps) else None


def history_view(rows: Sequence[Round], *, variant: str, currency: str, more: bool) -> HistoryView:
    """Show past rounds, the newest first.

    Args:
        variant, currency: the filters in force, empty for none.
        more: whether older rounds follow.
    """
    chosen = {"game": variant, "currency": currency}
    kept = {name: value for name, value in chosen.items() if value}
    older = urlencode(kept | {"before": rows[-1].pk}) if more else ""
    here = reverse("blackjack:history")
    games = [("", _("All games")), *((one.value, str(words.TITLES[one])) for one in Variant)]
    modes = [("", _("Demo and real")), (Currency.FUN.value, _("Demo")), (Currency.RUR.value, "RUR")]
    return HistoryView(
        rounds=[past_round(row) for row in rows],
        variants=_options(games, variant),
        currencies=_options(modes, currency),
        older_url=f"{here}?{older}" if older else "",
        file_url=f"{reverse('blackjack:history_file')}?{urlencode(kept)}",
    )


def past_round(row: Round) -> PastRound:
    """Show one round as far as its table shows it."""
    over = row.ended_at is not None
    played: PlayedRound | None = None
    url = ""
    try:
        played = replayed(row)
        state = "ended" if over else "open"
    except SealedRound:
        state = "sealed"
    except BrokenRound:
        state = "broken"
    staked, returned = staked_and_returned(row)
    if state == "ended":
        url = reverse("blackjack:replay", args=[row.pk])
    elif not over:
        url = table_url(row.table.variant, row.table.currency)
    return PastRound(
        number=row.pk,
        title=str(words.TITLES[Variant(row.table.variant)]),
        demo=row.table.currency == Currency.FUN,
        currency=row.table.currency,
        dealt_at=row.dealt_at,
        dealer_cards=played.dealer if played else (),
        dealer_total=words.total(played.dealer, blackjack=played.dealer_blackjack)
        if played
        else "",
        hands=result_rows(played) if played else (),
        on_bingo=sum(row.bingo.values()),
        staked=staked,
        returned=returned,
        state=state,
        over=over,
        url=url,
        kept_until=None if over or state == "broken" else ends_at(row),
        by_house=words.by_house(row.actions, row.house_from) if played else "",
        transcript_url=_transcript_url(row) if state == "ended" else "",
    )


def _transcript_url(row: Round) -> str:
    """Return where the transcript is saved from; empty while the shoe is in play."""
    if row.shoe.commitment.revealed_at is None:
        return ""
    return reverse("fairplay:transcript", args=[row.pk])


def replay_view(row: Round, stages: Sequence[PlayedRound], step: int) -> ReplayView:
    """Show a past round as it was after its deal (step 0) or after an action."""
    round_ = stages[step]
    rules = round_.rules
    return ReplayView(
        number=row.pk,
        title=str(words.TITLES[rules.variant]),
        demo=row.table.currency == Currency.FUN,
        currency=row.table.currency,
        dealt_at=row.dealt_at,
        dealer=dealer_view(round_, row.shoe),
        boxes=box_views(round_, row.shoe, rules, {}),
        steps=_steps(row, stages, step),
        step=step,
        cards_out=round_.next_card,
        cards_total=rules.cards,
        spoken=spoken(round_),
        rows=[*result_rows(round_), *bingo_rows(row)] if round_.finished else (),
        print_main=_("Blackjack pays 3 to 2"),
        print_dealer=words.dealer_rule(rules),
        print_insurance=_("Insurance pays 2 to 1"),
        check_url=reverse("fairplay:game", args=[row.pk]),
        transcript_url=_transcript_url(row),
    )


def _steps(row: Round, stages: Sequence[PlayedRound], step: int) -> list[StepView]:
    labels = [_("Deal")]
    for place, (before, action) in enumerate(zip(stages, row.actions, strict=False)):
        turn = before.turn
        who = ""
        if turn is not None:
            box = before.box(turn.box)
            who = words.box_and_hand(box.number, turn.hand, len(box.hands))
        label = f"{who}: {words.ACTIONS[Action(action)]}"
        if row.house_from is not None and place >= row.house_from:
            label = _("%(step)s (the house)") % {"step": label}
        labels.append(label)
    here = reverse("blackjack:replay", args=[row.pk])
    return [
        StepView(number, label, f"{here}?step={number}", number == step)
        for number, label in enumerate(labels)
    ]


def _options(named: Sequence[tuple[str, str]], chosen: str) -> list[Option]:
    return [Option(value, label, value == chosen) for value, label in named]
