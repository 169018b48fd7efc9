"""A casino of its own for the load: real server, throw-away files, on either database."""

import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
_FOREIGN: Final = {"HOST", "PORT", "DEBUG", "REDIS_URL"}
_LONGEST: Final = 180.0
"""Seconds that any of its programs may take."""


@dataclass(frozen=True)
class Site:
    """A running casino with players at open tables."""

    port: int
    process: int
    players: list[dict[str, Any]]
    environment: dict[str, str]

    def load(self, **plan: Any) -> list[dict[str, Any]]:
        """Send it a load (tools/bench/load.py) and give the slices that were measured."""
        measured: list[dict[str, Any]] = self.send("tools.bench.load", **plan)
        return measured

    def send(self, module: str, *, seconds: float = _LONGEST, **plan: Any) -> Any:
        """Send it the load of a module and give what that has printed."""
        whole = {
            **plan,
            "port": self.port,
            "process": self.process,
            "players": self.players,
            "seconds": seconds,
        }
        return json.loads(
            run(dict(os.environ), "-m", module, given=json.dumps(whole), longest=seconds)
        )

    def run(self, *arguments: str) -> None:
        """Run Python with these arguments beside the server, on its database."""
        run(self.environment, *arguments)


@contextlib.contextmanager
def running(
    players: int, database: str = "", *, redis: str = "", processes: int = 1, games: str = ""
) -> Iterator[Site]:
    """Prepare a directory and a database, and serve from them on a free loopback port.

    Args:
        database: the address of an empty PostgreSQL database; without one it is SQLite.
        redis: the address of a Redis server; without one everything is in the one process.
        games: at whose tables for roubles the players sit; without it at all tables.
    """
    with tempfile.TemporaryDirectory(prefix="casino-bench-") as directory:
        env = _environment(directory, database) | {"REDIS_URL": redis}
        run(env, "-m", "tools.prepare")
        made = json.loads(run(env, "-m", "tools.bench.players", str(players), games))
        with (Path(directory) / "log").open("w") as log:
            server = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port=0", f"--processes={processes}"],
                cwd=ROOT,
                env=env,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert server.stdout is not None  # noqa: S101  it was asked for above
        try:
            line = server.stdout.readline()
            port = re.search(r"http://127\.0\.0\.1:([0-9]+)", line)
            if port is None:
                raise RuntimeError((Path(directory) / "log").read_text())
            yield Site(int(port[1]), server.pid, made, env)
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(timeout=15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            server.stdout.close()


def _environment(directory: str, database: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "tools.bench.settings",
        "CASINO_VAR_DIR": directory,
        "DATABASE_URL": database,
        "PRODUCTION": "0",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "FAIRPLAY_KEYS": urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "EMAIL_URL": "consolemail://",
        "LOG_LEVEL": "WARNING",
        "THROTTLING": "0",
    }


def run(
    environment: dict[str, str], *arguments: str, given: str = "", longest: float = _LONGEST
) -> str:
    """Run Python with these arguments in the project, and give what it printed.

    Args:
        longest: seconds that it may take.

    Raises:
        RuntimeError: it failed, with what it said.
    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=longest + 30,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout
