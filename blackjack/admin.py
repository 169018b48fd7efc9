"""What staff may look at: tables, shoes, rounds, bingo sessions; never a card that is not dealt.

Nothing is edited.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blackjack import words
from blackjack.answers import ForFairPlay
from blackjack.engine.rules import Variant
from blackjack.figures_admin import DailyFiguresAdmin, DealerWatchAdmin
from blackjack.models import BingoSession, Round, Shoe, Table
from blackjack.presenters.dispute import dispute_view
from casino.amounts import money
from casino.read_only_admin import ReadOnlyAdmin

__all__ = [
    "DailyFiguresAdmin",
    "DealerWatchAdmin",
]


def _title(table: Table) -> str:
    return f"{words.TITLES[Variant(table.variant)]}, {table.currency}"


def _by_box(bets: Mapping[str, int]) -> str:
    return ", ".join(f"{words.box(int(box))}: {money(bet)}" for box, bet in bets.items()) or "—"


class _Numbered(ReadOnlyAdmin):
    """Rows that are called by their number."""

    @admin.display(description="№")
    def number(self, row: Any) -> str:
        """The number that players see, too."""
        return str(row.pk)


class _OfTables(_Numbered):
    """Rows that belong to a player's table."""

    players = ("table__player",)
    list_select_related: ClassVar[tuple[str, ...]] = ("table__player",)

    def rows_of(self, queryset: QuerySet[Any], found: list[int]) -> QuerySet[Any]:
        """Those at the tables of these players: each has a handful, and an index leads to them."""
        tables = Table.objects.filter(player__in=found).values_list("pk", flat=True)
        return queryset.filter(table__in=list(tables))

    @admin.display(description=_("player"))
    def player(self, row: Any) -> str:
        """Who sits there."""
        return str(row.table.player.username)

    @admin.display(description=_("game"))
    def game(self, row: Any) -> str:
        """What is played there."""
        return _title(row.table)


@admin.register(Table)
class TableAdmin(_Numbered):
    """Which tables a player has opened."""

    players = ("player",)
    list_display = ("number", "player", "game")
    list_select_related = ("player",)
    fields = ("player", "game", "version")
    readonly_fields = ("game",)

    @admin.display(description=_("game"))
    def game(self, table: Table) -> str:
        """What is played there."""
        return _title(table)


@admin.register(Shoe)
class ShoeAdmin(_OfTables):
    """Shoes by their signatures; the string only once it is revealed."""

    list_display = ("number", "player", "game", "md5", "cut", "ended_at")
    list_select_related: ClassVar[tuple[str, ...]] = ("table__player", "commitment")
    fields = (
        "player",
        "game",
        "rules_version",
        "md5",
        "sha256",
        "revealed",
        "player_seed",
        "cut",
        "bingo_before",
        "left",
        "ended_at",
    )
    readonly_fields = ("player", "game", "md5", "sha256", "revealed")

    @admin.display(description="MD5")
    def md5(self, shoe: Shoe) -> str:
        """The signature that the player saw."""
        return shoe.commitment.md5

    @admin.display(description="SHA-256")
    def sha256(self, shoe: Shoe) -> str:
        """The signature that binds."""
        return shoe.commitment.sha256

    @admin.display(description=_("string"))
    def revealed(self, shoe: Shoe) -> str:
        """The string, once everybody concerned may read it."""
        return shoe.commitment.revealed or str(_("secret until the shoe ends"))


@admin.register(Round)
class RoundAdmin(_OfTables):
    """Rounds: found by number, player or time, and shown step by step."""

    moment = "dealt_at"
    list_display = ("number", "player", "game", "tier", "dealt_at", "ended_at")
    change_form_template = "admin/blackjack/round/change_form.html"
    # The shoe itself is left out: its row names a sealed string.
    fields = ("tier", "scheme", "moved", "leave", "laid", "on_bingo", "actions")
    readonly_fields = ("laid", "on_bingo")

    @admin.display(description=_("bets"))
    def laid(self, row: Round) -> str:
        """The bets by box, in units."""
        return _by_box(row.bets)

    @admin.display(description=_("bingo bets"))
    def on_bingo(self, row: Round) -> str:
        """The bingo bets by box, in units."""
        return _by_box(row.bingo)

    def get_urls(self) -> list[URLPattern]:
        """The admin's pages and a revealed round's transcript."""
        view = self.admin_site.admin_view(self.transcript_view)
        name = "blackjack_round_transcript"
        return [path("<int:number>/transcript.json", view, name=name), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one round, with its steps and its money."""
        row: Round | None = kwargs.get("obj")
        if row is not None:
            context["dispute"] = dispute_view(row)
        return super().render_change_form(request, context, *args, **kwargs)

    def transcript_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Give the transcript of a round whose string is revealed; before, there is none."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = get_object_or_404(Round.objects.select_related("table"), pk=number)
        text = ForFairPlay().transcript(row.table.player_id, row.pk)
        if text is None:
            raise Http404
        response = HttpResponse(
            json.dumps(text, indent=2) + "\n", content_type="application/json; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="game-{number}.json"'
        return response


@admin.register(BingoSession)
class BingoSessionAdmin(_OfTables):
    """Bingo sessions, running and ended."""

    list_display = ("number", "player", "game", "box", "laid", "cells", "rounds", "opened_at")
    fields = (
        "player",
        "game",
        "box",
        "tier",
        "laid",
        "pay_table",
        "cells",
        "rounds",
        "opened_at",
        "ended_at",
        "combination",
        "came_back",
        "unplayed",
    )
    readonly_fields = ("player", "game", "laid", "cells", "came_back", "unplayed")

    @admin.display(description=_("bet"))
    def laid(self, row: BingoSession) -> str:
        """The stake in units."""
        return money(row.stake)

    @admin.display(description=_("lit cells"))
    def cells(self, row: BingoSession) -> str:
        """Which totals of the dealer are lit."""
        return ", ".join(str(cell) for cell in row.lit) or "—"

    @admin.display(description=_("returned"))
    def came_back(self, row: BingoSession) -> str:
        """What it gave back, in units."""
        return money(row.returned)

    @admin.display(description=_("stake returned by the house"))
    def unplayed(self, row: BingoSession) -> str:
        """Whether the house ended it and gave the stake back."""
        return gettext("yes") if row.refunded else gettext("no")
