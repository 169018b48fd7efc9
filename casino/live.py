"""Telling a player's open pages that something has changed. The word, and nothing else.

What has changed they fetch themselves, through views that know who asks: a message holds no
state, so that a lost or late one does no harm.
"""

from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

CHANGED: Final = "changed"
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
    _announce(group_of(user_id))


def announce_to_all() -> None:
    """Tell the pages of all players, once the running transaction is committed."""
    _announce(EVERYBODY)


def _announce(group: str) -> None:
    def publish() -> None:  # named: when it fails, the log asks for its name
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group, {"type": CHANGED})

    transaction.on_commit(publish, robust=True)
