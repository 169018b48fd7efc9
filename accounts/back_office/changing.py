"""Changes that need a reason: a page with the facts, a form, and one service behind it.

Only here are their refusals put in words, and written into the audit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit import recording
from accounts.audit.models import LONGEST_REASON, Deed
from accounts.decisions import NotAsSeen, OwnSecondFactor
from accounts.models import User
from accounts.redirects import SeeOther
from accounts.standing import OverForGood, OwnAccount
from accounts.switches.services import AlreadyThere
from casino.forms import Refused, StrictForm
from casino.read_only_admin import ReadOnlyAdmin

REFUSALS = (NotAsSeen, OverForGood, OwnAccount, OwnSecondFactor, AlreadyThere)


class ReasonForm(StrictForm):
    """Why it is done; every change of staff asks for it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("It stands in the audit and can’t be changed later."),
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A change as its page shows it and does it.

    Attributes:
        title: of the page, and of its button.
        deed: what the audit calls it.
        permission: who may.
        subject: what it is about, as the audit names it.
        do: given the form's values and the member of staff; returns a sentence on what was done.
        onwards: where the page leads then.
        trail: label and address of the pages above it.
        facts: what is to be known before, label to value.
        warning: what it brings with it.
    """

    title: str
    deed: Deed
    permission: str
    subject: str
    do: Callable[[Mapping[str, Any], User], str]
    onwards: str
    trail: tuple[tuple[str, str], ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    warning: str = ""
    player_id: int | None = None


class ChangedByForm(ReadOnlyAdmin):
    """Rows of which each is changed by a form with a reason, and in no other way.

    Attributes:
        form_word: names the form's address, below the row's number.
        form_title: what the way to it is called.
    """

    form_word: ClassVar[str]
    form_title: ClassVar[Any]

    def form_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """Show the form of one row, or do what it asks."""
        raise NotImplementedError

    @property
    def form_name(self) -> str:
        """The name of the form's address."""
        return f"{self.opts.app_label}_{self.opts.model_name}_{self.form_word}"

    def get_urls(self) -> list[URLPattern]:
        """The admin's pages and the form."""
        view = self.admin_site.admin_view(self.form_view)
        return [
            path(f"<int:number>/{self.form_word}/", view, name=self.form_name),
            *super().get_urls(),
        ]

    @admin.display(description="")
    def way(self, row: Model) -> SafeString:
        """The way to the form."""
        url = reverse(f"admin:{self.form_name}", args=[row.pk])
        return format_html('<a href="{}">{}</a>', url, self.form_title)


def staff_of(request: HttpRequest) -> User:
    """Who works here.

    Raises:
        PermissionDenied: nobody of the staff.
    """
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def answer(
    request: HttpRequest, change: Change, form: type[StrictForm], initial: Mapping[str, Any]
) -> HttpResponse:
    """Show the page, or do what its form asks: 422 to a wrong form, 409 to what can't be done.

    Raises:
        PermissionDenied: this member of staff may not.
    """
    staff = staff_of(request)
    if not staff.has_perm(change.permission):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, change, form(initial=dict(initial)), 200)
    bound = form(request.POST)
    try:
        bound.require()
        sentence = change.do(bound.cleaned_data, staff)
    except Refused as refusal:
        _record(change, staff, "form", str(refusal))
        return _page(request, change, bound, 422)
    except REFUSALS as refusal:
        _record(change, staff, type(refusal).__name__, bound.cleaned_data["reason"])
        bound.add_error(None, _in_words(refusal))
        return _page(request, change, bound, 409)
    messages.success(request, sentence)
    return SeeOther(change.onwards)


def _record(change: Change, staff: User, why: str, text: str) -> None:
    recording.refused(
        change.deed,
        staff=staff,
        subject=change.subject,
        player_id=change.player_id,
        after={"refused": why},
        reason=text,
    )


def _page(request: HttpRequest, change: Change, form: StrictForm, status: int) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": change.title,
        "trail": change.trail,
        "facts": list(change.facts.items()),
        "warning": change.warning,
        "form": form,
    }
    return render(request, "admin/accounts/change_with_reason.html", context, status=status)


def _in_words(refusal: Exception) -> str:
    match refusal:
        case NotAsSeen():
            return _(
                "It was changed by somebody else meanwhile, or is so already. Open the page anew."
            )
        case OverForGood():
            return _("This account was closed for good and can’t be opened again.")
        case OwnAccount():
            return _("You can’t block yourself.")
        case OwnSecondFactor():
            return _("Replace your own second factor under “My second factor”.")
        case AlreadyThere():
            return _("It is so already: somebody else was faster. Nothing was changed.")
        case _:
            raise TypeError(f"{type(refusal).__name__} is no refusal of a change")
