"""Staff ask for adjustments from a player's page, and decide what others have asked."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import ledger
from accounts.adjusting import services
from accounts.adjusting.forms import AdjustmentForm
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.deciding_admin import DecidingAdmin, amount_text
from accounts.models import Adjustment, Currency, User, Wallet
from accounts.redirects import SeeOther
from accounts.services import GuestsHoldNoRoubles
from casino.forms import Refused, shown


class Funding:
    """Leads from a list to the form that asks to adjust the balance of the one player marked."""

    def has_fund_permission(self, request: HttpRequest) -> bool:
        """Whether the member of staff may ask to move roubles."""
        return request.user.has_perm("accounts.add_adjustment")

    @admin.action(permissions=["fund"], description=gettext_lazy("Fund with roubles / adjust"))
    def fund_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Open the form."""
        marked = list(queryset[:2])
        if len(marked) != 1:
            messages.error(request, _("Mark exactly one player: every adjustment has its reason."))
            return None
        player = marked[0].user_id if isinstance(marked[0], Wallet) else marked[0].pk
        return SeeOther(reverse("admin:accounts_user_fund", args=[player]))


def fund_path(site: admin.AdminSite) -> URLPattern:
    """The address of the form, below the players' pages."""
    view = site.admin_view(fund_view)
    return path("<int:user_id>/fund/", view, name="accounts_user_fund")


def fund_view(request: HttpRequest, user_id: int) -> HttpResponse:
    """Ask to move roubles to or from a player, with a reason; the same form asks once."""
    staff = request.user
    if not isinstance(staff, User) or not staff.has_perm("accounts.add_adjustment"):
        raise PermissionDenied
    player = get_object_or_404(User, pk=user_id)
    if request.method != "POST":
        return _fund_page(request, player, AdjustmentForm(initial={"token": uuid.uuid4()}))
    form = AdjustmentForm(request.POST)
    try:
        form.require()
        asked = services.ask(user_id=player.pk, staff=staff, **form.cleaned_data)
    except Refused as refusal:
        _record(player, staff, "form", str(refusal))
        return _fund_page(request, player, form)
    except GuestsHoldNoRoubles:
        _record(player, staff, "GuestsHoldNoRoubles", form.cleaned_data["reason"])
        form.add_error(None, _("A guest plays for demo money only."))
        return _fund_page(request, player, form)
    except ledger.InsufficientFunds as error:
        _record(player, staff, "InsufficientFunds", form.cleaned_data["reason"])
        form.add_error(
            "amount",
            _("“%(value)s” is more than the player has: %(balance)s RUR.")
            % {"value": shown(form.data["amount"]), "balance": amount_text(error.balance)},
        )
        return _fund_page(request, player, form)
    except services.AlreadyAsked as error:
        _record(player, staff, "AlreadyAsked", form.cleaned_data["reason"])
        messages.warning(
            request,
            _("This form was sent already: %(amount)s RUR, asked once.")
            % {"amount": amount_text(error.adjustment.amount)},
        )
    else:
        messages.success(
            request,
            _("Asked: %(amount)s RUR. It is booked when another member of staff approves it.")
            % {"amount": amount_text(asked.amount)},
        )
    return SeeOther(request.get_full_path())


def _record(player: User, staff: User, why: str, text: str) -> None:
    recording.refused(
        Deed.ADJUSTMENT_ASKED,
        staff=staff,
        subject=f"accounts.user/{player.pk}",
        player_id=player.pk,
        after={"refused": why},
        reason=text,
    )


def _fund_page(request: HttpRequest, player: User, form: AdjustmentForm) -> HttpResponse:
    waiting = Adjustment.objects.filter(wallet__user=player, state="asked").order_by("pk")
    context = {
        **admin.site.each_context(request),
        "title": _("Fund with roubles / adjust"),
        "opts": User._meta,
        "player": player,
        "balance": amount_text(ledger.balance(player.pk, Currency.RUR)),
        "waiting": [
            {
                "amount": amount_text(one.amount),
                "reason": one.reason,
                "url": reverse("admin:accounts_adjustment_decide", args=[one.pk]),
            }
            for one in waiting
        ],
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "admin/accounts/user/fund.html", context, status=status)


@admin.register(Adjustment)
class AdjustmentAdmin(DecidingAdmin):
    """Who asked to move roubles, who decided, and why."""

    decide_permission = "accounts.decide_adjustment"
    yes = gettext_lazy("Approve and book")
    deeds = (Deed.ADJUSTMENT_BOOKED, Deed.ADJUSTMENT_REFUSED)
    list_display = (
        "created_at",
        "player",
        "money",
        "reason",
        "state",
        "staff",
        "decided_by",
        "balance_before",
        "balance_after",
        "way",
    )
    list_filter = ("state",)
    list_select_related = ("wallet__user", "staff", "decided_by")

    @admin.display(description=gettext_lazy("amount"))
    def money(self, adjustment: Adjustment) -> str:
        """The amount in roubles."""
        return amount_text(adjustment.amount)

    @admin.display(description=gettext_lazy("balance before"))
    def balance_before(self, adjustment: Adjustment) -> str:
        """The balance before it, in roubles; a dash until it is booked."""
        return "—" if adjustment.before is None else amount_text(adjustment.before)

    @admin.display(description=gettext_lazy("balance after"))
    def balance_after(self, adjustment: Adjustment) -> str:
        """The balance after it, in roubles; a dash until it is booked."""
        return "—" if adjustment.after is None else amount_text(adjustment.after)

    def facts(self, row: Adjustment) -> Mapping[str, Any]:
        """What the page of the decision shows."""
        return {
            _("Player"): row.wallet.user.username,
            _("Amount"): f"{amount_text(row.amount)} RUR",
            _("Balance now"): f"{amount_text(row.wallet.balance)} RUR",
            _("Reason"): row.reason,
            _("Asked by"): row.staff.username,
            _("Asked at"): row.created_at,
            _("State"): row.get_state_display(),
            _("Decided by"): row.decided_by.username if row.decided_by else "—",
            _("Answer"): row.answer or "—",
        }

    def say_yes(self, number: int, staff: User, answer: str) -> str:
        """Book it."""
        done = services.approve(number=number, staff=staff, answer=answer)
        return _("Booked %(amount)s RUR; the balance is %(after)s RUR.") % {
            "amount": amount_text(done.amount),
            "after": amount_text(done.after or 0),
        }

    def say_no(self, number: int, staff: User, answer: str) -> str:
        """Refuse it."""
        services.refuse(number=number, staff=staff, answer=answer)
        return _("Refused. Nothing was moved.")
