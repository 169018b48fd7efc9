"""Who moves the money in the world: the providers of the cashier, chosen by the settings.

A provider learns of a request once it is stored, and whoever decides it calls the services.
"""

import logging
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.cashier.models import RequestKind

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """A request as its provider sees it; the amount is in hundredths of a rouble."""

    number: int
    kind: RequestKind
    amount: int


class Provider(Protocol):
    """Moves roubles between players and the house outside of this site.

    One that confirms by itself does so as a member of staff of its own, through
    ``cashier.services``: every decision has somebody's name.
    """

    def title(self) -> str:
        """How players and staff know it."""
        ...

    def advice(self, kind: RequestKind) -> str:
        """What a player is told to do, or to expect, before he asks."""
        ...

    def asked(self, order: Order) -> None:
        """Hear of a new request.

        Called after the commit, at most once: the database says what waits, not this call.
        """
        ...


class Manual:
    """Staff take and pay the money by hand, and confirm it in the administration."""

    def title(self) -> str:
        """How players and staff know it."""
        return _("By our staff")

    def advice(self, kind: RequestKind) -> str:
        """What a player is told before he asks."""
        if kind is RequestKind.DEPOSIT:
            return _(
                "Our staff will write to you how to pay. The money is on your balance as soon as "
                "they confirm that it has arrived."
            )
        return _(
            "The money is set aside at once. Our staff pay it out and confirm it here; if they "
            "can't, or if you cancel, it comes back to your balance."
        )

    def asked(self, order: Order) -> None:
        """Tell staff by the log that somebody waits for them; no name and no details."""
        logger.info("Request %s to the cashier (%s) waits for staff.", order.number, order.kind)


def provider(name: str) -> Provider:
    """The provider of this name.

    Raises:
        KeyError: the settings name none.
    """
    return _made(settings.CASHIER_PROVIDERS[name])


def current() -> Provider:
    """The provider of new requests."""
    return provider(settings.CASHIER_PROVIDER)


@cache
def _made(path: str) -> Provider:
    made: Provider = import_string(path)()
    return made
