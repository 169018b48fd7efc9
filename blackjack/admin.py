"""What staff may look at: tables and rounds, never a card that is not dealt. Nothing is edited."""

from django.contrib import admin

from blackjack.models import BingoSession, Round, Table
from casino.read_only_admin import ReadOnlyAdmin


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Which tables a player has opened."""

    list_display = ("pk", "player", "variant", "currency", "version")
    list_filter = ("variant", "currency")
    list_select_related = ("player",)
    search_fields = ("player__username",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds by their inputs and, once ended, by what the table showed."""

    list_display = ("pk", "table", "tier", "dealt_at", "ended_at")
    list_filter = ("tier", "table__variant", "table__currency")
    list_select_related = ("table",)
    search_fields = ("=pk", "table__player__username")
    # The shoe itself is left out: its row names a sealed string.
    fields = (
        "table",
        "tier",
        "scheme",
        "moved",
        "leave",
        "bets",
        "bingo",
        "actions",
        "dealt_at",
        "ended_at",
        "shown",
    )


@admin.register(BingoSession)
class BingoSessionAdmin(ReadOnlyAdmin):
    """Bingo sessions, running and ended."""

    list_display = ("pk", "table", "box", "stake", "lit", "rounds", "opened_at", "ended_at")
    list_filter = ("combination", "refunded", "table__currency")
    list_select_related = ("table",)
    search_fields = ("=pk", "table__player__username")
    fields = (
        "table",
        "box",
        "tier",
        "stake",
        "pay_table",
        "lit",
        "rounds",
        "opened_at",
        "ended_at",
        "combination",
        "returned",
        "refunded",
    )
