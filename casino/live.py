"""Telling a player's open pages that something has changed. The word, and nothing else.

What has changed they fetch themselves, through views that know who asks: a message holds no
state, so that a lost or late one does no harm. The sockets of sessions that are ended hear of it
by a second word, and close; what is lost of that they find out by themselves within seconds.
"""

import asyncio
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


def _publish(group: str, message: dict[str, Any]) -> None:
    async def send(layer: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            await layer.group_send(group, message)

    def publish() -> None:  # named: when it fails, the log asks for its name
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(send)(layer)

    transaction.on_commit(publish, robust=True)
