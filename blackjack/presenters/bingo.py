"""The bingo cards over the boxes, and what leaving a place means (rules.md section 8)."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from blackjack import words
from blackjack.engine import bingo, hands
from blackjack.engine.bingo import Combination
from blackjack.models import BingoSession
from blackjack.presenters.betting import Laid
from blackjack.presenters.felt import stack
from blackjack.presenters.felt_view import (
    BetField,
    BingoCell,
    BingoView,
    LeaveView,
)
from blackjack.presenters.table_view import (
    LeavingView,
)
from blackjack.replays import TableState
from blackjack.templatetags.money import money


def bingo_views(state: TableState, boxes: int, laid: Laid | None) -> Mapping[int, BingoView]:
    """Show the card of every box.

    Args:
        laid: what the betting form holds; ``None`` while a round is open.
    """
    shown = {row.box: row for row in state.places}  # the later of two on one box comes last
    views = {}
    for box in range(1, boxes + 1):
        row = shown.get(box)
        field = None if laid is None else _field(box, laid)
        if row is None:
            views[box] = BingoView(box, "empty", 0, _cells(()), _("no bet"), field=field)
        elif row.ended_at is None:
            views[box] = BingoView(
                box,
                "running",
                row.stake,
                _cells(row.lit),
                words.bingo_status(row.session),
                chips=stack(row.stake),
                leave=None if laid is None else leave_view([row]),
            )
        else:
            views[box] = BingoView(
                box,
                "ended",
                0,
                _cells(row.lit),
                _came_to(row, state),
                net=(row.stake if row.refunded else row.returned) - row.stake,
                field=field,
            )
    return views


def on_bingo(places: Sequence[BingoSession]) -> int:
    """Return what lies in running sessions, hundredths."""
    return sum(row.stake for row in places if row.ended_at is None)


def leave_view(rows: Sequence[BingoSession]) -> LeaveView | None:
    """Say what leaving these places means; ``None`` where no session is running."""
    running = [row for row in rows if row.ended_at is None]
    if not running:
        return None
    returned = sum(bingo.left(row.session).returned for row in running)
    if len(running) == 1:
        return LeaveView(returned, _means(running[0].session))
    staked = sum(row.stake for row in running)
    text = _("All bingo sessions end: %(returned)s come back for %(staked)s laid.")
    return LeaveView(returned, text % {"returned": money(returned), "staked": money(staked)})


def leaving_view(state: TableState, boxes: Mapping[int, int]) -> LeavingView | None:
    """Ask before a deal that would leave places: each with what it gives back, hundredths."""
    if not boxes:
        return None
    running = {row.box: row.session for row in state.places if row.ended_at is None}
    return LeavingView(
        boxes=",".join(str(box) for box in sorted(boxes)),
        means=tuple(
            f"{words.box(box)}: {_means(running[box])}" for box in sorted(boxes) if box in running
        ),
    )


def left_table(places: Sequence[BingoSession], currency: str) -> str:
    """Say what leaving the table has just given back."""
    last = max(row.ended_at for row in places if row.ended_at is not None)
    left = [row for row in places if row.ended_at == last]
    text = _("You have left the table: %(returned)s %(currency)s for %(staked)s laid on bingo.")
    return text % {
        "returned": money(sum(row.returned for row in left)),
        "staked": money(sum(row.stake for row in left)),
        "currency": currency,
    }


def spoken(views: Mapping[int, BingoView]) -> Sequence[str]:
    """Say how the cards stand on which something lies or has just ended."""
    return [
        _("Bingo, box %(box)s: %(status)s.") % {"box": box, "status": view.status}
        for box, view in views.items()
        if view.state != "empty"
    ]


def _cells(lit: Sequence[int]) -> tuple[BingoCell, ...]:
    return tuple(BingoCell(number, number in lit) for number in bingo.CELLS)


def _field(box: int, laid: Laid) -> BetField:
    name = f"bingo_{box}"
    return BetField(f"bingo-{box}", name, laid.bingo.get(box, ""), name in laid.wrong)


def _means(session: bingo.Session) -> str:
    ended = bingo.left(session)
    if not ended.returned:
        text = _("fewer than three numbers, the bet of %(stake)s is lost")
        return text % {"stake": money(session.stake)}
    values = {
        "combination": words.combination(ended.combination, session.pay_table),
        "returned": money(ended.returned),
    }
    return _("%(combination)s, %(returned)s come back") % values


def _came_to(row: BingoSession, state: TableState) -> str:
    """Say why a session has ended."""
    if row.combination != Combination.NONE:
        return words.combination(Combination(row.combination), row.pay_table)
    if row.refunded:
        return _("bet returned")
    round_, played = state.round, state.row
    by_round = played is not None and row.ended_at == played.ended_at
    if by_round and round_ is not None and hands.value(round_.dealer).points > hands.TWENTY_ONE:
        return _("dealer bust")
    return _("place left")
