"""The administration’s first page: what waits for staff, and where things are done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.back_office.listing import UncountedAdmin
from accounts.models import Adjustment, CashierRequest, GameSwitch, Mail, MailState
from blackjack.models import DealerWatch
from operations import planned

_COUNTED = 100
_NEWS = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Way:
    """A card of the first page.

    Attributes:
        waiting: how many wait, as a text; blank where nothing can wait.
        search: whether the card holds a search box that leads to ``url``.
    """

    title: str
    text: str
    url: str
    waiting: str = ""
    search: str = ""


def ways(user: Any) -> Sequence[Way]:
    """The cards that this member of staff may use."""
    return [make() for permission, make in _CARDS if user.has_perm(permission)]


def _list(name: str) -> str:
    return reverse(f"admin:{name}_changelist")


def _waiting(model: type[CashierRequest] | type[Adjustment]) -> str:
    """How many are asked and not decided: counted by an index, and no further than it matters."""
    found = len(model.objects.filter(state="asked").order_by("pk").values("pk")[:_COUNTED])
    return f"{_COUNTED - 1}+" if found == _COUNTED else str(found)


def _players() -> Way:
    text = _("Tier, block, balance: find the player, then use the buttons on his page.")
    return Way(_("Find a player"), text, _list("accounts_user"), search=_("Beginning of the login"))


def _rounds() -> Way:
    text = _("A disputed round, step by step, with its money and its signature.")
    search = _("Number, or beginning of the login")
    return Way(_("Find a round"), text, _list("blackjack_round"), search=search)


def _requests() -> Way:
    text = _("Deposits and withdrawals: look at each, then confirm or refuse it.")
    url = _list("accounts_cashierrequest") + "?state__exact=asked"
    return Way(_("Requests to the cashier"), text, url, waiting=_waiting(CashierRequest))


def _adjustments() -> Way:
    text = _("Corrections of balances: one person asks, another one books.")
    url = _list("accounts_adjustment") + "?state__exact=asked"
    return Way(_("Adjustments"), text, url, waiting=_waiting(Adjustment))


def _limits() -> Way:
    text = _("Smallest and largest bet, by game, tier and currency.")
    return Way(_("Bet limits"), text, _list("accounts_betlimit"))


def _switches() -> Way:
    closed = GameSwitch.objects.count()
    text = _("Close a game for the moment, or open it again.")
    if closed:
        text = _("Closed now: %(count)s. Open them again here.") % {"count": closed}
    return Way(_("Switches of games"), text, _list("accounts_gameswitch"))


def _reports() -> Way:
    text = _("Stakes, returns and result by day, game and tier; what the house owes.")
    return Way(_("Reports"), text, reverse("admin:reports"))


def _locks() -> Way:
    text = _("After five wrong passwords a login is locked for a while: lift the lock here.")
    search = _("Login or address, in full")
    return Way(_("Locked logins"), text, _list("axes_accessattempt"), search=search)


def _mails() -> Way:
    text = _("What was mailed to whom, and whether it has left.")
    failed = MailState.FAILED.value
    # Those of earlier weeks have been seen; they are counted no further than it matters.
    since = timezone.now() - _NEWS
    lost = Mail.objects.filter(state=failed, ended_at__gte=since)[:_COUNTED].count()
    if not lost:
        return Way(_("Mails"), text, _list("accounts_mail"))
    text = _("Mails that could not be sent this week: %(count)s. Look at them.") % {"count": lost}
    return Way(_("Mails"), text, _list("accounts_mail") + f"?state__exact={failed}")


def _audit() -> Way:
    text = _("Who of the staff did what, when, to whom and why.")
    return Way(_("Audit"), text, _list("accounts_staffaction"))


def _dealer() -> Way:
    text = _("Do the dealer’s totals lie where chance lets them? Every game, every night.")
    outside = DealerWatch.objects.filter(outside_since__isnull=False).count()
    if outside:
        text = _("Games whose dealer is out of his band: %(count)s. Look at them now.") % {
            "count": outside
        }
    return Way(_("Dealer’s figures"), text, _list("blackjack_dealerwatch"))


def _tasks() -> Way:
    text = _("What the house does by itself, such as the nightly check of the books.")
    unwell = planned.unwell()
    if unwell:
        text = _("Tasks that failed or did not run in time: %(count)s. Look at them now.") % {
            "count": unwell
        }
    return Way(_("Background tasks"), text, _list("operations_taskrun"))


_CARDS: tuple[tuple[str, Callable[[], Way]], ...] = (
    ("accounts.view_user", _players),
    ("blackjack.view_round", _rounds),
    ("accounts.view_cashierrequest", _requests),
    ("accounts.view_adjustment", _adjustments),
    ("accounts.view_betlimit", _limits),
    ("accounts.view_gameswitch", _switches),
    ("axes.view_accessattempt", _locks),
    ("accounts.view_mail", _mails),
    ("accounts.view_reports", _reports),
    ("blackjack.view_dealerwatch", _dealer),
    ("operations.view_taskrun", _tasks),
    ("accounts.view_staffaction", _audit),
)


def lists(request: HttpRequest) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
    """Every list that this member of staff may open, by what it is about: its name and address."""
    by_page = {
        f"{model._meta.app_label}_{model._meta.model_name}": one
        for model, one in admin.site._registry.items()
    }
    groups = []
    for title, pages in _groups():
        shown = [
            (one.list_name(), _list(page))
            for page in pages
            if isinstance(one := by_page[page], UncountedAdmin) and one.has_view_permission(request)
        ]
        if shown:
            groups.append((title, shown))
    return groups


def _groups() -> Sequence[tuple[str, Sequence[str]]]:
    return (
        (
            _("Players"),
            ("accounts_user", "accounts_limitchange", "accounts_playstop", "accounts_mail"),
        ),
        (
            _("Money"),
            (
                "accounts_cashierrequest",
                "accounts_adjustment",
                "accounts_wallet",
                "accounts_entry",
            ),
        ),
        (
            _("Games"),
            (
                "blackjack_round",
                "blackjack_bingosession",
                "blackjack_table",
                "blackjack_shoe",
                "blackjack_dealerwatch",
                "blackjack_dailyfigures",
                "accounts_betlimit",
                "accounts_gameswitch",
            ),
        ),
        (
            _("Staff and sign-ins"),
            ("accounts_staffaction", "axes_accessattempt", "otp_totp_totpdevice"),
        ),
        (_("The house at work"), ("operations_taskrun", "operations_heartbeat")),
    )
