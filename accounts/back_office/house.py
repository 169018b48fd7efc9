"""The house's own rows: bet limits and switches, changed by forms with reasons."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import limits
from accounts.audit.models import Deed
from accounts.back_office.changing import Change, ChangedByForm, ReasonForm, answer
from accounts.models import BetLimit, Currency, GameSwitch, User
from accounts.registry import games
from accounts.switches import services as switches
from accounts.switches.models import ANY
from accounts.switches.services import Switch
from casino.forms import WholeNumber
from casino.read_only_admin import ReadOnlyAdmin

_MOST: int = 1_000_000
ALL = "all"
"""How every game, and both currencies, are called in addresses."""


def _units(label: Any) -> WholeNumber:
    return WholeNumber(label=label, minimum=1, maximum=_MOST)


class LimitForm(ReasonForm):
    """Both ends of a limit, whole units, and why."""

    minimum = _units(gettext_lazy("Smallest bet"))
    maximum = _units(gettext_lazy("Largest bet"))
    seen_minimum = WholeNumber(minimum=0, maximum=2**31, widget=forms.HiddenInput)
    seen_maximum = WholeNumber(minimum=0, maximum=2**31, widget=forms.HiddenInput)
    field_order = ("minimum", "maximum", "reason")

    def clean(self) -> dict[str, Any]:
        """Hold the ends in order.

        Raises:
            ValidationError: they are not.
        """
        values = super().clean() or self.cleaned_data
        if "minimum" in values and "maximum" in values and values["minimum"] > values["maximum"]:
            raise ValidationError({"minimum": _("The smallest bet can't be above the largest.")})
        return values


class ByGame(admin.AllValuesFieldListFilter):
    """Games by the names that players know."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Django's choices, the games' names in place of their words in addresses."""
        names = {variant: games().game_name(variant) for variant in games().variants()}
        for one in super().choices(changelist):
            yield one | {"display": names.get(str(one["display"]), one["display"])}


