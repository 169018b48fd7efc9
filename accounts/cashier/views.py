"""The cashier's page: what a player has asked, two forms to ask more, and a way to take it back."""

import uuid
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.cashier import presenters, services
from accounts.cashier.forms import CancelForm, DepositForm, OlderForm, WithdrawalForm
from accounts.decisions import NotOpen
from accounts.ledger import InsufficientFunds
from accounts.models import CashierRequest, RequestKind
from accounts.protection import words as protection
from accounts.protection.exceptions import LimitReached, PlayStopped
from accounts.redirects import SeeOther
from accounts.signed_in import player_of, registered_required
from casino.amounts import money
from casino.forms import Refused

_FORMS: Final[dict[RequestKind, type[DepositForm]]] = {
    RequestKind.DEPOSIT: DepositForm,
    RequestKind.WITHDRAWAL: WithdrawalForm,
}
_REFUSALS: Final = (
    services.AmountOutOfRange,
    services.TooManyOpen,
    InsufficientFunds,
    LimitReached,
    PlayStopped,
)


in_the_cashier = partial(
    registered_required,
    why=gettext_lazy("The cashier is for registered players: guests play demo."),
)
"""Whose pages these are."""


@require_safe
@in_the_cashier
def cashier(request: HttpRequest) -> HttpResponse:
    """Show the forms and the player's requests."""
    older = OlderForm(request.GET)
    try:
        older.require()
    except Refused as refused:
        return _page(request, status=422, wrong=refused.messages)
    return _page(request, before=older.cleaned_data["before"])


@require_safe
@in_the_cashier
def requests(request: HttpRequest) -> HttpResponse:
    """Give the list anew, for a page that heard that something has changed."""
    context = {"cashier": presenters.requests(player_of(request).pk)}
    return render(request, "accounts/_requests.html", context)


@require_POST
@in_the_cashier
def ask(request: HttpRequest, kind: RequestKind) -> HttpResponse:
    """Ask for a deposit or a withdrawal; the same form asks once."""
    form = _FORMS[kind](request.POST, auto_id=f"{kind.value}-%s")
    try:
        form.require()
        asked = services.ask(player=player_of(request), kind=kind, **form.cleaned_data)
    except Refused:
        return _page(request, status=422, forms={kind: form})
    except services.AlreadyAsked as error:
        text = _("This form was sent already: request № %(number)s, %(amount)s RUR, asked once.")
        messages.info(request, text % _named(error.request))
    except _REFUSALS as refusal:
        form.add_error("amount", _in_words(refusal))
        return _page(request, status=422, forms={kind: form})
    else:
        text = (
            _("Your deposit of %(amount)s RUR is asked: request № %(number)s.")
            if kind is RequestKind.DEPOSIT
            else _("Your withdrawal of %(amount)s RUR is asked: request № %(number)s.")
        )
        messages.success(request, text % _named(asked))
    return SeeOther(reverse("accounts:cashier"))


@require_POST
@in_the_cashier
def cancel(request: HttpRequest, number: int) -> HttpResponse:
    """Take a request back, as long as nobody has decided it."""
    form = CancelForm(request.POST)
    try:
        form.require()
        done = services.cancel(number=number, player=player_of(request))
    except Refused as refused:
        return _page(request, status=422, wrong=refused.messages)
    except CashierRequest.DoesNotExist:
        raise Http404 from None
    except NotOpen:
        text = _("Request № %(number)s is decided already. Its present state is shown.")
        return _page(request, status=409, wrong=[text % {"number": number}])
    text = _("Request № %(number)s is cancelled.")
    messages.success(request, text % {"number": done.pk})
    return SeeOther(reverse("accounts:cashier"))


def _page(
    request: HttpRequest,
    *,
    status: int = 200,
    before: int | None = None,
    wrong: list[str] | None = None,
    forms: dict[RequestKind, DepositForm] | None = None,
) -> HttpResponse:
    """The whole page; a form that was refused stands in it as it was sent."""
    context: dict[str, Any] = {
        "cashier": presenters.requests(player_of(request).pk, before=before),
        "wrong": wrong or [],
    }
    for kind, form in _FORMS.items():
        fresh = form(auto_id=f"{kind.value}-%s", initial={"token": uuid.uuid4()})
        context[kind.value] = presenters.door(kind)
        context[f"{kind.value}_form"] = (forms or {}).get(kind, fresh)
    return render(request, "accounts/cashier.html", context, status=status)


def _named(request: CashierRequest) -> dict[str, Any]:
    return {"number": request.pk, "amount": money(request.amount)}


def _in_words(refusal: Exception) -> str:
    """A refusal as a sentence for the player."""
    match refusal:
        case services.AmountOutOfRange():
            text = _("%(amount)s RUR is not from %(minimum)s to %(maximum)s RUR.")
            return text % {
                "amount": money(refusal.amount),
                "minimum": money(refusal.minimum),
                "maximum": money(refusal.maximum),
            }
        case services.TooManyOpen():
            text = _("%(most)s deposits are waiting already. Wait for one of them, or cancel it.")
            return text % {"most": services.MOST_OPEN_DEPOSITS}
        case LimitReached():
            text = _("%(limit)s is %(most)s: %(left)s are left until %(ends)s.")
            return text % {
                "limit": protection.limit_name(refusal.measure, refusal.period),
                "most": protection.amount(refusal.measure, refusal.limit),
                "left": protection.amount(refusal.measure, refusal.left),
                "ends": protection.moment(refusal.ends_at),
            }
        case PlayStopped():
            return _("During a break nothing is paid in; withdrawals stay open.")
        case InsufficientFunds():
            text = _("%(amount)s RUR is more than your balance of %(balance)s RUR.")
            return text % {"amount": money(refusal.needed), "balance": money(refusal.balance)}
        case _:
            raise TypeError(f"{type(refusal).__name__} is no refusal of the cashier")
