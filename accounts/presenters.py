"""What the pages about an account show: the templates' only input beside forms."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts import browsers, registry
from accounts.ending import handle_of
from accounts.models import BetLimit, Currency, PlayerSession, Tier, User, Wallet


@dataclass(frozen=True, slots=True)
class WalletView:
    """What a player holds in one currency, and has staked in unfinished rounds; hundredths."""

    currency: str
    balance: int
    in_play: int


@dataclass(frozen=True, slots=True)
class LimitView:
    """What a box may be bet at first in one game, whole units; ``None``: it is not offered.

    Attributes:
        ranges: smallest and largest bet in each currency, in the order of ``Currency``.
    """

    game: str
    ranges: tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player, as the profile page shows him to himself."""

    login: str
    is_guest: bool
    tier: str
    wallets: tuple[WalletView, ...]
    currencies: tuple[str, ...]
    limits: tuple[LimitView, ...]


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session of the player.

    Attributes:
        handle: names it in a form.
        here: whether it is the one in which the page is looked at.
    """

    handle: str
    browser: str
    begun_at: datetime
    seen_at: datetime
    here: bool


def sessions_view(rows: Iterable[PlayerSession], current: str | None) -> tuple[SessionView, ...]:
    """All that the page of sessions shows; ``current`` is the key of the one it is looked at in."""
    views = [
        SessionView(
            handle=handle_of(row.session_key),
            browser=browsers.in_words(row.agent),
            begun_at=row.begun_at,
            seen_at=row.seen_at,
            here=row.session_key == current,
        )
        for row in rows
    ]
    return tuple(sorted(views, key=lambda view: not view.here))


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
        currencies=tuple(currency.value for currency in Currency),
        limits=_limits(user.tier),
    )


def _limits(tier: str) -> tuple[LimitView, ...]:
    games = registry.games()
    rows = BetLimit.objects.filter(tier=tier)
    found = {(row.variant, row.currency): (row.minimum, row.maximum) for row in rows}
    offered = {variant for variant, _ in found}
    return tuple(
        LimitView(
            game=games.game_name(variant),
            ranges=tuple(found.get((variant, currency.value)) for currency in Currency),
        )
        for variant in games.variants()
        if variant in offered
    )
