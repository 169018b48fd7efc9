"""What staff see and change: players and limits. Money is looked at here.

Nothing here edits a balance: adjustments and requests to the cashier have pages of their own,
which this module brings in.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext_lazy

import accounts.lockout_admin
import accounts.second_factor_admin  # noqa: F401  their pages are this app\'s, too
from accounts import limits, services
from accounts.adjusting.admin import AdjustmentAdmin, Funding, fund_path
from accounts.cashier.admin import CashierRequestAdmin
from accounts.deciding_admin import amount_text
from accounts.models import BetLimit, Currency, Entry, User, Wallet
from casino.read_only_admin import ReadOnlyAdmin

__all__ = [
    "AdjustmentAdmin",
    "BetLimitAdmin",
    "CashierRequestAdmin",
    "EntryAdmin",
    "PlayerAdmin",
    "WalletAdmin",
]


class PlayerCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Makes a player or a member of staff; takes the login as it is written."""

    class Meta:
        # Not derived from Django's: its field folds full-width letters before they are checked.
        model = User
        fields = ("username",)


@admin.register(User)
class PlayerAdmin(Funding, UserAdmin):  # type: ignore[type-arg]
    """Players and staff. They are blocked by *active*, never deleted."""

    actions = ("fund_selected",)
    add_form = PlayerCreationForm
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (gettext_lazy("Play"), {"fields": ("tier", "is_guest", "adult_confirmed_at")}),
        (gettext_lazy("Balances"), {"fields": ("fun", "roubles")}),
        (
            gettext_lazy("Access"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (
            gettext_lazy("Dates"),
            {"fields": ("last_login", "date_joined", "closed_at", "forgotten_at")},
        ),
    )
    list_display = ("username", "tier", "roubles", "is_guest", "is_active", "is_staff")
    list_filter = ("tier", "is_guest", "is_active", "is_staff")
    search_fields = ("username", "email")
    readonly_fields = (
        "is_guest",
        "adult_confirmed_at",
        "fun",
        "roubles",
        "last_login",
        "date_joined",
        "closed_at",
        "forgotten_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Players with their wallets at hand."""
        return super().get_queryset(request).prefetch_related("wallets")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """A login is in signed strings and stays, and so does the end of an account.

        Rights are given by superusers only.
        """
        fields = tuple(super().get_readonly_fields(request, obj))
        if obj is not None:
            fields += ("username",)
            if obj.closed_at or obj.forgotten_at:
                fields += ("is_active",)
        if not request.user.is_superuser:
            fields += ("is_staff", "is_superuser", "groups", "user_permissions")
        return fields

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff accounts, their passwords included, are changed by superusers only."""
        if obj is not None and (obj.is_staff or obj.is_superuser):
            return bool(request.user.is_superuser)
        return super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Write the row; a block and a higher tier end what they make impossible."""
        services.store_player(obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: money lines stay, and they are somebody's."""
        return False

    @admin.display(description="FUN")
    def fun(self, user: User) -> str:
        """The demo balance."""
        return _held(user, Currency.FUN)

    @admin.display(description="RUR")
    def roubles(self, user: User) -> str:
        """The real balance."""
        return _held(user, Currency.RUR)

    def get_urls(self) -> list[URLPattern]:
        """The admin's pages and the form that asks for an adjustment."""
        return [fund_path(self.admin_site), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one player, with the way to the funding form where it leads somewhere."""
        player: User | None = kwargs.get("obj")
        context["can_fund"] = (
            player is not None and not player.is_guest and self.has_fund_permission(request)
        )
        return super().render_change_form(request, context, *args, **kwargs)


def _held(user: User, currency: Currency) -> str:
    held = [wallet.balance for wallet in user.wallets.all() if wallet.currency == currency]
    return amount_text(sum(held))


@admin.register(Wallet)
class WalletAdmin(Funding, ReadOnlyAdmin):
    """What players hold."""

    actions = ("fund_selected",)
    list_display = ("user", "currency", "amount", "last_number")
    list_filter = ("currency",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("user__username", "currency")

    @admin.display(description=gettext_lazy("balance"), ordering="balance")
    def amount(self, wallet: Wallet) -> str:
        """The balance in units."""
        return amount_text(wallet.balance)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """The journal."""

    list_display = ("at", "wallet", "number", "kind", "money", "after", "game", "cause", "note")
    list_filter = ("wallet__currency", "kind", "game")
    list_select_related = ("wallet__user",)
    search_fields = ("wallet__user__username", "cause")
    ordering = ("-pk",)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def money(self, entry: Entry) -> str:
        """The amount in units."""
        return amount_text(entry.amount)

    @admin.display(description=gettext_lazy("balance after"))
    def after(self, entry: Entry) -> str:
        """The balance after it, in units."""
        return amount_text(entry.balance_after)


@admin.register(BetLimit)
class BetLimitAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What may be bet at first, changed right in the list."""

    list_display = ("variant", "tier", "currency", "minimum", "maximum")
    list_editable = ("minimum", "maximum")
    list_filter = ("variant", "tier", "currency")

    def save_model(self, request: HttpRequest, obj: BetLimit, form: Any, change: bool) -> None:
        """Write the row as the one way does."""
        limits.store(obj)

    def delete_model(self, request: HttpRequest, obj: BetLimit) -> None:
        """Close the game for the row's tier and currency."""
        limits.remove(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[BetLimit]) -> None:
        """Close each of them."""
        for row in queryset:
            limits.remove(row)
