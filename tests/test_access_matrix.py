"""Who may open what: every address of the site for every kind of person, from one table.

The table is ``access_matrix.txt``; an address without a row fails here. Each row is answered as
if it were the only one: what it has changed is undone.
"""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from axes.models import AccessAttempt
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import notices, services
from accounts.adjusting import services as adjusting
from accounts.cashier import services as cashier
from accounts.models import (
    Adjustment,
    BetLimit,
    CashierRequest,
    Entry,
    Mail,
    RequestKind,
    User,
    Wallet,
)
from accounts.protection import limits
from accounts.protection.models import LimitChange, Measure, Period, PlayStop, StopKind
from blackjack.engine.rules import Variant
from blackjack.models import (
    BingoSession,
    DailyFigures,
    DealerWatch,
    Round,
    Shoe,
    Table,
)
from casino.roles import Role
from operations import recording
from operations.models import Heartbeat, TaskRun
from tests.office import browser, last_line, member
from tests.tables import Seat, give

pytestmark = pytest.mark.django_db

MATRIX = Path(__file__).with_name("access_matrix.txt")
PEOPLE = (
    "visitor",
    "guest",
    "player",
    "support",
    "cashier",
    "manager",
    "superuser_without_second_factor",
    "superuser",
)
"""The columns, in order. The player is another one than he whose rows the addresses name."""
QUERYING = ("visitor", "player", "superuser")
"""Whose pages are the others' too: what they ask of the database is asked on both."""


