"""The audit in words: what a line was about, and what it changed.

Lines are kept as they were written, by short names that never change; here they are told.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import AdjustmentState, RequestState, StaffAction
from accounts.registry import games
from casino.amounts import money

Text = str | Promise

NAMES: Final[Mapping[str, Text]] = {
    "address": gettext_lazy("address"),
    "state": gettext_lazy("state"),
    "amount": gettext_lazy("amount"),
    "balance": gettext_lazy("balance"),
    "blocked": pgettext_lazy("player", "blocked"),
    "closed": pgettext_lazy("game", "closed"),
    "failures": gettext_lazy("wrong passwords"),
    "login": gettext_lazy("login"),
    "method": gettext_lazy("way of asking"),
    "minimum": gettext_lazy("smallest bet"),
    "maximum": gettext_lazy("largest bet"),
    "refused": gettext_lazy("why refused"),
    "role": gettext_lazy("role"),
    "tier": gettext_lazy("tier"),
}
"""What changes are called."""

ROLES: Final[Mapping[str, Text]] = {
    "player": gettext_lazy("player"),
    "staff": gettext_lazy("staff"),
    "support": pgettext_lazy("role", "support"),
    "cashier": pgettext_lazy("role", "cashier"),
    "manager": pgettext_lazy("role", "manager"),
    "superuser": pgettext_lazy("role", "superuser"),
}
"""What somebody is."""

REFUSALS: Final[Mapping[str, Text]] = {
    "AlreadyAsked": gettext_lazy("the same form was sent twice"),
    "AlreadyThere": gettext_lazy("it was so already"),
    "GuestsHoldNoRoubles": gettext_lazy("a guest holds no roubles"),
    "InsufficientFunds": gettext_lazy("the player has less money"),
    "LimitReached": gettext_lazy("the player’s own limit is reached"),
    "NotAsSeen": gettext_lazy("it had changed meanwhile"),
    "NotOpen": gettext_lazy("it was decided before"),
    "OverForGood": gettext_lazy("the account was closed for good"),
    "OwnAccount": gettext_lazy("it was his own account"),
    "OwnRequest": gettext_lazy("it was his own request"),
    "PermissionDenied": gettext_lazy("no right to it"),
    "PlayStopped": gettext_lazy("the player takes a break"),
    "SamePerson": gettext_lazy("he had asked for it himself"),
    "form": gettext_lazy("the form was not filled in rightly"),
}
"""Why nothing was done."""

_STATES: Final[Mapping[str, Text]] = {
    **{state.value: state.label for state in AdjustmentState},
    **{state.value: state.label for state in RequestState},
}
_TABLES: Final[Mapping[Text, Mapping[str, Text]]] = {
    "refused": REFUSALS,
    "role": ROLES,
    "state": _STATES,
}
_ROUBLES: Final = frozenset({"amount", "balance"})


def value_in_words(name: str, value: Any) -> str:
    """One value of a line: amounts in roubles, the rest in words where there are any."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in _ROUBLES and isinstance(value, int):
        return f"{money(value)} RUR"
    return str(_TABLES.get(name, {}).get(str(value), value))


def facts_in_words(facts: Mapping[str, Any]) -> str:
    """What stood before, or after, by name."""
    return "; ".join(f"{_name(key)}: {value_in_words(key, one)}" for key, one in facts.items())


def change_in_words(row: StaffAction) -> SafeString | str:
    """What a line changed: what was and what became of it, one below the other."""
    names = sorted({**row.before, **row.after}, key=_place)  # PostgreSQL orders keys its own way
    lines = []
    for name in names:
        was, became = row.before.get(name), row.after.get(name)
        told = value_in_words(name, became if name in row.after else was)
        if name in row.before and name in row.after:
            told = f"{value_in_words(name, was)} → {told}"
        lines.append((_name(name), told))
    return format_html_join("", "<div>{}: {}</div>", lines) or "—"


def about_in_words(row: StaffAction) -> SafeString | str:
    """What a line was about and whom, in a list."""
    subject = subject_in_words(row)
    if row.player is None or row.subject == f"accounts.user/{row.player_id}":
        return subject
    login = _way("accounts_user", str(row.player_id), row.player.username)
    return format_html("{}, {}", login, subject)


def subject_in_words(row: StaffAction) -> SafeString | str:
    """What a line was about, as a way there where there is a page."""
    kind, _slash, rest = row.subject.partition("/")
    match kind:
        case "accounts.user":
            return _user(row, rest)
        case "accounts.adjustment":
            return _way("accounts_adjustment", rest, _("Adjustment № %(number)s"))
        case "accounts.deposit":
            return _way("accounts_cashierrequest", rest, _("Deposit № %(number)s"))
        case "accounts.withdrawal":
            return _way("accounts_cashierrequest", rest, _("Withdrawal № %(number)s"))
        case "accounts.betlimit" | "accounts.gameswitch":
            return _game(rest)
        case "axes.accessattempt":
            return rest
        case _:
            return row.subject or "—"


def _user(row: StaffAction, number: str) -> SafeString | str:
    known = {str(one.pk): one.username for one in (row.staff, row.player) if one is not None}
    login = known.get(number, f"№ {number}")
    return _way("accounts_user", number, login)


def _way(page: str, number: str, text: str) -> SafeString | str:
    text = text % {"number": number} if "%" in text else text
    if not (number.isascii() and number.isdigit()):
        return text
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{page}_change", args=[number]), text)


def _game(rest: str) -> str:
    variant, *others = rest.split("/")
    name = _("All games") if variant == "*" else games().game_name(variant)
    return ", ".join([name, *(_("Both kinds of money") if one == "*" else one for one in others)])


def _name(name: str) -> str:
    return str(capfirst(str(NAMES.get(name, name))))


def _place(name: str) -> tuple[int, str]:
    """Where a fact stands among the others: as in the list of names, what is unknown last."""
    known = list(NAMES)
    return (known.index(name) if name in known else len(known), name)
