"""What a round came to, hand by hand, in the reader's language: for checks and for the history."""

from django.utils.translation import gettext as _

from accounts.models import Entry
from blackjack import words
from blackjack.engine.bingo import Combination
from blackjack.engine.state import Box, Hand, Outcome
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import BrokenRound
from blackjack.models import BingoSession, Round
from blackjack.replays import replayed, rules_for
from fairplay.registry import ResultRow


def staked_and_returned(row: Round) -> tuple[int, int]:
    """Return what the row says of its money, hundredths; zeros where it is damaged."""
    try:
        if row.shown is None:
            return _so_far(row)
        staked, returned = row.shown["staked"], row.shown["returned"]
    except (LookupError, TypeError, ValueError, AttributeError):
        return 0, 0
    return (staked, returned) if type(staked) is type(returned) is int else (0, 0)


def _so_far(row: Round) -> tuple[int, int]:
    """Return what an open round has taken and given back; as booked where it does not replay."""
    try:
        played = replayed(row)
    except BrokenRound:
        booked = Entry.objects.filter(cause__in=row.causes).values_list("amount", flat=True)
        taken = -sum(amount for amount in booked if amount < 0)
        return taken, sum(amount for amount in booked if amount > 0)
    return played.staked, played.returned


def shown_out(row: Round) -> int:
    """Return how many cards were out when a round ended, as its table showed; 0 where damaged."""
    try:
        out = row.shown["next_card"] if row.shown else 0
    except (LookupError, TypeError):
        return 0
    return out if type(out) is int else 0


def result_rows(played: PlayedRound) -> list[ResultRow]:
    """Return its hands and insurances as far as they may be seen."""
    rows: list[ResultRow] = []
    for box in played.boxes:
        rows.extend(_hand_row(box, number) for number in range(1, len(box.hands) + 1))
        if box.insurance:
            rows.append(_insurance_row(box, played))
    return rows


def bingo_rows(row: Round) -> list[ResultRow]:
    """Show the bingo bets laid with the round, and what has ended since without another round."""
    rows = [
        ResultRow(
            label=_("Bingo, box %(number)s") % {"number": box},
            cards=(),
            outcome=_("bet laid"),
            stake=stake,
            returned=0,
        )
        for box, stake in row.bingo.items()
    ]
    if row.ended_at is None or not rules_for(row.table, row.shoe).bingo:
        return rows
    over = row.shoe.rounds.filter(pk__lte=row.pk).count()
    ended = BingoSession.objects.filter(shoe=row.shoe, after_round=over).order_by("box")
    rows += [
        ResultRow(
            label=_("Bingo, box %(number)s") % {"number": session.box},
            cards=(),
            outcome=words.combination(Combination(session.combination), session.pay_table),
            stake=session.stake,
            returned=session.stake if session.refunded else session.returned,
        )
        for session in ended
    ]
    return rows


def _hand_row(box: Box, number: int) -> ResultRow:
    hand: Hand = box.hands[number - 1]
    total = words.total(hand.cards, blackjack=hand.blackjack)
    if hand.outcome is None or hand.outcome is Outcome.BLACKJACK:
        outcome = total
    else:
        outcome = f"{total}, {str(words.OUTCOMES[hand.outcome]).lower()}"
    return ResultRow(
        label=words.box_and_hand(box.number, number, len(box.hands)),
        cards=hand.cards,
        outcome=outcome,
        stake=hand.stake,
        returned=hand.returned,
    )


def _insurance_row(box: Box, played: PlayedRound) -> ResultRow:
    if not played.finished:
        outcome = _("not decided yet")
    elif box.insurance_returned:
        outcome = _("the dealer has a blackjack")
    else:
        outcome = _("the dealer has no blackjack")
    return ResultRow(
        label=_("Insurance, box %(number)s") % {"number": box.number},
        cards=(),
        outcome=outcome,
        stake=box.insurance,
        returned=box.insurance_returned,
    )