def addresses(resolver: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the site, as its patterns write it."""
    for one in (resolver or get_resolver()).url_patterns:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one, here)
        else:
            assert isinstance(one, URLPattern)
            yield f"/{here}"


def rows() -> list[tuple[str, str, list[int]]]:
    """Method, address and the statuses by column."""
    found = []
    for line in MATRIX.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            method, address, *statuses = line.split()
            found.append((method, address, [int(status) for status in statuses]))
    return found


def test_every_address_has_a_row_and_every_row_an_address():
    known = {address for _method, address, _statuses in rows()}
    assert known == set(addresses())


def test_every_row_has_a_status_for_everybody():
    keys = [(method, address) for method, address, _statuses in rows()]
    assert len(keys) == len(set(keys))
    assert {len(statuses) for _method, _address, statuses in rows()} == {len(PEOPLE)}


@pytest.fixture
def house(db) -> dict[str, Any]:
    """One row of everything that an address may name, all of the same player's."""
    owner_of_rows = services.register(login="Somebody", password="correct horse battery")
    give(owner_of_rows, 1000)
    seat = Seat(owner_of_rows).at(Variant.BINGO)
    seat.plant("0D 0S 9H 7C")
    seat.deal(10, bingo={1: 5})
    asked = cashier.ask(
        player=owner_of_rows, kind=RequestKind.WITHDRAWAL, amount=10_000, token=uuid.uuid4()
    )
    clerk = member(Role.CASHIER, "clerk")
    TOTPDevice.objects.create(user=clerk, name="app", confirmed=True)
    adjusting.ask(user_id=owner_of_rows.pk, amount=100, reason="x", staff=clerk, token=uuid.uuid4())
    AccessAttempt.objects.create(
        username="somebody",
        ip_address="10.0.0.1",
        failures_since_start=5,
        attempt_time=timezone.now(),
    )
    notices.tell(owner_of_rows, notices.Notice.PASSWORD, address="somebody@x.example")
    TaskRun.objects.create(name="a.task", began_at=timezone.now())
    recording.beat(Heartbeat.Part.BEAT)
    now = timezone.now()
    DealerWatch.objects.create(variant="classic", judged_at=now)
    DailyFigures.objects.create(
        day=now.date(), variant="classic", rounds=1, boxes=1, boxes_squares=1, counted_at=now
    )
    limits.change(
        player=owner_of_rows,
        measure=Measure.DEPOSIT,
        period=Period.DAY,
        number=0,
        limit=100,
        now=now,
    )
    over = now - timedelta(days=1)  # a break that is over: the player may play
    PlayStop.objects.create(
        user=owner_of_rows, number=1, kind=StopKind.BREAK, began_at=over, until=now
    )
    return {"player": owner_of_rows, "request": asked}


def filled(address: str, house: dict[str, Any]) -> str:
    """The address with its blanks filled in."""
    numbers = {
        "accounts/adjustment": Adjustment,
        "accounts/betlimit": BetLimit,
        "accounts/wallet": Wallet,
        "accounts/entry": Entry,
        "accounts/mail": Mail,
        "accounts/cashierrequest": CashierRequest,
        "accounts/limitchange": LimitChange,
        "accounts/playstop": PlayStop,
        "axes/accessattempt": AccessAttempt,
        "otp_totp/totpdevice": TOTPDevice,
        "blackjack/table": Table,
        "blackjack/shoe": Shoe,
        "blackjack/round": Round,
        "blackjack/bingosession": BingoSession,
        "blackjack/dealerwatch": DealerWatch,
        "blackjack/dailyfigures": DailyFigures,
        "operations/taskrun": TaskRun,
    }
    number = house["player"].pk
    for part, model in numbers.items():
        if f"/{part}/" in address:
            number = model._default_manager.order_by("pk").values_list("pk", flat=True)[0]
    if "/heartbeat/" in address:
        number = Heartbeat.Part.BEAT
    if "/staffaction/" in address:
        number = last_line().pk
    if address.startswith(("/fairplay/", "/games/")):
        number = Round.objects.order_by("pk").values_list("pk", flat=True)[0]
    if address.startswith("/account/cashier/"):
        number = house["request"].pk
    for blank, value in {
        "<path:object_id>": number,
        "<int:number>": number,
        "<int:user_id>": number,
        "<str:token>": "x-y",
        "<slug:game>": "classic",
        "<slug:money>": "RUR",
        "<variant:variant>": "double-deck",
        "<mode:mode>": "real",
        "^(?P<app_label>accounts|axes|otp_totp|blackjack|operations)/$": "accounts/",
        "(?P<url>.*)$": "nothing/of/the/kind/",
    }.items():
        address = address.replace(blank, str(value))
    return address


def sit_down(person: str) -> Client:
    """A browser of this person's."""
    client = Client()
    match person:
        case "visitor":
            return client
        case "guest":
            client.force_login(services.start_guest())
        case "player":
            client.force_login(services.register(login="Other", password="correct horse battery"))
        case "superuser_without_second_factor":
            client.force_login(member(None))
        case "superuser":
            return browser(member(None))
        case _:
            return browser(member(Role(person)))
    return client


async def read_out(response: Any) -> None:
    """Take a file to its end: nobody else closes what makes its pieces."""
    async for _piece in response.streaming_content:
        pass


def answered(person: str, house: dict[str, Any]) -> dict[tuple[str, str], int]:
    """The status of every row for this person."""
    client = sit_down(person)
    cookies = client.cookies.output(header="", sep=";")
    found = {}
    for method, address, _statuses in rows():
        tab = Client()
        tab.cookies.load(cookies)
        undo = transaction.savepoint()
        response = tab.generic(method, filled(address, house))
        found[method, address] = response.status_code
        if response.streaming:
            async_to_sync(read_out)(response)
        transaction.savepoint_rollback(undo)
    return found


@pytest.mark.parametrize(
    "person",
    [
        pytest.param(one, marks=() if one in QUERYING else pytest.mark.any_database)
        for one in PEOPLE
    ],
)
def test_everybody_opens_what_the_table_says(person, house):
    column = PEOPLE.index(person)
    expected = {(method, address): of[column] for method, address, of in rows()}
    found = answered(person, house)
    assert {key: status for key, status in found.items() if status != expected[key]} == {}
    assert User.objects.filter(username="Somebody", is_active=True).exists()