@admin.register(BetLimit)
class BetLimitAdmin(ChangedByForm):
    """What may be bet at first, by game, tier and currency."""

    form_word = "limit"
    form_title = gettext_lazy("Change the limit")
    list_display = ("game", "tier", "currency", "minimum", "maximum", "way")
    list_filter = (("variant", ByGame), "tier", "currency")
    searched = False
    list_display_links = None
    fields = ("game", "tier", "currency", "minimum", "maximum")
    readonly_fields = ("game",)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The way to the form is for those who may change a limit."""
        may = request.user.has_perm("accounts.change_betlimit")
        return self.list_display if may else self.list_display[:-1]

    def row_title(self, row: BetLimit) -> str:
        """Which limit it is."""
        return f"{games().game_name(row.variant)}, {row.tier}, {row.currency}"

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Game by game, tier by tier."""
        return ("variant", "currency", "minimum", "pk")

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: BetLimit) -> str:
        """Its name."""
        return games().game_name(row.variant)

    def form_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Change a limit."""
        row = get_object_or_404(BetLimit, pk=number)
        here = reverse("admin:accounts_betlimit_changelist")

        def do(values: Mapping[str, Any], staff: User) -> str:
            limits.change(
                number=number,
                minimum=values["minimum"],
                maximum=values["maximum"],
                seen=(values["seen_minimum"], values["seen_maximum"]),
                reason=values["reason"],
                staff=staff,
            )
            return _("From the next round on, %(minimum)s to %(maximum)s may be bet.") % values

        change = Change(
            title=_("Change the limit"),
            deed=Deed.LIMIT,
            permission="accounts.change_betlimit",
            subject=f"accounts.betlimit/{row.variant}/{row.tier}/{row.currency}",
            do=do,
            onwards=here,
            trail=((self.list_name(), here),),
            facts={
                _("Game"): games().game_name(row.variant),
                _("Tier"): row.tier,
                _("Currency"): row.currency,
                _("Limit now"): f"{row.minimum}–{row.maximum}",
            },
            warning=_(
                "In force from the next round. Where the smallest bet is raised, running bingo "
                "sessions of this game, tier and currency are paid and ended."
            ),
        )
        seen = {"minimum": row.minimum, "maximum": row.maximum}
        hidden = {f"seen_{name}": value for name, value in seen.items()}
        return answer(request, change, LimitForm, seen | hidden)


@admin.register(GameSwitch)
class GameSwitchAdmin(ReadOnlyAdmin):
    """The switches: every game and all of them, for each kind of money and for both."""

    many = gettext_lazy("Switches of games")

    def get_urls(self) -> list[URLPattern]:
        """The board in place of a list, and the form of one switch."""
        view = self.admin_site.admin_view
        return [
            path("", view(self.board_view), name="accounts_gameswitch_changelist"),
            path(
                "<slug:game>/<slug:money>/",
                view(self.switch_view),
                name="accounts_gameswitch_switch",
            ),
        ]

    def board_view(self, request: HttpRequest) -> HttpResponse:
        """Show how each switch stands."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        closed = {(one.variant, one.currency): one.reason for one in GameSwitch.objects.all()}
        columns = (ANY, *Currency.values)
        rows = [
            (
                _game_name(variant),
                [
                    {
                        "closed": (variant, currency) in closed,
                        "reason": closed.get((variant, currency), ""),
                        "currency": _money_name(currency),
                        "url": reverse(
                            "admin:accounts_gameswitch_switch",
                            args=[variant or ALL, currency or ALL],
                        ),
                    }
                    for currency in columns
                ],
            )
            for variant in (ANY, *games().variants())
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": self.list_name(),
            "opts": self.opts,
            "columns": [_money_name(currency) for currency in columns],
            "rows": rows,
            "may_change": request.user.has_perm("accounts.change_gameswitch"),
        }
        return render(request, "admin/accounts/switches.html", context)

    def switch_view(self, request: HttpRequest, game: str, money: str) -> HttpResponse:
        """Close what is open, or open what is closed."""
        switch = Switch(ANY if game == ALL else game, ANY if money == ALL else money)
        known = switch.variant in {ANY, *games().variants()}
        if not known or switch.currency not in {ANY, *Currency.values}:
            raise Http404
        row = GameSwitch.objects.filter(variant=switch.variant, currency=switch.currency).first()
        board = reverse("admin:accounts_gameswitch_changelist")

        def do(values: Mapping[str, Any], staff: User) -> str:
            if values["to"] == "closed":
                switches.close(switch=switch, reason=values["reason"], staff=staff)
                return _("Closed. Open rounds may be finished.")
            switches.reopen(switch=switch, reason=values["reason"], staff=staff)
            return _("Open again.")

        facts = {_("Game"): _game_name(switch.variant), _("Money"): _money_name(switch.currency)}
        if row is not None:
            facts |= {_("Closed by"): row.staff.username, _("Reason"): row.reason}
        change = Change(
            title=_("Close for the moment") if row is None else _("Open again"),
            deed=Deed.GAME_CLOSED if row is None else Deed.GAME_OPENED,
            permission="accounts.change_gameswitch",
            subject=switch.subject,
            do=do,
            onwards=board,
            trail=((self.list_name(), board),),
            facts=facts,
            warning=_(
                "No new round is dealt, in open tabs neither. Open rounds may be finished; "
                "running bingo sessions are paid and ended at once."
            )
            if row is None
            else "",
        )
        return answer(request, change, SwitchForm, {"to": "closed" if row is None else "open"})


class SwitchForm(ReasonForm):
    """Which way, as the page showed it, and why."""

    to = forms.ChoiceField(
        choices=[("closed", "closed"), ("open", "open")], widget=forms.HiddenInput
    )


def _game_name(variant: str) -> str:
    return games().game_name(variant) if variant else _("All games")


def _money_name(currency: str) -> str:
    return currency or _("Both kinds of money")
