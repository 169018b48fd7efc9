"""The whole table, from its state to what its templates may see.

Reads no database: the services bring the state, the views the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.limits import Limit
from accounts.models import Currency
from accounts.protection.presenters import QuestionView, StopView
from blackjack import words
from blackjack.engine import choices
from blackjack.engine.rules import Rules, Variant
from blackjack.engine.state import Outcome, Round, Stage
from blackjack.keeping import is_expired
from blackjack.presenters.betting import Laid, bets_view
from blackjack.presenters.bingo import bingo_views, leave_view, leaving_view, on_bingo
from blackjack.presenters.bingo import spoken as spoken_bingo
from blackjack.presenters.felt import box_views, dealer_view
from blackjack.presenters.felt_view import BingoView
from blackjack.presenters.notices import shown_notices
from blackjack.presenters.spoken import spoken
from blackjack.presenters.table_view import (
    ChoiceView,
    FairPlayView,
    KeptShoeView,
    Notice,
    Phase,
    SignatureView,
    TableView,
    TurnView,
)
from blackjack.replays import TableState
from blackjack.results import shown_out
from blackjack.templatetags.money import money

DECLINE_ALL: Final = "decline_all"
"""The button that declines insurance for several boxes; ``services.decline_all`` does it."""
MODES: Final = {"demo": Currency.FUN.value, "real": Currency.RUR.value}
"""How a currency is called in addresses."""


def table_url(variant: Variant | str, currency: str) -> str:
    """Return the address of a table."""
    mode = next(mode for mode, money_of in MODES.items() if money_of == currency)
    return _address("table", variant=str(variant), mode=mode)


@lru_cache
def _address(name: str, **of: str) -> str:
    """Work an address of the tables out once: there are a few dozen, and ten in every answer."""
    return reverse(f"blackjack:{name}", kwargs=of)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who looks at the table: what the view knows beside the table's state."""

    rules: Rules
    mode: str
    currency: str
    tier: str
    limit: Limit
    balance: int


def table_view(
    state: TableState,
    seat: Seat,
    *,
    now: datetime,
    laid: Laid | None = None,
    notices: Sequence[Notice] = (),
    leaving: Mapping[int, int] | None = None,
    stop: StopView | None = None,
    question: QuestionView | None = None,
    kept_until: datetime | None = None,
) -> TableView:
    """Show the table as it stands to its player.

    Args:
        leaving: bingo places that the player is asked about, with what each gives back.
        stop: why he may begin no round; a round that is open goes on.
        question: what he is asked before the next one.
        kept_until: when the house ends his open round, if he is to be told.
    """
    laid = laid or Laid()
    round_ = state.round
    notices = shown_notices(state, notices, closed=seat.limit.closed, kept_until=kept_until)
    shoe = None if state.row is None else state.row.shoe
    phase = _phase(round_)
    playing = round_ if phase is Phase.PLAYING else None
    address = {"variant": seat.rules.variant.value, "mode": seat.mode}
    addresses = _addresses(seat)
    actions = () if playing is None else tuple(_choices(playing, seat))
    staked = 0 if playing is None else playing.staked - playing.returned
    bingo: Mapping[int, BingoView] = {}
    if seat.rules.bingo:
        bingo = bingo_views(state, seat.rules.boxes, None if playing else laid)
    return TableView(
        version=0 if state.table is None else state.table.version,
        variant=seat.rules.variant.value,
        mode=seat.mode,
        currency=seat.currency,
        title=str(words.TITLES[seat.rules.variant]),
        tier=seat.tier,
        minimum=seat.limit.minimum,
        maximum=seat.limit.maximum,
        phase=phase,
        balance=seat.balance,
        in_play=staked + on_bingo(state.places),
        net=round_.returned - round_.staked if round_ and phase is Phase.RESULT else None,
        cheer=_cheer(round_, bingo) if round_ and phase is Phase.RESULT else "",
        dealer=dealer_view(round_, shoe),
        boxes=box_views(round_, shoe, seat.rules, bingo),
        turn=None if playing is None else turn_view(playing),
        choices=actions,
        bets=None
        if playing or stop
        else bets_view(
            seat.rules,
            laid,
            limit=seat.limit,
            previous={} if state.row is None or round_ is None else state.row.stakes,
            table_url=addresses["table_url"],
            notices=notices,
            shoe_cut=state.shoe is not None and state.shoe.cut is not None,
        ),
        fairplay=_fairplay(state, address),
        cards_out=_cards_out(state, seat.rules),
        cards_total=seat.rules.cards,
        print_main=_("Blackjack pays 3 to 2"),
        print_dealer=words.dealer_rule(seat.rules),
        print_insurance=_("Insurance pays 2 to 1"),
        decks_note=words.decks_note(seat.rules),
        spoken=" ".join(_spoken(round_, bingo, actions, seat)),
        kept_shoe=_kept_shoe(state, seat.rules, address, now),
        on_bingo=on_bingo(state.places),
        leave_table=None if playing else leave_view(state.places),
        leaving=leaving_view(state, leaving or {}),
        notices=notices,
        stop=None if playing else stop,
        question=question,
        closed=seat.limit.closed,
        **addresses,
    )


