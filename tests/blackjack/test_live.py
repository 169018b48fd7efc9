"""Pages of one player follow each other by a socket that says "changed", and nothing more."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts import security, services, standing
from accounts.ending import handle_of
from accounts.models import User
from accounts.protection import stops
from casino import live
from casino.live import announce
from tests.live_sockets import running, signed_in, socket_of, where_sockets_ask
from tests.office import PASSWORD, browser, member
from tests.tables import Seat, everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NEW = "a better horse battery"


def test_two_pages_hear_of_a_round_and_nothing_else_is_said(seat: Seat) -> None:
    seat.open()
    sockets = [socket_of(signed_in(seat.player)) for _ in range(2)]

    async def followed() -> None:
        for socket in sockets:
            assert await socket.connect()
        await sync_to_async(seat.play)("9C 0S 7H 0D", "stand")
        for socket in sockets:
            heard = [await socket.heard() for _ in range(2)]
            assert heard == ["changed", "changed"], "one for the deal, one for the action"
            assert await socket.silent()
            await socket.disconnect()

    running(followed)


def test_another_player_hears_nothing(seat: Seat, django_user_model: type[User]) -> None:
    other = django_user_model.objects.create_user("somebody_else", password="x")
    socket = socket_of(signed_in(other))

    async def not_followed() -> None:
        assert await socket.connect()
        await sync_to_async(seat.play)("9C 0S 7H 0D", "stand")
        assert await socket.silent()
        await socket.disconnect()

    running(not_followed)


@pytest.mark.parametrize(
    "origin",
    [
        pytest.param(b"http://evil.example", id="a page of another site"),
        pytest.param(b"null", id="a page of no site"),
        pytest.param(None, id="no page at all"),
    ],
)
def test_only_pages_of_this_site_may_listen(seat: Seat, origin: bytes | None) -> None:
    socket = socket_of(signed_in(seat.player), origin)

    async def refused() -> None:
        assert not await socket.connect()

    running(refused)


def test_a_visitor_is_refused() -> None:
    async def refused() -> None:
        assert not await socket_of(None).connect()

    running(refused)


@pytest.mark.parametrize("words", ["hit", "changed", '{"action": "stand"}', ""])
def test_a_socket_takes_no_commands(seat: Seat, words: str) -> None:
    seat.play("9C 0S 7H 0D")
    socket = socket_of(signed_in(seat.player))
    before = everything()

    async def hung_up() -> None:
        assert await socket.connect()
        await socket.say(words)
        closed = await socket.output()
        assert (closed["type"], closed["code"]) == ("websocket.close", 4400)

    running(hung_up)
    assert everything() == before


def test_a_signed_out_or_blocked_player_is_hung_up_on(seat: Seat, monkeypatch) -> None:
    monkeypatch.setattr("blackjack.consumers.ALIVE_EVERY", 0.05)
    socket = socket_of(signed_in(seat.player))

    async def hung_up() -> None:
        assert await socket.connect()
        assert await socket.heard() == "alive"
        await sync_to_async(User.objects.filter(pk=seat.player.pk).update)(is_active=False)
        while (said := await socket.output())["type"] == "websocket.send":
            assert said["text"] == "alive"
        assert said["code"] == 4401

    running(hung_up)


def test_signs_of_life_come_again_after_the_database_was_away(seat: Seat, monkeypatch) -> None:
    monkeypatch.setattr("blackjack.consumers.ALIVE_EVERY", 0.05)
    socket = socket_of(signed_in(seat.player))

    def away(*_: Any) -> None:
        raise OperationalError("the connection is lost")

    async def outlived() -> None:
        assert await socket.connect()
        assert await socket.heard() == "alive"
        await where_sockets_ask(lambda: connection.execute_wrappers.append(away))
        for _ in range(3):
            if await socket.silent():
                break
            assert await socket.heard() == "alive", "said before it was away"
        else:
            pytest.fail("the database was never away")
        await where_sockets_ask(lambda: connection.execute_wrappers.remove(away))
        assert await socket.heard() == "alive"
        await socket.disconnect()

    running(outlived)
    layer = get_channel_layer()
    assert isinstance(layer, InMemoryChannelLayer)
    assert live.group_of(seat.player.pk) not in layer.groups


ENDINGS = {
    "blocked by staff": lambda player, here, there: standing.block(
        user_id=player.pk, reason="asked", staff=User.objects.get(username="owner")
    ),
    "another password": lambda player, here, there: here.post(
        "/account/security/password/",
        {"current": PASSWORD, "password": NEW, "password_again": NEW},
    ),
    "a link to a new password": lambda player, here, there: security.reset_password(
        user_id=player.pk, token=security.reset_token(player), password=NEW
    ),
    "signed out everywhere else": lambda player, here, there: here.post(
        "/account/sessions/end-others/"
    ),
    "this session ended from another": lambda player, here, there: here.post(
        "/account/sessions/end/", {"session": handle_of(there.session.session_key)}
    ),
    "closed account": lambda player, here, there: here.post(
        "/account/close/", {"current": PASSWORD}
    ),
    "signed out in another tab": lambda player, here, there: there.post("/account/logout/"),
}
"""What ends the session ``there``: done by its player ``here``, or by others."""
ENDS_ALL = {"blocked by staff", "a link to a new password", "closed account"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_sockets_of_a_session_are_closed_the_moment_it_ends(django_user_model, ending) -> None:
    django_user_model.objects.create_superuser("owner", password=PASSWORD)
    player = services.register(login="Player_1", password=PASSWORD)
    here, there = signed_in(player), signed_in(player)
    ended, other = socket_of(there), socket_of(here)

    async def hung_up() -> None:
        assert await ended.connect()
        assert await other.connect()
        await sync_to_async(ENDINGS[ending])(player, here, there)
        for socket in [ended, other] if ending in ENDS_ALL else [ended]:
            said = await socket.output()
            assert (said["type"], said.get("code")) == ("websocket.close", 4401)
        if ending not in ENDS_ALL:
            assert await other.silent()
            await other.disconnect()

    running(hung_up)


def test_signing_out_of_the_office_closes_the_socket_too() -> None:
    there = browser(member(None))
    socket = socket_of(there)

    async def hung_up() -> None:
        assert await socket.connect()
        await sync_to_async(there.post)("/admin/logout/")
        assert (await socket.output())["code"] == 4401

    running(hung_up)


def test_an_ending_that_is_undone_closes_nothing(seat: Seat) -> None:
    socket = socket_of(signed_in(seat.player))

    def block_in_vain() -> None:
        with transaction.atomic():
            seat.player.is_active = False
            services.store_player(seat.player)
            transaction.set_rollback(True)

    async def goes_on() -> None:
        assert await socket.connect()
        await sync_to_async(block_in_vain)()
        assert await socket.silent()
        await socket.disconnect()

    running(goes_on)


def test_who_excludes_himself_hears_of_it_in_every_tab_and_stays_signed_in(seat: Seat) -> None:
    sockets = [socket_of(signed_in(seat.player)) for _ in range(2)]

    async def heard() -> None:
        for socket in sockets:
            assert await socket.connect()
        await sync_to_async(stops.begin)(
            player=seat.player, length=stops.Length.FOR_GOOD, number=0, now=timezone.now()
        )
        for socket in sockets:
            assert await socket.heard() == "changed"
            assert await socket.silent()
            await socket.disconnect()

    running(heard)


def test_what_is_still_on_its_way_to_a_closed_socket_is_dropped(seat: Seat) -> None:
    socket = socket_of(signed_in(seat.player))

    def block_and_announce() -> None:
        with transaction.atomic():
            seat.player.is_active = False
            services.store_player(seat.player)
            announce(seat.player.pk)

    async def nothing_follows() -> None:
        assert await socket.connect()
        await sync_to_async(block_and_announce)()
        assert (await socket.output())["type"] == "websocket.close"
        assert await socket.silent()

    running(nothing_follows)


def test_a_page_that_shows_the_current_table_is_sent_nothing(seat: Seat) -> None:
    client = signed_in(seat.player)
    seat.play("9C 0S 7H 0D")
    shown = {"have": client.get(seat.url()).context["table"].state}
    answer = client.get(seat.url(), shown, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")
    seat.act("stand")
    answer = client.get(seat.url(), shown, headers={"HX-Request": "true"})
    assert answer.status_code == 200


class Unreachable(InMemoryChannelLayer):
    """A channel layer whose server is away."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("nobody answers")


def test_play_goes_on_when_nobody_can_be_told(seat: Seat, settings) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.Unreachable"}}
    client = signed_in(seat.player)
    seat.plant("9C 0S 7H 0D")
    assert seat.post_deal(client, 10).status_code == 303
    assert seat.post_act(client, "stand").status_code == 303
    assert seat.round.ended_at is not None


class NeverAnswers(InMemoryChannelLayer):
    """Takes the message and lets its sender wait."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await asyncio.sleep(3600)


@pytest.fixture
def server_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The loop of a server, in the thread of its own that it has there."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    live.publish_on(loop)
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.run_until_complete(asyncio.sleep(live.PATIENCE))  # what is under way gives up
    loop.close()


def test_within_a_server_nobody_waits_until_all_are_told(
    seat: Seat, settings, server_loop, caplog
) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.NeverAnswers"}}
    with transaction.atomic():
        announce(seat.player.pk)
    assert [task.done() for task in live._under_way] in ([], [False])

    async def given_up() -> None:
        await asyncio.sleep(live.PATIENCE + 0.2)

    asyncio.run_coroutine_threadsafe(given_up(), server_loop).result()
    assert "A page was not told of a change." in caplog.messages
    assert live._under_way == set()
