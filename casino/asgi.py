"""Where requests and sockets enter: pages to Django, sockets to the one consumer.

A socket is taken only from a page of this site (its Origin) and with the player's session.
"""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()  # loads the apps, which the consumer needs

from blackjack.consumers import Changes  # noqa: E402

sockets = AllowedHostsOriginValidator(
    AuthMiddlewareStack(
        URLRouter([path("live/", Changes.as_asgi())])  # type: ignore[arg-type, list-item]
    )
)
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
