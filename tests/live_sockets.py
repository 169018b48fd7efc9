"""A page's socket in a test: its other end is the casino's whole ASGI application."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import User
from casino.asgi import application

SITE = b"http://localhost"


class Socket:
    """A page's end of a socket; the other end is the casino's whole ASGI application."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        scope = {"type": "websocket", "path": "/live/", "headers": headers, "subprotocols": []}
        self.application = ApplicationCommunicator(application, scope)

    async def connect(self) -> bool:
        """Whether the casino takes the socket."""
        await self.application.send_input({"type": "websocket.connect"})
        return (await self.output())["type"] == "websocket.accept"

    async def output(self) -> dict[str, Any]:
        return await self.application.receive_output(timeout=3)

    async def heard(self) -> str:
        """The next word."""
        said = await self.output()
        assert said["type"] == "websocket.send", said
        return said["text"]

    async def silent(self) -> bool:
        return await self.application.receive_nothing(timeout=0.2)

    async def say(self, text: str) -> None:
        await self.application.send_input({"type": "websocket.receive", "text": text})

    async def disconnect(self) -> None:
        await self.application.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.application.wait(3)


def socket_of(client: Client | None, origin: bytes | None = SITE) -> Socket:
    """A page's socket, with the cookies of its browser."""
    headers = [(b"host", b"localhost")]
    if origin is not None:
        headers.append((b"origin", origin))
    if client is not None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies['sessionid'].value}"
        headers.append((b"cookie", cookie.encode()))
    return Socket(headers)


def signed_in(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def running(test: Callable[[], Awaitable[None]]) -> None:
    async_to_sync(test)()


async def where_sockets_ask(do: Callable[[], None]) -> None:
    """Do it in the thread, and so on the connection, from which the application asks."""
    await contextvars.Context().run(asyncio.create_task, sync_to_async(do)())
