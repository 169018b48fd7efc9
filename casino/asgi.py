"""Where requests and sockets enter: pages to Django, sockets to the one consumer.

A socket is taken only from a page of this site (its Origin) and with the player's session.
"""

import asyncio
import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()  # loads the apps, which the consumer needs

from blackjack.consumers import Changes  # noqa: E402
from casino.live import publish_on  # noqa: E402


async def announcing_pages(scope: Any, receive: Any, send: Any) -> None:
    """Answer as Django does, and let what it announces go out by this loop."""
    publish_on(asyncio.get_running_loop())
    await pages(scope, receive, send)


sockets = AllowedHostsOriginValidator(
    AuthMiddlewareStack(
        URLRouter([path("live/", Changes.as_asgi())])  # type: ignore[arg-type, list-item]
    )
)
application = ProtocolTypeRouter({"http": announcing_pages, "websocket": sockets})
