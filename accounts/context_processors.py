"""What every page's header shows of the player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Currency, Wallet
from accounts.protection.presenters import StopView, stop_view


@dataclass(frozen=True, slots=True)
class AccountView:
    """The player as the header shows him.

    Attributes:
        held: gives hundredths by currency. It asks the database once, and only on pages that show
            them: a table shows its own balance.
        stop: says why the player may begin no round, if so. Asked by the pages that show it.
    """

    login: str
    is_guest: bool
    tier: str
    is_staff: bool
    held: Callable[[], Mapping[str, int]]
    stop: Callable[[], StopView | None]

    @property
    def fun(self) -> int:
        """Demo money, hundredths."""
        return self.held().get(Currency.FUN, 0)

    @property
    def rur(self) -> int:
        """Roubles, hundredths."""
        return self.held().get(Currency.RUR, 0)


def account(request: HttpRequest) -> dict[str, AccountView | None]:
    """Give every template ``account``: the player, or ``None`` for a visitor."""
    user = getattr(request, "user", None)
    # The session's user is lazy: only asking it tells whether there is one.
    if user is None or not user.is_authenticated:
        return {"account": None}

    @cache
    def held() -> Mapping[str, int]:
        wallets = Wallet.objects.filter(user_id=user.pk)
        return dict(wallets.values_list("currency", "balance"))

    return {
        "account": AccountView(
            login=user.username,
            is_guest=user.is_guest,
            tier=user.tier,
            is_staff=user.is_staff,
            held=held,
            stop=lambda: stop_view(user.pk, timezone.now()),
        )
    }
