"""From ended rounds to counts of a day, once for each day.

What is left to count is found in the database: complete days without a row, as far back as all
their rounds are certain to be there. It may run twice, late, or be killed in the middle.

Rounds that the house ended after ten days are left out: they are deleted in the same minute. So
may be, uncounted, what a player ended in its last hours.
"""

from collections import Counter
from datetime import date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

from accounts.verification import walking
from blackjack.engine import hands
from blackjack.engine.round import must_draw
from blackjack.engine.rules import NEWEST, RULES
from blackjack.engine.state import Box
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.keeping import KEPT
from blackjack.replays import replayed, rounds
from blackjack.site_figures.models import ENDS, DailyFigures
from casino.transactions import one_snapshot

_LOOKED_BACK: Final = KEPT.days - 1
"""Days before today of which no round can have been deleted yet."""
_HALVES: Final = 2


def count_days(*, now: datetime) -> int:
    """Count every complete day that has not been counted; how many rounds that were."""
    today = timezone.localdate(now)
    days = [today - timedelta(days=back) for back in range(_LOOKED_BACK, 0, -1)]
    games = len(RULES[NEWEST])
    done = Counter(DailyFigures.objects.filter(day__in=days).values_list("day", flat=True))
    return sum(_count(day, now) for day in days if done[day] < games)


def _count(day: date, now: datetime) -> int:
    """Write the rows of a day; of several runs at once the first counts."""
    rows = {
        variant.value: DailyFigures(day=day, variant=variant.value, counted_at=now)
        for variant in RULES[NEWEST]
    }
    ended = rounds().filter(
        ended_at__gte=_begin(day),
        ended_at__lt=_begin(day + timedelta(days=1)),
        house_from__isnull=True,
    )
    with one_snapshot(), walking(ended.order_by("pk")) as stored:
        for row in stored:
            figures = rows.get(row.table.variant)
            if figures is None:
                continue
            try:
                played = replayed(row)
            except SealedRound:
                return 0  # the next night may have the key
            except BrokenRound:
                continue  # staff were told where it was found
            add(figures, played)
    DailyFigures.objects.bulk_create(rows.values(), ignore_conflicts=True)
    return sum(figures.rounds for figures in rows.values())


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def add(figures: DailyFigures, played: PlayedRound) -> None:
    """Add an ended round to the counts of its day."""
    boxes = len(played.boxes)
    net = sum(_net(box) for box in played.boxes)
    figures.rounds += 1
    figures.boxes += boxes
    figures.net += net
    figures.net_squares += net**2
    figures.net_boxes += net * boxes
    figures.boxes_squares += boxes**2
    figures.naturals += sum(box.hands[0].blackjack for box in played.boxes)
    field = f"dealer_{dealer_end(played)}"
    setattr(figures, field, getattr(figures, field) + 1)


def _net(box: Box) -> int:
    """Return what a box brought, in halves of its first bet: every payout is a whole number."""
    net = box.insurance_returned - box.insurance
    net += sum(hand.returned - hand.stake for hand in box.hands)
    return net * _HALVES // box.bet


def dealer_end(played: PlayedRound) -> str:
    """Return how the dealer's hand ends, one of ``ENDS``.

    Where the bets did not ask him to play it out, he takes here what came next in the shoe. So no
    decision of a player moves these figures: the cards that a player has not seen are in any
    order as likely as in any other, whenever he stops drawing.
    """
    cards = list(played.dealer)
    coming = [played.reserved] if played.reserved and len(cards) == 1 else []
    following = played.next_card
    while must_draw(played.rules, cards):
        if coming:
            number = coming.pop()
        else:
            following += 1
            number = following
        cards.append(played.shoe[number - 1])
    if hands.is_blackjack(cards):
        return "blackjack"
    points = hands.value(cards).points
    end = "bust" if points > hands.TWENTY_ONE else str(points)
    assert end in ENDS  # noqa: S101 - the fields of the model
    return end
