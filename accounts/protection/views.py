"""The limits page: what the player has set for his own protection, and the forms that change it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from accounts.protection import limits, reality, stops, words
from accounts.protection.exceptions import (
    NothingToChange,
    NotRipe,
    StaleProtection,
    StopNotLonger,
)
from accounts.protection.forms import LimitForm, RealityForm, SetLimitForm, StopForm
from accounts.protection.models import Measure, StopKind
from accounts.protection.presenters import protection
from accounts.redirects import SeeOther
from accounts.signed_in import player_of
from casino.access import player_required
from casino.forms import Refused
from casino.throttle import PASSWORD_ASKED, throttled
from casino.throttle import player as by_player

_CONFLICT = 409
_UNPROCESSABLE = 422
_REFUSALS = (NothingToChange, NotRipe, Refused, StaleProtection, StopNotLonger)


@require_safe
@player_required
def limits_page(request: HttpRequest) -> HttpResponse:
    """Show the limits with what is used up, the reality check, and how to stop."""
    return _page(request)


@require_POST
@player_required
def set_limit(request: HttpRequest) -> HttpResponse:
    """Set a limit: a lower one holds at once, a higher one has to wait."""

    def change() -> str:
        form = SetLimitForm(request.POST)
        form.require()
        _require_roubles(request, form)
        state = limits.change(
            player=player_of(request), **form.names, limit=form.limit, now=timezone.now()
        )
        return _asked() if state.waiting else _("The limit holds from now on.")

    return _answered(request, change)


@require_POST
@player_required
def remove_limit(request: HttpRequest) -> HttpResponse:
    """Ask for no limit any more; that has to wait as a higher one has."""

    def change() -> str:
        form = LimitForm(request.POST)
        form.require()
        limits.change(player=player_of(request), **form.names, limit=None, now=timezone.now())
        return _asked()

    return _answered(request, change)


@require_POST
@player_required
def confirm_limit(request: HttpRequest) -> HttpResponse:
    """Confirm a higher limit, once its time has come."""

    def change() -> str:
        form = LimitForm(request.POST)
        form.require()
        limits.confirm(player=player_of(request), **form.names, now=timezone.now())
        return _("Confirmed: the new limit holds from now on.")

    return _answered(request, change)


@require_POST
@player_required
def withdraw_limit(request: HttpRequest) -> HttpResponse:
    """Take a wish for a higher limit back."""

    def change() -> str:
        form = LimitForm(request.POST)
        form.require()
        limits.withdraw(player=player_of(request), **form.names, now=timezone.now())
        return _("The request is withdrawn. Your limit stays as it was.")

    return _answered(request, change)


@require_POST
@player_required
def set_reality_check(request: HttpRequest) -> HttpResponse:
    """Set how often the player is asked whether he goes on."""

    def change() -> str:
        form = RealityForm(request.POST)
        form.require()
        reality.choose(player=player_of(request), minutes=int(form.cleaned_data["minutes"]))
        return _("Saved.")

    return _answered(request, change)


@sensitive_post_parameters("password")
@require_POST
@player_required
@throttled(PASSWORD_ASKED, by=by_player)
def stop(request: HttpRequest) -> HttpResponse:
    """Begin a break or a self-exclusion, at once."""

    def change() -> str:
        form = StopForm(request.POST, request=request)
        form.require()
        begun = stops.begin(
            player=player_of(request),
            length=stops.Length(form.cleaned_data["length"]),
            number=form.cleaned_data["number"],
            now=timezone.now(),
        )
        return words.stopped(begun.kind, begun.until)

    return _answered(request, change)


def _require_roubles(request: HttpRequest, form: LimitForm) -> None:
    """Refuse a limit of money to a guest.

    Raises:
        Refused: he holds no roubles that it could limit.
    """
    if player_of(request).is_guest and form.names["measure"] is not Measure.TIME:
        raise Refused([_("A guest has no roubles: only the time can be limited.")])


def _asked() -> str:
    return _("Asked for. It can be confirmed here in 24 hours; until then your limit stays.")


def _answered(request: HttpRequest, change: Callable[[], str]) -> HttpResponse:
    """Make the change and lead back to the page, or show the page with why it was refused."""
    try:
        done = change()
    except _REFUSALS as error:
        status, sentences = _refusal(error)
        return _page(request, status=status, refused=sentences)
    messages.success(request, done)
    return SeeOther(reverse("accounts:limits"))


def _refusal(error: Exception) -> tuple[int, list[str]]:
    """Put a refusal in words, with its HTTP status."""
    match error:
        case StaleProtection():
            return _CONFLICT, [_("This was sent from an older page. What holds now is shown here.")]
        case NothingToChange():
            return _CONFLICT, [_("Nothing has changed: your limit is what it was.")]
        case NotRipe():
            text = _("From %(ripe_at)s the higher limit can be confirmed, not earlier.")
            return _CONFLICT, [text % {"ripe_at": words.moment(error.ripe_at)}]
        case StopNotLonger():
            return _CONFLICT, [_("You have stopped already, for as long or longer.")]
        case Refused():
            return _UNPROCESSABLE, error.messages
        case _:
            raise TypeError(f"{type(error).__name__} is no refusal of the limits page")


def _page(
    request: HttpRequest, *, status: int = 200, refused: list[str] | None = None
) -> HttpResponse:
    player = player_of(request)
    context = {
        "protection": protection(player, timezone.now()),
        "stop_form": StopForm(None, request=request),
        "refused": refused or [],
        "intervals": reality.CHOICES,
        "lengths_of_breaks": _lengths(StopKind.BREAK),
        "lengths_of_exclusions": _lengths(StopKind.EXCLUSION),
    }
    return render(request, "accounts/limits.html", context, status=status)


def _lengths(kind: StopKind) -> list[tuple[str, str]]:
    return [(one.value, str(words.LENGTHS[one])) for one in stops.Length if one.kind is kind]
