"""People and tables whom the tests of tables meet."""

import pytest
from cryptography.fernet import Fernet
from django.test import Client

from accounts.models import Currency, Tier, User
from accounts.services import register
from tests.tables import Seat, give

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def player(db) -> User:
    """A player of the tier LITE with 1000 roubles."""
    user = register(login="Player_1", password=PASSWORD)
    give(user, 1000)
    return user


@pytest.fixture
def stranger(db) -> User:
    """Another player with as much."""
    user = register(login="Player_2", password=PASSWORD)
    give(user, 1000)
    return user


@pytest.fixture
def seat(player) -> Seat:
    """The player at the double-deck table for roubles."""
    return Seat(player)


@pytest.fixture
def demo(player) -> Seat:
    """The player at the double-deck table for demo money."""
    return Seat(player, currency=Currency.FUN.value)


@pytest.fixture
def tab(client: Client, player) -> Client:
    """The player's browser, signed in."""
    client.force_login(player)
    return client


@pytest.fixture
def promote():
    """Give a player another tier, as staff do in the admin."""

    def promote(user: User, tier: Tier) -> None:
        User.objects.filter(pk=user.pk).update(tier=tier.value)
        user.refresh_from_db()

    return promote


@pytest.fixture
def lose_the_key(settings):
    """Put another key in the place of all; the function that is returned brings them back."""
    keys = list(settings.FAIRPLAY_KEYS)

    def back():
        settings.FAIRPLAY_KEYS = keys

    def lose():
        settings.FAIRPLAY_KEYS = [Fernet.generate_key().decode()]
        return back

    return lose
