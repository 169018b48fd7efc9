"""People whom the tests of protection meet, and ways to set what they have set."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import Currency, User
from accounts.protection import limits
from accounts.protection.models import Measure, Period
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
def seat(player) -> Seat:
    """The player at the double-deck table for roubles."""
    return Seat(player)


@pytest.fixture
def tab(client: Client, player) -> Client:
    """The player's browser, signed in."""
    client.force_login(player)
    return client


@pytest.fixture
def book(player) -> Callable[..., None]:
    """Book one line of play, in hundredths: a bet below 0, a payout above."""

    def book(amount: int, currency: str = Currency.RUR, kind: Kind | None = None) -> None:
        with transaction.atomic():
            wallet = ledger.lock(player.pk, currency)
            cause = f"test.play/{wallet.pk}/{wallet.last_number + 1}"
            kind = kind or (Kind.BET if amount < 0 else Kind.PAYOUT)
            ledger.post(wallet, [Posting(kind, amount, cause)])

    return book


@pytest.fixture
def limit(player) -> Callable[..., None]:
    """Set a limit (hundredths or minutes) from scratch."""

    def limit(
        measure: Measure, value: int, period: Period = Period.DAY, now: datetime | None = None
    ) -> None:
        limits.change(
            player=player,
            measure=measure,
            period=period,
            number=0,
            limit=value,
            now=now or timezone.now(),
        )

    return limit
