"""People whom the tests of accounts meet."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth import get_user
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client

from accounts import ledger, services
from accounts.cashier import services as cashier_services
from accounts.ledger import Kind, Posting
from accounts.models import CashierRequest, Currency, RequestKind, User
from tests import staff as members

PASSWORD = "correct horse battery"
MOSCOW = ZoneInfo("Europe/Moscow")


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def player(db) -> User:
    return services.register(login="Player_1", password=PASSWORD)


@pytest.fixture
def guest(db) -> User:
    return services.start_guest()


@pytest.fixture
def cashier(db) -> User:
    """A member of staff who may adjust balances and look at players, and nothing else."""
    user = services.register(login="cashier", password=PASSWORD)
    user.is_staff = True
    user.save()
    wanted = ("add_adjustment", "view_user", "change_user", "view_wallet", "view_entry")
    user.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    return user


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_superuser("owner", password=PASSWORD)


@pytest.fixture
def signed_in(client: Client) -> Callable[[User], Client]:
    def sign_in(user: User) -> Client:
        return members.sign_in(client, user)

    return sign_in


def user_of(client: Client) -> User:
    """Who is signed in in this browser."""
    user = get_user(client)
    assert isinstance(user, User)
    return user


@pytest.fixture
def book() -> Callable[..., None]:
    """Book lines of the given amounts to a wallet: money in as adjustment, out as a bet."""

    def book(user: User, *amounts: int, currency: str = Currency.RUR, cause: str = "test") -> None:
        with transaction.atomic():
            wallet = ledger.lock(user.pk, currency)
            ledger.post(
                wallet,
                [
                    Posting(Kind.ADJUSTMENT if amount > 0 else Kind.BET, amount, f"{cause}/{n}")
                    for n, amount in enumerate(amounts, start=wallet.last_number + 1)
                ],
            )

    return book


@pytest.fixture
def second(db) -> User:
    """A colleague of the cashier, who decides what others ask, and may not ask himself."""
    user = services.register(login="second", password=PASSWORD)
    user.is_staff = True
    user.save()
    wanted = (
        "decide_adjustment",
        "decide_cashierrequest",
        "view_adjustment",
        "view_cashierrequest",
    )
    user.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    return user


@pytest.fixture
def at(player):
    """Book lines at a moment of Moscow: hundredths in as a gift, out as a bet."""

    def at(moment: datetime, *amounts: int, currency: str = Currency.RUR, **more) -> None:
        moment = moment if moment.tzinfo else moment.replace(tzinfo=MOSCOW)
        with time_machine.travel(moment, tick=False), transaction.atomic():
            wallet = ledger.lock(player.pk, currency)
            ledger.post(
                wallet,
                [
                    Posting(
                        **{"kind": Kind.ADJUSTMENT if amount > 0 else Kind.BET, **more},
                        amount=amount,
                        cause=f"test/{number}/{currency}",
                    )
                    for number, amount in enumerate(amounts, start=wallet.last_number + 1)
                ],
            )

    return at


@pytest.fixture
def ask(player):
    def ask(kind: RequestKind, amount: int = 1_000_00, user: User = player) -> CashierRequest:
        return cashier_services.ask(
            player=user, kind=kind, amount=amount, token=uuid.uuid4(), details="some bank"
        )

    return ask


@pytest.fixture
def funded(ask, player, second):
    """The player with a confirmed deposit of 1000 roubles: request 1."""
    cashier_services.confirm(number=ask(RequestKind.DEPOSIT).pk, staff=second)
    return player


@pytest.fixture
def clock():
    """A clock that stands until it is shifted."""
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def staff(client, owner) -> Client:
    """A member of staff who has given his password."""
    client.force_login(owner)
    return client
