"""An open socket ends with its session, whatever ended it; it keeps no session alive."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import security
from accounts.models import PlayerSession, User
from tests.live_sockets import running, signed_in, socket_of
from tests.tables import Seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _quick_heart(monkeypatch):
    monkeypatch.setattr("blackjack.consumers.ALIVE_EVERY", 0.05)


def idle(client: Client, player: User) -> None:
    PlayerSession.objects.filter(user=player).update(expire_date=timezone.now())


def sign_out(client: Client, player: User) -> None:
    client.post("/account/logout/")


def sign_out_from_elsewhere(client: Client, player: User) -> None:
    security.end_other_sessions(user_id=player.pk, keep=None)


def change_password(client: Client, player: User) -> None:
    security.change_password(user_id=player.pk, password="another horse battery")


def close(client: Client, player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False, closed_at=timezone.now())


@pytest.mark.parametrize("end", [idle, sign_out, sign_out_from_elsewhere, change_password, close])
def test_a_socket_ends_with_its_session(seat: Seat, end: Callable[[Client, User], None]) -> None:
    client = signed_in(seat.player)
    socket = socket_of(client)

    async def hung_up() -> None:
        assert await socket.connect()
        assert await socket.heard() == "alive"
        await sync_to_async(end)(client, seat.player)
        while (said := await socket.output())["type"] == "websocket.send":
            assert said["text"] in {"alive", "changed"}
        assert said["code"] == 4401
        assert not await socket_of(client).connect()

    running(hung_up)


def test_a_socket_is_no_activity(seat: Seat) -> None:
    client = signed_in(seat.player)
    socket = socket_of(client)
    row = PlayerSession.objects.get(user=seat.player)

    async def listened() -> None:
        assert await socket.connect()
        for _ in range(3):
            assert await socket.heard() == "alive"
        await asyncio.sleep(0)
        await socket.disconnect()

    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=10)):
        running(listened)
    after = PlayerSession.objects.get(user=seat.player)
    assert (after.seen_at, after.expire_date) == (row.seen_at, row.expire_date)


def test_another_players_socket_stays(seat: Seat, stranger: User) -> None:
    mine, others = signed_in(seat.player), signed_in(stranger)
    socket = socket_of(others)

    async def stays() -> None:
        assert await socket.connect()
        await sync_to_async(idle)(mine, seat.player)
        for _ in range(3):
            assert await socket.heard() == "alive"
        await socket.disconnect()

    running(stays)
