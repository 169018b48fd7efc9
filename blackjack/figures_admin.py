"""What staff see of the dealer: the counts of the days, and whether he is where chance lets him be.

Nothing is edited.
"""

from typing import Any

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blackjack import words
from blackjack.engine.rules import Variant
from blackjack.models import DailyFigures, DealerWatch
from blackjack.presenters.figures import decimal, percent
from blackjack.site_figures.judging import Share, figures
from casino.read_only_admin import ReadOnlyAdmin


def _game(row: Any) -> str:
    """Return the game's title; of a game that is no more its bare name."""
    try:
        return str(words.TITLES[Variant(row.variant)])
    except ValueError:
        return str(row.variant)


@admin.register(DealerWatch)
class DealerWatchAdmin(ReadOnlyAdmin):
    """A row for each game, judged anew every night."""

    list_display = ("game", "inside", "rounds", "seldom", "outside_since", "told_at", "judged_at")
    fields = (*list_display, "ends")
    readonly_fields = ("game", "inside", "seldom", "ends")
    ordering = ("variant",)
    numbered = False
    searched = False

    def row_title(self, row: DealerWatch) -> str:
        """The game."""
        return _game(row)

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: DealerWatch) -> str:
        """The game."""
        return _game(row)

    @admin.display(description=gettext_lazy("in its band"), boolean=True)
    def inside(self, row: DealerWatch) -> bool | None:
        """Whether chance explains the figures; empty with too few rounds."""
        if row.chance is None:
            return None
        return row.outside_since is None

    @admin.display(description=gettext_lazy("chance of being as far off"))
    def seldom(self, row: DealerWatch) -> str:
        """How often fair dealing is as far off."""
        return _("too few rounds") if row.chance is None else decimal(row.chance, 5)

    @admin.display(description=gettext_lazy("shares, and between which they should lie"))
    def ends(self, row: DealerWatch) -> str:
        """Every share beside its 99 % band."""
        found = figures(Variant(row.variant))
        if found is None:
            return "—"
        shares = (*found.dealer, found.naturals)
        return format_html_join("", "<div>{}</div>", ((_share(share),) for share in shares))


def _share(share: Share) -> str:
    name = words.END_NAMES.get(share.name, share.name)
    band = f"{decimal(100 * share.low, 3)}–{percent(share.high, 3)}"
    return f"{name}: {percent(share.share, 3)} ({band})"


@admin.register(DailyFigures)
class DailyFiguresAdmin(ReadOnlyAdmin):
    """The counts, day by day and game by game."""

    list_display = ("day", "game", "rounds", "boxes", "naturals", "counted_at")
    list_filter = ("variant",)
    ordering = ("-day",)
    numbered = False
    searched = False

    def row_title(self, row: DailyFigures) -> str:
        """The game and the day."""
        return f"{_game(row)}, {row.day}"

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: DailyFigures) -> str:
        """The game."""
        return _game(row)
