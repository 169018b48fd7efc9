"""Players as staff see them: found by login, looked at, changed by forms with reasons."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
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
from accounts.back_office.audit_words import ROLES
from accounts.back_office.changing import Change, ReasonForm, answer, staff_of
from accounts.back_office.listing import UncountedAdmin
from accounts.back_office.player_forms import (
    NOBODY,
    SUPERUSER,
    IsStaff,
    MaySignIn,
    PlayerCreationForm,
    RoleForm,
    TierForm,
)
from accounts.back_office.protection import protection_facts
from accounts.decisions import NotAsSeen
from accounts.models import Currency, Tier, User
from casino import roles
from casino.amounts import money

_OVER = ("closed_at", "forgotten_at")
"""When an account came to its end."""


@admin.register(User)
class PlayerAdmin(Funding, UncountedAdmin):
    """Players and staff. They are blocked, never deleted; the stock form changes nothing."""

    actions = ("fund_selected",)
    players = ("pk",)
    numbered = False
    list_display = ("username", "standing", "tier", "roubles", "date_joined")
    list_filter = ("tier", ("is_active", MaySignIn), ("is_staff", IsStaff))
    change_form_template = "admin/accounts/user/change_form.html"
    fieldsets = (
        (None, {"fields": ("standing", "tier", "roubles", "fun")}),
        (
            gettext_lazy("Account"),
            {"fields": ("email", "adult_confirmed_at", "date_joined", "last_login", *_OVER)},
        ),
    )
    readonly_fields = ("standing", "adult_confirmed_at", "fun", "roubles")
    add_fieldsets = ((None, {"fields": ("username", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Players with their wallets at hand."""
        return super().get_queryset(request).prefetch_related("wallets", "groups")

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
        if obj is None:
            return self.add_fieldsets
        told = super().get_fieldsets(request, obj)
        # When an account was closed is no question about one that is not.
        gone = [name for name in _OVER if getattr(obj, name) is None]
        return [
            (title, {**parts, "fields": [one for one in parts["fields"] if one not in gone]})
            for title, parts in told
        ]

    def row_title(self, row: User) -> str:
        """The login."""
        return row.username

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A new account has a form of its own."""
        if obj is None:
            kwargs["form"] = PlayerCreationForm
            kwargs["fields"] = None
        return super().get_form(request, obj, change, **kwargs)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the way to a new account."""
        named = {"add_name": _("Make an account")}
        return super().changelist_view(request, named | (extra_context or {}))

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

    @admin.display(description=gettext_lazy("standing"))
    def standing(self, user: User) -> str:
        """What somebody is, and whether he may come in."""
        if user.forgotten_at:
            return _("guest, made anonymous")
        if user.closed_at:
            return _("closed by the player")
        what = _("guest") if user.is_guest else str(ROLES[roles.role_of(user)])
        return what if user.is_active else _("%(what)s, blocked") % {"what": what}

    @admin.display(description="FUN")
    def fun(self, user: User) -> str:
        """The demo balance."""
        return _held(user, Currency.FUN)

    @admin.display(description="RUR")
    def roubles(self, user: User) -> str:
        """The real balance."""
        return _held(user, Currency.RUR)

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
        if player is None:
            context |= {
                "title": _("Make an account"),
                "show_save_and_add_another": False,
                "show_save_and_continue": False,
            }
        else:
            context |= self._ways(request, player)
            if request.user.has_perm("accounts.view_limitchange"):
                context["protection"] = protection_facts(player)
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
        return Change(
            subject=f"accounts.user/{player.pk}",
            player_id=player.pk,
            onwards=here,
            trail=(
                (self.list_name(), reverse("admin:accounts_user_changelist")),
                (player.username, here),
            ),
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
            facts={_("Player"): player.username, _("Role now"): _role(player)},
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
    return _("%(login)s has the role “%(role)s”.") % {"login": player.username, "role": ROLES[role]}


def _role(player: User) -> str:
    return str(ROLES[roles.role_of(player)])


def _held(user: User, currency: Currency) -> str:
    held = [wallet.balance for wallet in user.wallets.all() if wallet.currency == currency]
    return money(sum(held))
