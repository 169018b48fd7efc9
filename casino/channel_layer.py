"""The channel layer of the embedded shape: in memory, and safe to publish to from any thread."""

import asyncio
from typing import Any

from channels.layers import InMemoryChannelLayer


class OneLoopLayer(InMemoryChannelLayer):
    """Delivers on the loop of the server, whichever thread publishes.

    The queues of an in-memory layer belong to the loop that waits on them. Published from
    another thread, such as the background worker's, a message would lie there until that loop
    happens to wake.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._home: asyncio.AbstractEventLoop | None = None

    async def group_add(self, group: str, channel: str) -> None:
        """Join a group; sockets do it on the server's loop, which is the queues' home."""
        self._home = asyncio.get_running_loop()
        await super().group_add(group, channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Publish to a group, on the loop at which its sockets wait."""
        home = self._home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await super().group_send(group, message)
            return
        there = asyncio.run_coroutine_threadsafe(super().group_send(group, message), home)
        await asyncio.wrap_future(there)
