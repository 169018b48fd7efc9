"""A PostgreSQL server of our own for as long as the tests run, in a directory of its own.

It listens on a socket inside that directory only: no port is taken, no password needed, and a
server that the machine runs anyway is not touched.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


class NotStarted(RuntimeError):
    """PostgreSQL's programs are there and yet no server came up."""


@contextlib.contextmanager
def running(programs: Path) -> Iterator[str]:
    """Start a server with the ``programs`` and give the address of its maintenance database.

    Raises:
        NotStarted: with what PostgreSQL said.
    """
    owner = _owner()
    home = Path(tempfile.mkdtemp(prefix="casino-postgres-"))
    try:
        if owner is not None:
            os.chown(home, owner, -1)
        made = subprocess.run(
            [
                *(programs / "initdb", "-D", home / "data", "-U", "casino", "-A", "trust"),
                *("--no-sync", "-E", "UTF8", "--locale=C"),
            ],
            user=owner,
            cwd=home,
            check=False,
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise NotStarted(made.stderr.strip())
        with (home / "log").open("w") as log:
            # fsync off: what these tests ask of the disk, they ask of SQLite.
            server = subprocess.Popen(
                [
                    *(programs / "postgres", "-D", home / "data", "-k", home),
                    *("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"),
                ],
                user=owner,
                cwd=home,
                stdout=log,
                stderr=log,
                # Ctrl-C in the terminal is for the tests: they close their connections first.
                start_new_session=True,
            )
        try:
            _wait(programs, home, server)
            yield f"postgresql://casino@/postgres?host={home}"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": open connections are cut
            server.wait(timeout=30)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _owner() -> int | None:
    """PostgreSQL refuses to run as root: the user it shall run as then, else None."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    raise NotStarted("run by root it needs a user named postgres or nobody")


def _wait(programs: Path, home: Path, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        ready: list[str | Path] = [programs / "pg_isready", "-q", "-h", home]
        if subprocess.run(ready, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise NotStarted((home / "log").read_text().strip())