class _Addresses(TypedDict):
    """Where a table's links and forms lead, by the names that its view has for them."""

    table_url: str
    deal_url: str
    act_url: str
    leave_url: str
    rules_url: str
    strategy_url: str
    demo_url: str
    real_url: str


def _addresses(seat: Seat) -> _Addresses:
    variant = seat.rules.variant.value
    here = {"variant": variant, "mode": seat.mode}
    return {
        "table_url": _address("table", **here),
        "deal_url": _address("deal", **here),
        "act_url": _address("act", **here),
        "leave_url": _address("leave", **here),
        "rules_url": _address("rules", variant=variant),
        "strategy_url": _address("strategy", variant=variant),
        "demo_url": table_url(variant, Currency.FUN),
        "real_url": table_url(variant, Currency.RUR),
    }


def _cards_out(state: TableState, rules: Rules) -> int:
    """Count the cards of the shoe in use; a fresh one shows its last round until the next."""
    if state.row is None:
        return 0
    changed = state.shoe is not None and state.shoe.pk != state.row.shoe_id
    if changed and (rules.kept_shoe is not None or state.round is None):
        return 0
    return shown_out(state.row) if state.round is None else state.round.next_card


def _kept_shoe(
    state: TableState, rules: Rules, address: Mapping[str, str], now: datetime
) -> KeptShoeView | None:
    """Say of a shoe that is kept when it is replaced, and whether the player may close it."""
    kept = rules.kept_shoe
    if kept is None:
        return None
    due = state.shoe is not None and is_expired(state.shoe, now)
    return KeptShoeView(
        replaced_from=kept.replaced_from,
        closable=state.open_round is None
        and (due or kept.closable_from <= _cards_out(state, rules)),
        close_url=_address("close", **address),
    )


def _phase(round_: Round | None) -> Phase:
    if round_ is None:
        return Phase.BETTING
    return Phase.RESULT if round_.finished else Phase.PLAYING


def _cheer(round_: Round, bingo: Mapping[int, BingoView]) -> str:
    """Say whether a round brought more than it cost, bingo sessions that it ended among it."""
    ended = sum(view.net for view in bingo.values() if view.net is not None)
    if round_.returned - round_.staked + ended <= 0:
        return ""
    outcomes = {hand.outcome for _, hand in round_.all_hands()}
    return "blackjack" if Outcome.BLACKJACK in outcomes else "win"


def turn_view(round_: Round) -> TurnView | None:
    """Say whose turn it is; ``None`` when no hand awaits a decision."""
    turn = round_.turn
    if turn is None:
        return None
    box = round_.box(turn.box)
    hand = box.hands[turn.hand - 1]
    return TurnView(
        who=words.box_and_hand(box.number, turn.hand, len(box.hands)),
        total=words.total(hand.cards),
        against=words.against(round_.dealer[0]),
    )


def _choices(round_: Round, seat: Seat) -> list[ChoiceView]:
    views = []
    for action in choices.offered(round_):
        refusal = choices.refusal(round_, action)
        cost = 0 if refusal else choices.price(round_, action)
        reason = words.refusal(refusal, round_.rules) if refusal else ""
        if cost > seat.balance:
            reason = not_enough(cost, seat.balance, seat.currency)
        views.append(
            ChoiceView(
                action=action.value,
                label=str(words.ACTIONS[action]),
                enabled=not reason,
                reason=reason,
                cost=cost,
            )
        )
    if _asked_together(round_):
        views.append(ChoiceView(DECLINE_ALL, _("None of the boxes"), True, "", 0))
    return views


def _spoken(
    round_: Round | None,
    bingo: Mapping[int, BingoView],
    actions: Sequence[ChoiceView],
    seat: Seat,
) -> Sequence[str]:
    if round_ is None:
        return ()
    able = [str(choice.label) for choice in actions if choice.enabled]
    balance = f"{money(seat.balance)} {seat.currency}"
    return (spoken(round_, actions=able, balance=balance), *spoken_bingo(bingo))


def _asked_together(round_: Round) -> bool:
    """Whether more than one box is still to be asked for insurance."""
    waiting = sum(not box.asked for box in round_.boxes)
    return round_.stage is Stage.INSURING and waiting > 1


def not_enough(needed: int, balance: int, currency: str) -> str:
    """Return the sentence for a balance that can't pay; both amounts are hundredths."""
    return _("It costs %(needed)s %(currency)s, the balance is %(balance)s.") % {
        "needed": money(needed),
        "balance": money(balance),
        "currency": currency,
    }


def _fairplay(state: TableState, address: Mapping[str, str]) -> FairPlayView:
    row = state.row
    current = last = None
    if state.shoe is not None:
        current = SignatureView(
            md5=state.shoe.commitment.md5,
            sha256=state.shoe.commitment.sha256,
            file_url=_address("signature", **address),
        )
    if row is not None and row.shoe.commitment.is_revealed:
        commitment = row.shoe.commitment
        last = SignatureView(
            md5=commitment.md5,
            sha256=commitment.sha256,
            file_url=reverse("fairplay:signature", args=[row.pk]),
            check_url=reverse("fairplay:game", args=[row.pk]),
            secret=commitment.revealed,
        )
    return FairPlayView(current=current, last=last, last_number=row.pk if row and last else None)
