"""Days of the site's own figures, as if they had been counted."""

from datetime import timedelta

from django.utils import timezone

from blackjack.analysis import published
from blackjack.engine.rules import Variant
from blackjack.models import DailyFigures


def planted(variant: Variant, rounds: int, *, shift: float = 0.0, days_ago: int = 1) -> None:
    """A day that came exactly as expected, or with busts turned into twenties."""
    book = published.load(variant)
    exact = {str(total): chance for total, chance in book.dealer_overall.totals.items()}
    exact |= {"bust": book.dealer_overall.bust - shift, "blackjack": book.dealer_overall.blackjack}
    exact["20"] += shift
    DailyFigures.objects.create(
        day=timezone.localdate() - timedelta(days=days_ago),
        variant=variant,
        rounds=rounds,
        boxes=rounds,
        net=round(2 * book.ev_table * rounds),
        net_squares=round(4 * book.sd_table**2 * rounds),
        net_boxes=round(2 * book.ev_table * rounds),
        boxes_squares=rounds,
        naturals=round(book.natural * rounds),
        counted_at=timezone.now(),
        **{f"dealer_{end}": round(chance * rounds) for end, chance in exact.items()},
    )
