"""Replaying bingo: did every session come to what the dealer's totals made of it? Reads only."""

from collections.abc import Mapping
from typing import Any

from accounts.kinds import Kind
from blackjack.models import BingoSession, Shoe
from blackjack.replays import replayed, rounds, rules_for, running_sessions
from blackjack.transcript_bingo import Sessions
from blackjack.transcript_format import TranscriptError


class Unlike(Exception):
    """The rounds give something else than the sessions say."""


def lines_of(row: BingoSession) -> Mapping[str, tuple[str, int]]:
    """Return the money lines of a session: cause -> kind and amount, hundredths."""
    lines = {f"{row.cause}/1": (Kind.BINGO.value, -row.stake)}
    if row.returned:
        lines[f"{row.cause}/2"] = (Kind.BINGO_PAYOUT.value, row.returned)
    elif row.refunded:
        lines[f"{row.cause}/2"] = (Kind.BINGO_REFUND.value, row.stake)
    return lines


def require_same(shoe: Shoe, following: Shoe | None) -> None:
    """Fold a shoe's sessions over its rounds and compare with what is stored.

    Args:
        following: the table's next shoe, which took over what was still running.

    Raises:
        Unlike: in words for staff.
        BrokenRound: a round does not replay.
    """
    folded = _fold(shoe)
    ended = BingoSession.objects.filter(shoe=shoe).order_by("after_round", "box")
    if [_paid(row) for row in ended] != folded["bingo_paid"]:
        raise Unlike(f"shoe {shoe.pk}: the bingo sessions that ended differ from its rounds")
    if following is not None:
        running: Any = following.bingo_before
    else:
        running = {str(row.box): row.carried for row in running_sessions(shoe.table)}
    if running != folded["bingo"]:
        raise Unlike(f"shoe {shoe.pk}: the bingo sessions that run on differ from its rounds")


def _fold(shoe: Shoe) -> Mapping[str, Any]:
    try:
        sessions = Sessions(rules_for(shoe.table, shoe), shoe.bingo_before)
        for row in rounds().filter(shoe=shoe).order_by("pk"):
            sessions.leave(row.leave, "leave")
            sessions.before_deal(row.stakes, row.bingo, "bingo")
            played = replayed(row)
            if played.finished:
                sessions.after_round(played)
        sessions.leave(shoe.left, "leave")
    except (TranscriptError, LookupError, TypeError, ValueError, AttributeError) as error:
        # Any but the first means that a row was damaged, and may quote what stands there.
        why = str(error) if isinstance(error, TranscriptError) else type(error).__name__
        raise Unlike(f"shoe {shoe.pk}: its bingo does not replay: {why}") from None
    return sessions.result()


def _paid(row: BingoSession) -> Mapping[str, Any]:
    return {
        "box": row.box,
        "after_round": row.after_round,
        "combination": row.combination,
        "stake": row.stake,
        "returned": row.returned,
    }
