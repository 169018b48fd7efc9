"""`manage.py serve`: the site, its static files included, in one process."""

import os
import socket
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections


class Command(BaseCommand):
    """Serve on this machine only, unless a host is named."""

    help = "Serves the casino by uvicorn in one process."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Take host and port; the environment's HOST and PORT are their defaults."""
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument(
            "--port",
            type=int,
            default=os.environ.get("PORT") or 8000,
            help="0 takes a free one and says which.",
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Serve until Ctrl-C or a termination signal, then finish what was begun."""
        manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
        if not settings.DEBUG and not manifest.exists():
            raise CommandError("The static files are not collected: python -m tools.prepare")
        self._look_at_keys()
        with _listen(host, port) as listener:
            self._announce(host, listener.getsockname()[1])
            server = uvicorn.Server(
                uvicorn.Config(
                    "casino.asgi:application",
                    loop="uvloop",
                    http="httptools",
                    ws="websockets-sansio",
                    lifespan="off",
                    log_config=None,  # Django's is in force
                    access_log=False,
                    server_header=False,
                    # Only the word of a named proxy counts, on the address and on https.
                    proxy_headers=bool(settings.TRUSTED_PROXIES),
                    forwarded_allow_ips=settings.TRUSTED_PROXIES,
                    timeout_graceful_shutdown=5,
                )
            )
            # The signal that ended the server may or may not come out of it as an exception.
            with suppress(KeyboardInterrupt), self._background():
                server.run(sockets=[listener])
            self.stdout.write("Stopped.")

    def _look_at_keys(self) -> None:
        """Tell staff at once if a FairPlay key is missing; what needs none is served all the same.

        A database that does not answer yet is no reason to stay away either.
        """
        from fairplay import keys  # noqa: PLC0415  only once a server is asked for

        with suppress(DatabaseError):
            keys.tell_staff()
        connections.close_all()

    def _background(self) -> AbstractContextManager[None]:
        """Run the background work here, unless processes of its own do it."""
        if settings.REDIS_URL:
            return nullcontext()
        from casino import background  # noqa: PLC0415  Celery takes its time to import

        return background.running()

    def _announce(self, host: str, port: int) -> None:
        shape = (
            "PostgreSQL, keys from the environment"
            if settings.DATABASE_URL
            else f"embedded: SQLite in {settings.VAR_DIR}"
        )
        if settings.REDIS_URL:
            shape += "; pushes through Redis, background work in processes of its own"
        address = f"[{host}]" if ":" in host else host
        self.stdout.write(f"The casino runs at http://{address}:{port} ({shape}).")
        self.stdout.write(f"Staff sign in at http://{address}:{port}/admin/ ; `make staff` makes")
        self.stdout.write("an account for them (manage.py make_staff). Ctrl-C stops.")
        self.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """Open the server's socket, so that a taken port is a sentence and port 0 has a number.

    Raises:
        CommandError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as refused:
        raise CommandError(
            f"Cannot listen on {host}, port {port} ({refused}). "
            "Choose another one, for example: PORT=8001 make run"
        ) from refused
