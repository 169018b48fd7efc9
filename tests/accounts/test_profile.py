"""What a player is shown of himself, and the limits that hold for him."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts import limits, presenters, registry
from accounts.context_processors import account
from accounts.limits import Limit
from accounts.models import BetLimit, Currency, Tier

pytestmark = pytest.mark.django_db


class OneGame:
    """Games in which everybody has staked ten roubles."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        return 1_000 if currency == Currency.RUR else 0

    def demo_round_open(self, user_id: int) -> bool:
        return False

    def variants(self) -> list[str]:
        return ["solo", "never"]

    def game_name(self, variant: str) -> str:
        return f"The game {variant}"

    def playing_stopped(self, user_id: int) -> None:
        return None


@pytest.fixture
def one_game():
    before = registry.games()
    registry.register(OneGame())
    yield
    registry.register(before)


@pytest.fixture
def _limit(db):
    BetLimit.objects.all().delete()
    for tier, (minimum, maximum) in {Tier.LITE: (1, 50), Tier.VIP: (10, 200)}.items():
        BetLimit.objects.create(
            variant="solo", tier=tier, currency=Currency.RUR, minimum=minimum, maximum=maximum
        )


@pytest.mark.usefixtures("one_game", "_limit")
def test_profile_shows_balances_stakes_and_the_tiers_limits(player, book, signed_in):
    book(player, 5_050)
    view = presenters.profile(player)
    assert (view.login, view.is_guest, view.tier) == ("Player_1", False, "LITE")
    assert view.wallets == (
        presenters.WalletView("FUN", 0, 0),
        presenters.WalletView("RUR", 5_050, 1_000),
    )
    assert view.limits == (presenters.LimitView("The game solo", (None, (1, 50))),)
    response = signed_in(player).get(reverse("accounts:profile"))
    assert response.context["profile"] == view


def test_profile_is_for_players(client):
    assert client.get(reverse("accounts:profile")).status_code == 302


def test_guest_finds_the_way_to_registration(guest, signed_in):
    response = signed_in(guest).get(reverse("accounts:profile"))
    assert response.status_code == 200
    assert reverse("accounts:upgrade") in response.content.decode()


def test_header_shows_the_player(player, book, rf):
    book(player, 7, currency=Currency.FUN)
    request = rf.get("/")
    request.user = player
    view = account(request)["account"]
    assert view is not None
    assert (view.login, view.tier, view.fun, view.rur) == ("Player_1", "LITE", 7, 0)


def test_header_shows_no_visitor(client, rf):
    assert account(rf.get("/")) == {"account": None}
    assert client.get(reverse("accounts:login")).context["account"] is None


@pytest.mark.usefixtures("_limit")
def test_limit_is_by_game_tier_and_currency():
    assert limits.found(variant="solo", tier="VIP", currency="RUR") == Limit(10, 200)
    for asked in [
        {"variant": "solo", "tier": "VIP", "currency": "FUN"},
        {"variant": "solo", "tier": "RESPECT", "currency": "RUR"},
        {"variant": "other", "tier": "VIP", "currency": "RUR"},
    ]:
        assert limits.found(**asked) is None


@pytest.mark.parametrize(("minimum", "maximum"), [(0, 5), (6, 5), (-1, 5)])
def test_database_refuses_limits_out_of_order(minimum, maximum):
    with pytest.raises(IntegrityError), transaction.atomic():
        BetLimit.objects.create(
            variant="solo", tier="VIP", currency="FUN", minimum=minimum, maximum=maximum
        )
