"""Players as staff see them: found by login, looked at, changed by forms with reasons."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import services, standing
from accounts.adjusting.admin import Funding, fund_path
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.back_office.changing import Change, ReasonForm, answer, staff_of
from accounts.back_office.listing import UncountedAdmin
from accounts.deciding_admin import amount_text
from accounts.decisions import NotAsSeen
from accounts.models import Currency, Tier, User
from casino import roles
from casino.forms import OneOf

NOBODY = "player"
SUPERUSER = "superuser"


class PlayerCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Makes a player or a member of staff; takes the login as it is written."""

    class Meta:
        # Not derived from Django's: its field folds full-width letters before they are checked.
        model = User
        fields = ("username",)


class TierForm(ReasonForm):
    """Another tier, and why."""

    tier = OneOf(label=gettext_lazy("New tier"), choices=Tier.choices)
    seen = OneOf(choices=Tier.choices, widget=forms.HiddenInput)
    field_order = ("tier", "reason")


class RoleForm(ReasonForm):
    """What a member of staff may do, and why."""

    role = OneOf(
        label=gettext_lazy("Role"),
        choices=[
            (NOBODY, gettext_lazy("no rights: a player")),
            (roles.Role.SUPPORT.value, gettext_lazy("support: looks, blocks, lifts locks")),
            (roles.Role.CASHIER.value, gettext_lazy("cashier: confirms money requests")),
            (roles.Role.MANAGER.value, gettext_lazy("manager: tiers, limits, switches, reports")),
            (SUPERUSER, gettext_lazy("superuser: everything, staff included")),
        ],
    )
    field_order = ("role", "reason")


