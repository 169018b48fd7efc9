"""Admin pages for requests: looked at like all money, and decided by a form with two buttons."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import ledger
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotOpen, OwnRequest, SamePerson
from accounts.models import User, Wallet
from accounts.protection import words as protection
from accounts.protection.exceptions import LimitReached, PlayStopped
from accounts.redirects import SeeOther
from casino.amounts import money
from casino.forms import OneOf, Refused, StrictForm
from casino.read_only_admin import ReadOnlyAdmin

REFUSALS: Final = (
    NotOpen,
    OwnRequest,
    SamePerson,
    LimitReached,
    PlayStopped,
    ledger.InsufficientFunds,
)
_LONGEST_ANSWER: Final = 200


def amount_text(hundredths: int) -> str:
    """``-950`` as ``−9.50``, or as the reader's language writes it: one way on every page."""
    return money(hundredths)


class DecisionForm(StrictForm):
    """Yes or no; a no needs its reason."""

    answer = forms.CharField(
        label=gettext_lazy("Reason or remark"),
        required=False,
        max_length=_LONGEST_ANSWER,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("A refusal needs a reason."),
    )
    decision = OneOf(choices=[("yes", "yes"), ("no", "no")], widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Ask for the reason of a refusal.

        Raises:
            ValidationError: there is none.
        """
        values = super().clean() or self.cleaned_data
        if values.get("decision") == "no" and not values.get("answer", "").strip():
            self.add_error("answer", _("Give a reason for the refusal."))
        return values


class DecidingAdmin(ReadOnlyAdmin):
    """Requests that wait for a member of staff. Only the first decision counts.

    Attributes:
        decide_permission: what staff need for deciding.
        yes: the text of the button that says yes.
        deeds: what the audit calls the two decisions, yes and no.
    """

    decide_permission: str
    yes: Any
    deeds: tuple[Deed, Deed]
    ordering = ("-pk",)
    players = ("wallet__user",)
    change_form_template = "admin/accounts/decidable_change_form.html"

    def rows_of(self, queryset: QuerySet[Any], found: list[int]) -> QuerySet[Any]:
        """The requests of these players, by their wallets."""
        wallets = Wallet.objects.filter(user__in=found).values_list("pk", flat=True)
        return queryset.filter(wallet__in=list(wallets))

    # What the subclasses say of their rows and services.

    def facts(self, row: Any) -> Mapping[str, Any]:
        """What the page of the decision shows: label to value."""
        raise NotImplementedError

    def public_facts(self, row: Any) -> Mapping[str, Any]:
        """What of it those see who don't decide."""
        return self.facts(row)

    def say_yes(self, number: int, staff: User, answer: str) -> str:
        """Do it; return a sentence on what was done."""
        raise NotImplementedError

    def say_no(self, number: int, staff: User, answer: str) -> str:
        """Refuse it; return a sentence on what was done."""
        raise NotImplementedError

    # Pages.

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether the member of staff may decide requests of this kind."""
        return request.user.has_perm(self.decide_permission)

    def decide_name(self) -> str:
        """The name of the address of the decision's page."""
        return f"{self.opts.app_label}_{self.opts.model_name}_decide"

    def get_urls(self) -> list[URLPattern]:
        """The admin's pages and the one of the decision."""
        decide = path(
            "<int:number>/decide/",
            self.admin_site.admin_view(self.decide_view),
            name=self.decide_name(),
        )
        return [decide, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Rows with the people in them."""
        return super().get_queryset(request).select_related("wallet__user", "decided_by")

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        """The way to a decision is for those who may decide."""
        may = self.has_decide_permission(request)
        return tuple(name for name in super().get_list_display(request) if may or name != "way")

    @admin.display(description=gettext_lazy("player"))
    def player(self, row: Any) -> str:
        """Whose money it is about."""
        return str(row.wallet.user.username)

    @admin.display(description=gettext_lazy("decision"))
    def way(self, row: Any) -> SafeString | str:
        """The way to the decision, where there is one to be made."""
        if row.state != "asked":
            return "—"
        url = reverse(f"admin:{self.decide_name()}", args=[row.pk])
        return format_html('<a href="{}">{}</a>', url, _("Decide"))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one request, with the way to its decision where there is one to be made."""
        row: Any = kwargs.get("obj")
        may_decide = self.has_decide_permission(request)
        told = self.facts if may_decide else self.public_facts
        context["facts"] = [] if row is None else list(told(row).items())
        open_here = row is not None and row.state == "asked" and may_decide
        context["decide_url"] = (
            reverse(f"admin:{self.decide_name()}", args=[row.pk]) if open_here else ""
        )
        return super().render_change_form(request, context, *args, **kwargs)

    def decide_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Show the request, and decide it by a form."""
        staff = request.user
        if not isinstance(staff, User) or not self.has_decide_permission(request):
            raise PermissionDenied
        row = get_object_or_404(self.get_queryset(request), pk=number)
        if request.method != "POST":
            return self._page(request, row, DecisionForm(), 200)
        form = DecisionForm(request.POST)
        try:
            form.require()
            decide = self.say_yes if form.cleaned_data["decision"] == "yes" else self.say_no
            done = decide(number, staff, form.cleaned_data["answer"])
        except Refused as refusal:
            self._record(row, staff, form, "form", str(refusal))
            return self._page(request, row, form, 422)
        except REFUSALS as refusal:
            self._record(row, staff, form, type(refusal).__name__, form.cleaned_data["answer"])
            form.add_error(None, _in_words(refusal))
            row = get_object_or_404(self.get_queryset(request), pk=number)
            return self._page(request, row, form, 409)
        messages.success(request, done)
        return SeeOther(reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"))

    def _record(self, row: Any, staff: User, form: DecisionForm, why: str, text: str) -> None:
        """Write down a decision that was refused."""
        recording.refused(
            self.deeds[form.data.get("decision") == "no"],
            staff=staff,
            subject=row.cause,
            player_id=row.wallet.user_id,
            after={"refused": why},
            reason=text,
        )

    def _page(
        self, request: HttpRequest, row: Model, form: DecisionForm, status: int
    ) -> HttpResponse:
        state = row.state  # type: ignore[attr-defined]
        context = {
            **self.admin_site.each_context(request),
            "title": self.row_title(row),
            "list_name": self.list_name(),
            "opts": self.opts,
            "facts": list(self.facts(row).items()),
            "is_open": state == "asked",
            "yes": self.yes,
            "form": form,
        }
        return render(request, "admin/accounts/decide.html", context, status=status)


def _in_words(refusal: Exception) -> str:
    """A refusal as a sentence for staff."""
    match refusal:
        case NotOpen():
            return _("This was decided before. Its present state is shown; nothing was moved.")
        case OwnRequest():
            return _("This is about your own money: another member of staff must decide it.")
        case SamePerson():
            return _("You asked for this adjustment: another member of staff must approve it.")
        case LimitReached():
            text = _(
                "The player’s own limit of deposits (%(period)s) is %(most)s: %(left)s are left "
                "until %(ends)s. Nothing was booked. Return the money to the sender and refuse "
                "the request, or leave it open until there is room."
            )
            return text % {
                "period": str(protection.PERIODS[refusal.period]).lower(),
                "most": protection.amount(refusal.measure, refusal.limit),
                "left": protection.amount(refusal.measure, refusal.left),
                "ends": protection.moment(refusal.ends_at),
            }
        case PlayStopped():
            return _(
                "The player takes a break or has excluded himself: nothing is paid in. Nothing "
                "was booked. Return the money to the sender and refuse the request."
            )
        case ledger.InsufficientFunds():
            return _("The player has only %(balance)s RUR by now. Nothing was moved.") % {
                "balance": amount_text(refusal.balance)
            }
        case _:
            raise TypeError(f"{type(refusal).__name__} is no refusal of a decision")
