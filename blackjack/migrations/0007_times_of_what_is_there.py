"""Since when shoes and bingo sessions that are there have been played, and until when they stay.

The ten days and the names of the games are those of this migration's own day.
"""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

KEPT = timedelta(days=10)
FRESH = ["double-deck", "six-deck"]


def fill(apps: Any, _editor: Any) -> None:
    """Read the times from the rounds."""
    shoes = apps.get_model("blackjack", "Shoe").objects
    rounds = apps.get_model("blackjack", "Round").objects
    sessions = apps.get_model("blackjack", "BingoSession").objects
    tables = apps.get_model("blackjack", "Table").objects
    first = rounds.filter(shoe=OuterRef("pk")).order_by("dealt_at").values("dealt_at")[:1]
    shoes.update(dealt_at=Subquery(first))
    fresh = shoes.filter(table__in=tables.filter(variant__in=FRESH))
    fresh.filter(dealt_at__isnull=False).update(kept_until=F("dealt_at") + KEPT)
    ended = shoes.filter(ended_at__isnull=False, kept_until__isnull=True)
    ended.update(kept_until=F("ended_at") + KEPT)
    last = rounds.filter(table=OuterRef("table"), ended_at__isnull=False)
    last = last.order_by("-dealt_at").values("dealt_at")[:1]
    sessions.filter(ended_at__isnull=False).update(last_round_at=F("ended_at"))
    sessions.filter(ended_at__isnull=True).update(
        last_round_at=Coalesce(Subquery(last), F("opened_at"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0006_ten_days"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
