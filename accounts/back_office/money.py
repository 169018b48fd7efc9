"""Money as staff look at it: wallets and the journal. Nothing here is edited."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.adjusting.admin import Funding
from accounts.models import Entry, Wallet
from accounts.registry import games
from casino.amounts import money, signed
from casino.read_only_admin import ReadOnlyAdmin


@admin.register(Wallet)
class WalletAdmin(Funding, ReadOnlyAdmin):
    """What players hold."""

    actions = ("fund_selected",)
    players = ("user",)
    numbered = False
    list_display = ("user", "currency", "amount", "last_number")
    fields = ("user", "currency", "amount", "last_number")
    readonly_fields = ("amount",)
    list_filter = ("currency",)
    list_select_related = ("user",)

    def row_title(self, row: Wallet) -> str:
        """Whose money it is."""
        return str(row)

    @admin.display(description=gettext_lazy("balance"))
    def amount(self, wallet: Wallet) -> str:
        """The balance in units."""
        return money(wallet.balance)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """The journal."""

    many = gettext_lazy("Money lines")
    players = ("wallet__user",)
    moment = "at"
    list_display = ("at", "wallet", "number", "kind", "moved", "after", "played", "cause", "note")
    list_select_related = ("wallet__user",)
    fields = (
        "at",
        "wallet",
        "number",
        "kind",
        "counter_account",
        "moved",
        "after",
        "played",
        "cause",
        "note",
    )
    readonly_fields = ("moved", "after", "played")

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

    def row_title(self, row: Entry) -> str:
        """Whose line, and which."""
        line = {"wallet": row.wallet, "number": row.number}
        return _("Money line № %(number)s, %(wallet)s") % line

    @admin.display(description=gettext_lazy("amount"))
    def moved(self, entry: Entry) -> str:
        """The amount in units."""
        return signed(entry.amount)

    @admin.display(description=gettext_lazy("balance after"))
    def after(self, entry: Entry) -> str:
        """The balance after it, in units."""
        return money(entry.balance_after)

    @admin.display(description=gettext_lazy("game"))
    def played(self, entry: Entry) -> str:
        """The game's name and the tier."""
        return f"{games().game_name(entry.game)}, {entry.tier}" if entry.game else "—"
