"""What staff see and change: players and limits. Money is looked at here, and moved by a form.

Nothing here edits a balance: the funding form goes through ``accounts.services.fund``, which
books a journal line with its reason.
"""

import uuid
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import accounts.lockout_admin
import accounts.second_factor_admin  # noqa: F401  their pages are this app's, too
from accounts import ledger, services
from accounts.forms import FundForm
from accounts.models import Adjustment, BetLimit, Currency, Entry, User, Wallet
from accounts.redirects import SeeOther
from casino.forms import Refused, shown
from casino.read_only_admin import ReadOnlyAdmin


def amount_text(hundredths: int) -> str:
    """``-950`` as ``-9.50``: the way the funding form is written."""
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02d}"


class _Funding:
    """Leads from a list to the funding form of the one player that is marked in it."""

    def has_fund_permission(self, request: HttpRequest) -> bool:
        """Whether the member of staff may move roubles."""
        return request.user.has_perm("accounts.add_adjustment")

    @admin.action(permissions=["fund"], description=gettext_lazy("Fund with roubles / adjust"))
    def fund_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Open the funding form."""
        marked = list(queryset[:2])
        if len(marked) != 1:
            messages.error(request, _("Mark exactly one player: every adjustment has its reason."))
            return None
        player = marked[0].user_id if isinstance(marked[0], Wallet) else marked[0].pk
        return SeeOther(reverse("admin:accounts_user_fund", args=[player]))


class PlayerCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Makes a player or a member of staff; takes the login as it is written."""

    class Meta:
        # Not derived from Django's: its field folds full-width letters before they are checked.
        model = User
        fields = ("username",)


@admin.register(User)
class PlayerAdmin(_Funding, UserAdmin):  # type: ignore[type-arg]
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
        """The admin's pages and the funding form."""
        fund = path(
            "<int:user_id>/fund/",
            self.admin_site.admin_view(self.fund_view),
            name="accounts_user_fund",
        )
        return [fund, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one player, with the way to the funding form where it leads somewhere."""
        player: User | None = kwargs.get("obj")
        context["can_fund"] = (
            player is not None and not player.is_guest and self.has_fund_permission(request)
        )
        return super().render_change_form(request, context, *args, **kwargs)

    def fund_view(self, request: HttpRequest, user_id: int) -> HttpResponse:
        """Move roubles to or from a player, with a reason; the same form books once."""
        staff = request.user
        if not isinstance(staff, User) or not self.has_fund_permission(request):
            raise PermissionDenied
        player = get_object_or_404(User, pk=user_id)
        if request.method != "POST":
            form = FundForm(initial={"token": uuid.uuid4()})
            return self._fund_page(request, player, form)
        form = FundForm(request.POST)
        try:
            form.require()
            done = services.fund(user_id=player.pk, staff=staff, **form.cleaned_data)
        except Refused:
            return self._fund_page(request, player, form)
        except services.GuestsHoldNoRoubles:
            form.add_error(None, _("A guest plays for demo money only."))
            return self._fund_page(request, player, form)
        except ledger.InsufficientFunds as error:
            form.add_error(
                "amount",
                _("“%(value)s” is more than the player has: %(balance)s RUR.")
                % {"value": shown(form.data["amount"]), "balance": amount_text(error.balance)},
            )
            return self._fund_page(request, player, form)
        except services.AlreadyBooked as error:
            messages.warning(
                request,
                _("This form was booked already: %(amount)s RUR, once.")
                % {"amount": amount_text(error.adjustment.amount)},
            )
        else:
            messages.success(
                request,
                _("Booked %(amount)s RUR; the balance is %(after)s RUR.")
                % {"amount": amount_text(done.amount), "after": amount_text(done.after)},
            )
        return SeeOther(request.get_full_path())

    def _fund_page(self, request: HttpRequest, player: User, form: FundForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("Fund with roubles / adjust"),
            "opts": self.opts,
            "player": player,
            "balance": amount_text(ledger.balance(player.pk, Currency.RUR)),
            "form": form,
        }
        status = 422 if form.is_bound else 200
        return render(request, "admin/accounts/user/fund.html", context, status=status)


def _held(user: User, currency: Currency) -> str:
    held = [wallet.balance for wallet in user.wallets.all() if wallet.currency == currency]
    return amount_text(sum(held))


@admin.register(Wallet)
class WalletAdmin(_Funding, ReadOnlyAdmin):
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


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin):
    """Who moved roubles, and why."""

    list_display = (
        "created_at",
        "wallet",
        "money",
        "balance_before",
        "balance_after",
        "staff",
        "reason",
    )
    list_select_related = ("wallet__user", "staff")
    search_fields = ("wallet__user__username", "staff__username", "reason")
    ordering = ("-pk",)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def money(self, adjustment: Adjustment) -> str:
        """The amount in roubles."""
        return amount_text(adjustment.amount)

    @admin.display(description=gettext_lazy("balance before"))
    def balance_before(self, adjustment: Adjustment) -> str:
        """The balance before it, in roubles."""
        return amount_text(adjustment.before)

    @admin.display(description=gettext_lazy("balance after"))
    def balance_after(self, adjustment: Adjustment) -> str:
        """The balance after it, in roubles."""
        return amount_text(adjustment.after)


@admin.register(BetLimit)
class BetLimitAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What may be bet at first, changed right in the list."""

    list_display = ("variant", "tier", "currency", "minimum", "maximum")
    list_editable = ("minimum", "maximum")
    list_filter = ("variant", "tier", "currency")
