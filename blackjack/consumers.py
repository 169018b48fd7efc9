"""The socket of a player's page: it says "changed" and takes no commands."""

import asyncio
import contextlib
from importlib import import_module
from typing import Any, Final

from channels.auth import get_user
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from casino.live import CHANGED, EVERYBODY, group_of

ALIVE: Final = "alive"
ALIVE_EVERY: Final = 20.0
"""Seconds. A page that hears nothing for longer knows that its socket is dead."""
SESSIONS: Final = import_module(settings.SESSION_ENGINE).SessionStore
TAKES_NOTHING: Final = 4400
SIGNED_OUT: Final = 4401


class Changes(AsyncWebsocketConsumer):
    """Follows one signed-in player. Its origin was checked before it came here.

    Two words are sent: "changed", after which the page fetches what it shows, and "alive".
    """

    async def connect(self) -> None:
        """Take the socket of a signed-in player; refuse every other."""
        user = self.scope["user"]
        if user is None or not user.is_authenticated:
            await self.close()
            return
        self.groups_joined = (group_of(user.pk), EVERYBODY)
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.heartbeat = asyncio.create_task(self._beat())

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if hasattr(self, "heartbeat"):
            self.heartbeat.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.heartbeat
            for group in self.groups_joined:
                await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: Any = None, bytes_data: Any = None) -> None:
        """Hang up: a page has nothing to say here."""
        await self.close(TAKES_NOTHING)

    async def changed(self, event: dict[str, Any]) -> None:
        """Pass the word on."""
        await self.send(CHANGED)

    async def _beat(self) -> None:
        """Send a sign of life, as long as the session lasts and its player is not blocked."""
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            # Read anew: the scope's own session is as old as the socket.
            session = SESSIONS(self.scope["session"].session_key)
            user = await get_user({**self.scope, "session": session})
            if not user.is_authenticated:
                await self.close(SIGNED_OUT)
                return
            await self.send(ALIVE)
