"""`manage.py serve`: the site, its static files included, in one process or several.

Which shape it runs in the environment says; what would lose something in that shape is refused.
"""

import os
import shutil
import socket
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from uvicorn.supervisors import Multiprocess

_KEPT: Final = 75
"""Seconds for which a connection may rest. Longer than the proxy keeps one (deploy/nginx.conf:
60): it must be the proxy that ends it, else a form is sent into a connection that is closing."""


class Command(BaseCommand):
    """Serve on this machine only, unless a host is named."""

    help = "Serves the casino by uvicorn."
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
        parser.add_argument(
            "--processes",
            type=int,
            default=settings.WEB_PROCESSES,
            help="More than one needs DATABASE_URL and REDIS_URL.",
        )

    def handle(self, *args: Any, host: str, port: int, processes: int, **options: Any) -> None:
        """Serve until Ctrl-C or a termination signal, then finish what was begun.

        Raises:
            CommandError: the address can't be used, static files are missing, or so many
                processes would lose something in this shape.
        """
        _require_shared_parts(processes)
        manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
        if not settings.DEBUG and not manifest.exists():
            raise CommandError("The static files are not collected: python -m tools.prepare")
        self._look_at_keys()
        with _listen(host, port) as listener:
            self._announce(host, listener.getsockname()[1], processes)
            config = uvicorn.Config(
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
                timeout_keep_alive=_KEPT,
                timeout_graceful_shutdown=5,
                workers=processes,
            )
            # The signal that ended the server may or may not come out of it as an exception.
            with suppress(KeyboardInterrupt), self._background():
                if processes == 1:
                    uvicorn.Server(config).run(sockets=[listener])
                else:
                    _share_figures()
                    Multiprocess(config, sockets=[listener]).run()
            self.stdout.write("Stopped.")

    def check_migrations(self) -> None:
        """Refuse a database to which not all migrations were applied.

        One that does not answer is no reason to stay away: pages say so until it does.

        Raises:
            CommandError: with the parts whose migrations are missing.
        """
        try:
            executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        except OperationalError as away:
            self.stderr.write(f"The database does not answer yet ({type(away).__name__}).")
            return
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            missing = ", ".join(sorted({migration.app_label for migration, _ in plan}))
            raise CommandError(
                f"The database lacks {len(plan)} migrations ({missing}): python -m tools.prepare"
            )

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

    def _announce(self, host: str, port: int, processes: int) -> None:
        shape = (
            "PostgreSQL, keys from the environment"
            if settings.DATABASE_URL
            else f"embedded: SQLite in {settings.VAR_DIR}"
        )
        if settings.REDIS_URL:
            shape += "; pushes through Redis, background work in processes of its own"
        else:
            shape += "; pushes and background work in this process"
        if processes > 1:
            shape += f"; {processes} web processes"
        address = f"[{host}]" if ":" in host else host
        self.stdout.write(f"The casino runs at http://{address}:{port} ({shape}).")
        self.stdout.write(f"Staff sign in at http://{address}:{port}/admin/ ; `make staff` makes")
        self.stdout.write("an account for them (manage.py make_staff). Ctrl-C stops.")
        self.stdout.flush()


def _require_shared_parts(processes: int) -> None:
    """Refuse several processes over parts that each would have to itself.

    Raises:
        CommandError: with what is missing, and what would be lost.
    """
    if processes < 1:
        raise CommandError("At least one process must serve.")
    if processes == 1:
        return
    if not settings.REDIS_URL:
        raise CommandError(
            f"{processes} processes need REDIS_URL: in memory, what one process says no page of "
            "another hears, limits on tries count once for each, and every task runs in each."
        )
    if not settings.DATABASE_URL:
        raise CommandError(
            f"{processes} processes need DATABASE_URL: SQLite has one writer, for whom they "
            "would all wait."
        )


def _share_figures() -> None:
    """Give the processes an empty directory for the figures that they count together."""
    directory = Path(settings.VAR_DIR) / "figures"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(mode=0o700, parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)


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
