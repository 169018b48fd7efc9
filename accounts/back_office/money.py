"""Money as staff look at it: wallets and the journal. Nothing here is edited."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.adjusting.admin import Funding
from accounts.deciding_admin import amount_text
from accounts.models import Entry, Wallet
from accounts.registry import games
from casino.read_only_admin import ReadOnlyAdmin


@admin.register(Wallet)
class WalletAdmin(Funding, ReadOnlyAdmin):
    """What players hold."""

    actions = ("fund_selected",)
    players = ("user",)
    numbered = False
    list_display = ("user", "currency", "amount", "last_number")
    list_filter = ("currency",)
    list_select_related = ("user",)

    @admin.display(description=gettext_lazy("balance"))
    def amount(self, wallet: Wallet) -> str:
        """The balance in units."""
        return amount_text(wallet.balance)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """The journal."""

    players = ("wallet__user",)
    moment = "at"
    list_display = ("at", "wallet", "number", "kind", "money", "after", "played", "cause", "note")
    list_select_related = ("wallet__user",)

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        """By number, player or cause."""
        if "/" in search_term:
            return queryset.filter(cause=search_term.strip()), False
        return super().get_search_results(request, queryset, search_term)

    def rows_of(self, queryset: Any, found: list[int]) -> Any:
        """The lines of these players: their wallets first, which the index of lines begins with."""
        wallets = Wallet.objects.filter(user__in=found).values_list("pk", flat=True)
        return queryset.filter(wallet__in=list(wallets))

    @admin.display(description=gettext_lazy("amount"))
    def money(self, entry: Entry) -> str:
        """The amount in units."""
        return amount_text(entry.amount)

    @admin.display(description=gettext_lazy("balance after"))
    def after(self, entry: Entry) -> str:
        """The balance after it, in units."""
        return amount_text(entry.balance_after)

    @admin.display(description=gettext_lazy("game"))
    def played(self, entry: Entry) -> str:
        """The game's name and the tier."""
        return f"{games().game_name(entry.game)}, {entry.tier}" if entry.game else "—"
