"""What every page's header shows of the player."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Currency, Wallet


@dataclass(frozen=True, slots=True)
class AccountView:
    """The player as the header shows him; balances in hundredths."""

    login: str
    is_guest: bool
    tier: str
    fun: int
    rur: int
    is_staff: bool


def account(request: HttpRequest) -> dict[str, AccountView | None]:
    """Give every template ``account``: the player, or ``None`` for a visitor."""
    user = getattr(request, "user", None)
    # The session's user is lazy: only asking it tells whether there is one.
    if user is None or not user.is_authenticated:
        return {"account": None}
    held = dict(Wallet.objects.filter(user_id=user.pk).values_list("currency", "balance"))
    return {
        "account": AccountView(
            login=user.username,
            is_guest=user.is_guest,
            tier=user.tier,
            fun=held.get(Currency.FUN, 0),
            rur=held.get(Currency.RUR, 0),
            is_staff=user.is_staff,
        )
    }
