"""What the pages about an account show: the templates' only input beside forms."""

from dataclasses import dataclass

from accounts import registry
from accounts.models import BetLimit, Currency, Tier, User, Wallet


@dataclass(frozen=True, slots=True)
class WalletView:
    """What a player holds in one currency, and has staked in unfinished rounds; hundredths."""

    currency: str
    balance: int
    in_play: int


@dataclass(frozen=True, slots=True)
class LimitView:
    """What a box may be bet at first in one game; whole units."""

    game: str
    currency: str
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player, as the profile page shows him to himself."""

    login: str
    is_guest: bool
    tier: str
    wallets: tuple[WalletView, ...]
    limits: tuple[LimitView, ...]


def profile(user: User) -> ProfileView:
    """All that the profile page shows of ``user``."""
    games = registry.games()
    held = dict(Wallet.objects.filter(user=user).values_list("currency", "balance"))
    return ProfileView(
        login=user.username,
        is_guest=user.is_guest,
        tier=str(Tier(user.tier).label),
        wallets=tuple(
            WalletView(
                currency=currency.value,
                balance=held.get(currency, 0),
                in_play=games.stakes_in_play(user.pk, currency.value),
            )
            for currency in Currency
        ),
        limits=tuple(
            LimitView(
                game=games.game_name(limit.variant),
                currency=limit.currency,
                minimum=limit.minimum,
                maximum=limit.maximum,
            )
            for limit in BetLimit.objects.filter(tier=user.tier)
        ),
    )
