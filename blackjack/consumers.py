"""The socket of a player's page: it says "changed" and takes no commands."""

import asyncio
import contextlib
from typing import Any, Final

from channels.auth import get_user
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseAway

from accounts.ending import handle_of
from accounts.sessions import SessionStore
from casino.live import CHANGED, EVERYBODY, group_of

ALIVE: Final = "alive"
ALIVE_EVERY: Final = 20.0
"""Seconds. A page that hears nothing for longer knows that its socket is dead."""
TAKES_NOTHING: Final = 4400
SIGNED_OUT: Final = 4401


class Changes(AsyncWebsocketConsumer):
    """Follows one signed-in player. Its origin was checked before it came here.

    Two words are sent: "changed", after which the page fetches what it shows, and "alive".
    """

    over = False
    """Whether it was hung up: what the layer still delivers finds nobody."""

    async def connect(self) -> None:
        """Take the socket of a signed-in player; refuse every other."""
        user = self.scope["user"]
        if user is None or not user.is_authenticated:
            await self.close()
            return
        self.session_key = str(self.scope["session"].session_key)
        self.groups_joined = (group_of(user.pk), EVERYBODY)
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.heartbeat = asyncio.create_task(self._beat())

    async def disconnect(self, code: int) -> None:
        """Leave the groups, whatever has become of the sign of life."""
        if hasattr(self, "heartbeat"):
            for group in self.groups_joined:
                await self.channel_layer.group_discard(group, self.channel_name)
            self.heartbeat.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.heartbeat

    async def receive(self, text_data: Any = None, bytes_data: Any = None) -> None:
        """Hang up: a page has nothing to say here."""
        await self._hang_up(TAKES_NOTHING)

    async def changed(self, event: dict[str, Any]) -> None:
        """Pass the word on."""
        if not self.over:
            await self.send(CHANGED)

    async def ended(self, event: dict[str, Any]) -> None:
        """Hang up if the session that ended is this socket's; those of others go on."""
        if handle_of(self.session_key) in event["sessions"]:
            await self._hang_up(SIGNED_OUT)

    async def _hang_up(self, code: int) -> None:
        if not self.over:
            self.over = True
            await self.close(code)

    async def _beat(self) -> None:
        """Send a sign of life, as long as the session lasts and its player is not blocked.

        The net under :meth:`ended`: a session may run out, and a word may be lost. While the
        database is away nothing can be said of the session: that sign is left out, not the next.
        """
        while not self.over:
            await asyncio.sleep(ALIVE_EVERY)
            # Read anew: the scope's own session is as old as the socket.
            scope: Any = {**self.scope, "session": SessionStore(self.session_key)}
            try:
                user = await get_user(scope)
            except DatabaseAway:
                continue
            if not user.is_authenticated:
                await self._hang_up(SIGNED_OUT)
            elif not self.over:
                await self.send(ALIVE)
