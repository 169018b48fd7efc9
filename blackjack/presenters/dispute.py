"""A round as staff look into it: its steps in words, its money lines, its FairPlay data.

Only cards that lie on the table pass here, and no string before it is revealed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.kinds import Kind
from accounts.models import Entry
from blackjack import words
from blackjack.engine.rules import Variant
from blackjack.engine.state import Action
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import BrokenRound
from blackjack.models import BingoSession, Round
from blackjack.replays import stages


@dataclass(frozen=True, slots=True)
class HandFact:
    """A hand at one step; the stake is in hundredths."""

    who: str
    cards: str
    total: str
    stake: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, and how the table stood then."""

    number: int
    done: str
    dealer: str
    dealer_total: str
    hands: Sequence[HandFact]


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A journal line of the round; amounts are hundredths."""

    at: datetime
    kind: str
    amount: int
    balance_after: int
    cause: str


@dataclass(frozen=True, slots=True)
class DisputeView:
    """All that the page of a round shows beside the row's own fields.

    Attributes:
        broken: whether the stored round no longer replays.
        secret: the revealed string; blank before.
    """

    number: int
    player_id: int
    login: str
    dealt_at: datetime
    ended_at: datetime | None
    title: str
    currency: str
    tier: str
    broken: bool
    is_open: bool
    steps: Sequence[Step]
    money: Sequence[MoneyLine]
    net: int
    md5: str
    sha256: str
    secret: str
    cut: int | None
    seed: str
    first_card: int


def dispute_view(row: Round) -> DisputeView:
    """Show one round to staff."""
    try:
        played = stages(row)
    except BrokenRound:
        played = []
    money = _money_lines(row)
    commitment = row.shoe.commitment
    return DisputeView(
        number=row.pk,
        player_id=row.table.player_id,
        login=row.table.player.username,
        dealt_at=row.dealt_at,
        ended_at=row.ended_at,
        title=str(words.TITLES[Variant(row.table.variant)]),
        currency=row.table.currency,
        tier=row.tier,
        broken=not played,
        is_open=row.ended_at is None,
        steps=[_step(number, one, row) for number, one in enumerate(played)],
        money=money,
        net=sum(line.amount for line in money),
        md5=commitment.md5,
        sha256=commitment.sha256,
        secret=commitment.revealed,
        cut=row.shoe.cut,
        seed=row.shoe.player_seed,
        first_card=row.first_card + 1,
    )


def _step(number: int, played: PlayedRound, row: Round) -> Step:
    return Step(
        number=number + 1,
        done=_done(row, number - 1),
        dealer=_cards(played.dealer),
        dealer_total=words.total(played.dealer, blackjack=played.dealer_blackjack),
        hands=[
            HandFact(
                who=words.box_and_hand(box.number, which, len(box.hands)),
                cards=_cards(hand.cards),
                total=words.total(hand.cards, blackjack=hand.blackjack),
                stake=hand.stake,
                outcome="" if hand.outcome is None else str(words.OUTCOMES[hand.outcome]),
            )
            for box in played.boxes
            for which, hand in enumerate(box.hands, start=1)
        ],
    )


def _done(row: Round, place: int) -> str:
    if place < 0:
        return _("Dealt")
    word = row.actions[place]
    text = str(words.ACTIONS[Action(word)]) if word in set(Action) else word
    if row.house_from is not None and place >= row.house_from:
        return _("%(step)s (the house)") % {"step": text}
    return text


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(words.card(card) for card in cards)


def _money_lines(row: Round) -> list[MoneyLine]:
    """The lines that name this round, and those of the bingo bets laid with it, by their causes."""
    # Asked for whatever the game is: the rules of a damaged round may not be known.
    sessions = BingoSession.objects.filter(table=row.table, opened_at=row.dealt_at)
    causes = [*row.causes, *(f"{one.cause}/{number}" for one in sessions for number in (1, 2))]
    return [
        MoneyLine(
            at=entry.at,
            kind=str(Kind(entry.kind).label),
            amount=entry.amount,
            balance_after=entry.balance_after,
            cause=entry.cause,
        )
        for entry in Entry.objects.filter(cause__in=causes).order_by("number")
    ]