@admin.register(User)
class PlayerAdmin(Funding, UncountedAdmin):
    """Players and staff. They are blocked, never deleted; the stock form changes nothing."""

    actions = ("fund_selected",)
    players = ("pk",)
    numbered = False
    list_display = ("username", "tier", "roubles", "is_guest", "is_active", "is_staff")
    list_filter = ("tier", "is_active", "is_staff")
    change_form_template = "admin/accounts/user/change_form.html"
    fieldsets = (
        (None, {"fields": ("username", "email", "role")}),
        (gettext_lazy("Play"), {"fields": ("tier", "is_guest", "adult_confirmed_at")}),
        (gettext_lazy("Balances"), {"fields": ("fun", "roubles")}),
        (
            gettext_lazy("Access"),
            {"fields": ("is_active", "last_login", "date_joined", "closed_at", "forgotten_at")},
        ),
    )
    readonly_fields = ("role", "is_guest", "adult_confirmed_at", "fun", "roubles")
    add_fieldsets = ((None, {"fields": ("username", "usable_password", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Players with their wallets at hand."""
        return super().get_queryset(request).prefetch_related("wallets")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """By the beginning of the login, or by the whole e-mail address."""
        if "@" in search_term:
            folded = queryset.alias(folded=Lower("email"))
            return folded.filter(folded=search_term.strip().lower()), False
        return super().get_search_results(request, queryset, search_term)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody by the stock form: every change has its own, with its reason."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: money lines stay, and they are somebody's."""
        return False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """A new account asks for less."""
        return self.add_fieldsets if obj is None else super().get_fieldsets(request, obj)

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A new account has a form of its own."""
        if obj is None:
            kwargs["form"] = PlayerCreationForm
            kwargs["fields"] = None
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Make the account, in the transaction of the stock page."""
        services.store_player(obj)
        recording.done(
            Deed.ACCOUNT_MADE,
            staff=staff_of(request),
            subject=f"accounts.user/{obj.pk}",
            player_id=obj.pk,
            after={"login": obj.username},
        )

    @admin.display(description="FUN")
    def fun(self, user: User) -> str:
        """The demo balance."""
        return _held(user, Currency.FUN)

    @admin.display(description="RUR")
    def roubles(self, user: User) -> str:
        """The real balance."""
        return _held(user, Currency.RUR)

    @admin.display(description=gettext_lazy("role"))
    def role(self, user: User) -> str:
        """What he may do."""
        return roles.role_of(user)

    def get_urls(self) -> list[URLPattern]:
        """The admin's pages and the forms of the changes."""
        view = self.admin_site.admin_view
        block, blocks, lets_in = view(self.block_view), {"blocks": True}, {"blocks": False}
        return [
            fund_path(self.admin_site),
            path("<int:number>/tier/", view(self.tier_view), name="accounts_user_tier"),
            path("<int:number>/block/", block, blocks, name="accounts_user_block"),
            path("<int:number>/unblock/", block, lets_in, name="accounts_user_unblock"),
            path("<int:number>/role/", view(self.role_view), name="accounts_user_role"),
            *super().get_urls(),
        ]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one player, with the ways to what this member of staff may do."""
        player: User | None = kwargs.get("obj")
        if player is not None:
            context |= self._ways(request, player)
        return super().render_change_form(request, context, *args, **kwargs)

    def _ways(self, request: HttpRequest, player: User) -> dict[str, Any]:
        staff = staff_of(request)
        may_touch = staff.is_superuser or not (player.is_staff or player.is_superuser)
        over = player.closed_at or player.forgotten_at
        blocks = staff.has_perm("accounts.block_user") and may_touch and not over
        return {
            "can_fund": not player.is_guest and self.has_fund_permission(request),
            "can_set_tier": staff.has_perm("accounts.set_tier") and may_touch,
            "can_block": blocks and player.is_active and player.pk != staff.pk,
            "can_unblock": blocks and not player.is_active,
            "can_appoint": staff.is_superuser and not player.is_guest and player.is_active,
        }

    def _change(self, player: User, **more: Any) -> Change:
        here = reverse("admin:accounts_user_change", args=[player.pk])
        players = str(self.opts.verbose_name_plural).capitalize()
        return Change(
            subject=f"accounts.user/{player.pk}",
            player_id=player.pk,
            onwards=here,
            trail=((players, reverse("admin:accounts_user_changelist")), (player.username, here)),
            **more,
        )

    def _player(self, request: HttpRequest, number: int) -> User:
        """The player; who is staff is touched by superusers only."""
        player = get_object_or_404(User, pk=number)
        if (player.is_staff or player.is_superuser) and not staff_of(request).is_superuser:
            raise PermissionDenied
        return player

    def tier_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Give another tier."""
        player = self._player(request, number)

        def do(values: Mapping[str, Any], staff: User) -> str:
            done = standing.change_tier(
                user_id=number,
                tier=Tier(values["tier"]),
                seen=values["seen"],
                reason=values["reason"],
                staff=staff,
            )
            return _("%(login)s has the tier %(tier)s from the next round on.") % {
                "login": done.username,
                "tier": done.tier,
            }

        change = self._change(
            player,
            title=_("Change the tier"),
            deed=Deed.TIER,
            permission="accounts.set_tier",
            do=do,
            facts={_("Player"): player.username, _("Tier now"): player.tier},
            warning=_("A round that is open keeps its tier; the next one is dealt by the new one."),
        )
        return answer(request, change, TierForm, {"tier": player.tier, "seen": player.tier})

    def block_view(self, request: HttpRequest, number: int, blocks: bool) -> HttpResponse:
        """Block the player, or let him in again."""
        player = self._player(request, number)
        change_standing = standing.block if blocks else standing.unblock
        facts = {_("Player"): player.username}
        if blocks:
            facts["RUR"] = _held(player, Currency.RUR)

        def do(values: Mapping[str, Any], staff: User) -> str:
            done = change_standing(user_id=number, reason=values["reason"], staff=staff)
            text = _("%(login)s is blocked.") if blocks else _("%(login)s may sign in again.")
            return text % {"login": done.username}

        change = self._change(
            player,
            title=_("Block the player") if blocks else _("Unblock the player"),
            deed=Deed.BLOCKED if blocks else Deed.UNBLOCKED,
            permission="accounts.block_user",
            do=do,
            facts=facts,
            warning=_(
                "He is signed out everywhere and can’t sign in. Running bingo sessions are paid "
                "and ended; an open round waits for him."
            )
            if blocks
            else "",
        )
        return answer(request, change, ReasonForm, {})

    def role_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Give rights, or take them: superusers only, whatever permissions somebody has."""
        player = self._player(request, number)
        if not staff_of(request).is_superuser:
            raise PermissionDenied

        def do(values: Mapping[str, Any], staff: User) -> str:
            return _appointed(player, values["role"], values["reason"], staff)

        change = self._change(
            player,
            title=_("Change the role"),
            deed=Deed.APPOINTED,
            permission="accounts.change_user",
            do=do,
            facts={_("Player"): player.username, _("Role now"): roles.role_of(player)},
            warning=_("Staff need a second factor: it is set up at the first sign-in."),
        )
        return answer(request, change, RoleForm, {"role": roles.role_of(player)})


def _appointed(player: User, role: str, reason: str, staff: User) -> str:
    """Give the role.

    Raises:
        OwnAccount: nobody takes rights from himself.
        NotAsSeen: he has none to be taken, or can't be staff.
    """
    if player.pk == staff.pk:
        raise standing.OwnAccount
    try:
        if role == NOBODY:
            roles.dismiss(login=player.username, staff=staff, reason=reason)
        else:
            wanted = None if role == SUPERUSER else roles.Role(role)
            roles.appoint(login=player.username, role=wanted, staff=staff, reason=reason)
    except roles.NotStaff as refusal:
        raise NotAsSeen from refusal
    return _("%(login)s has the role “%(role)s”.") % {"login": player.username, "role": role}


def _held(user: User, currency: Currency) -> str:
    held = [wallet.balance for wallet in user.wallets.all() if wallet.currency == currency]
    return amount_text(sum(held))
