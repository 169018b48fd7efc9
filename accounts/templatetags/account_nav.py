"""``{% account_nav %}``: the pages about an account, side by side.

Another page joins by a row here; the order is the order on the page.
"""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()


@dataclass(frozen=True, slots=True)
class Page:
    """A page about an account.

    Attributes:
        name: of its address.
        for_guests: whether guests have it, too.
        also: names of addresses that belong to it.
    """

    name: str
    title: str | Promise
    for_guests: bool = True
    also: tuple[str, ...] = ()


PAGES: Final = (
    Page("accounts:profile", _("Profile")),
    Page("accounts:cash_history", _("Cash history"), for_guests=False),
    Page("blackjack:history", _("Game history")),
    Page("accounts:cashier", _("Cashier"), for_guests=False),
    Page("accounts:limits", _("Limits")),
    Page(
        "accounts:security",
        _("Security"),
        for_guests=False,
        also=(
            "accounts:change_password",
            "accounts:change_email",
            "accounts:close",
        ),
    ),
    Page("accounts:sessions", _("Sessions")),
)


@register.inclusion_tag("accounts/_nav.html", takes_context=True)
def account_nav(context: template.Context) -> dict[str, Any]:
    """Draw the navigation, with the page that is shown marked."""
    match = context["request"].resolver_match
    here = "" if match is None else match.view_name
    account = context.get("account")
    guest = account is not None and account.is_guest
    return {
        "pages": [
            {
                "url": reverse(page.name),
                "title": page.title,
                "current": here == page.name,
                "inside": here in page.also,
            }
            for page in PAGES
            if page.for_guests or not guest
        ]
    }
