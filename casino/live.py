"""Telling a player's open pages that something has changed. The word, and nothing else.

What has changed they fetch themselves, through views that know who asks: a message holds no
state, so that a lost or late one does no harm. The sockets of sessions that are ended hear of it
by a second word, and close; what is lost of that they find out by themselves within seconds.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

PATIENCE: Final = 0.5
"""Seconds. A server that takes the message and never answers keeps no player waiting for longer."""
CHANGED: Final = "changed"
ENDED: Final = "ended"
EVERYBODY: Final = "everybody"
"""The group of all sockets: of what concerns every player, such as a game that is closed."""

logger = logging.getLogger(__name__)

_home: asyncio.AbstractEventLoop | None = None
_under_way: set[asyncio.Task[None]] = set()
"""A loop holds its tasks by weak references only."""


def group_of(user_id: int) -> str:
    """Return the name of the group of a player's sockets."""
    return f"player.{user_id}"


def announce(user_id: int) -> None:
    """Tell the player's pages, once the running transaction is committed.

    Nobody waits for it: without a layer, or when it fails, play goes on, and the pages catch up
    by their next request.
    """
    _publish(group_of(user_id), {"type": CHANGED})


def hang_up(user_id: int, sessions: Iterable[str]) -> None:
    """Close the sockets of sessions that end, once the running transaction is committed.

    Args:
        sessions: as pages name them, never their keys: a layer is no place for secrets.
    """
    named = sorted(sessions)
    if named:
        _publish(group_of(user_id), {"type": ENDED, "sessions": named})


def announce_to_all() -> None:
    """Tell the pages of all players, once the running transaction is committed."""
    _publish(EVERYBODY, {"type": CHANGED})


def publish_on(loop: asyncio.AbstractEventLoop) -> None:
    """Publish through the server's loop from now on: then not even the sender waits."""
    global _home  # noqa: PLW0603  a process has one server, and a server one loop
    _home = loop


def _publish(group: str, message: dict[str, Any]) -> None:
    def publish() -> None:  # named: when it fails, the log asks for its name
        layer = get_channel_layer()
        if layer is None:
            return
        home = _home
        if home is None or not home.is_running():  # a task or a command, outside of any server
            async_to_sync(_send)(layer, group, message)
        else:
            home.call_soon_threadsafe(_begin, home, layer, group, message)

    transaction.on_commit(publish, robust=True)


async def _send(layer: Any, group: str, message: dict[str, Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        await layer.group_send(group, message)


def _begin(
    loop: asyncio.AbstractEventLoop, layer: Any, group: str, message: dict[str, Any]
) -> None:
    """Send on the loop, beside whatever else it does."""
    sending = loop.create_task(_send(layer, group, message))
    _under_way.add(sending)
    sending.add_done_callback(_sent)


def _sent(sending: asyncio.Task[None]) -> None:
    _under_way.discard(sending)
    if not sending.cancelled() and sending.exception() is not None:
        logger.error("A page was not told of a change.", exc_info=sending.exception())
