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
from dataclasses import dataclass
from pathlib import Path


class NotStarted(RuntimeError):
    """PostgreSQL's programs are there and yet no server came up."""


@dataclass
class Server:
    """A server that can be killed and started again with the data that it has."""

    programs: Path
    home: Path
    owner: int | None
    superuser: str = "casino"
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        """Of its maintenance database."""
        return f"postgresql://{self.superuser}@/postgres?host={self.home}"

    def start(self) -> None:
        """Start it and wait until it takes connections.

        Raises:
            NotStarted: with what PostgreSQL said.
        """
        with (self.home / "log").open("a") as log:
            # fsync off: what these tests ask of the disk, they ask of SQLite.
            self.process = subprocess.Popen(
                [
                    *(self.programs / "postgres", "-D", self.home / "data", "-k", self.home),
                    *("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"),
                ],
                user=self.owner,
                cwd=self.home,
                stdout=log,
                stderr=log,
                # Ctrl-C in the terminal is for the tests: they close their connections first.
                start_new_session=True,
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            ready: list[str | Path] = [self.programs / "pg_isready", "-q", "-h", self.home]
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise NotStarted((self.home / "log").read_text().strip())

    def stop(self) -> None:
        """Stop it as an administrator does: open connections are cut."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """End it without a word to anybody, in the middle of whatever it does.

        What it knew only in memory is gone; started again it recovers from its log.
        """
        self._end(signal.SIGQUIT)

    def end_sessions(self) -> None:
        """End everybody's session."""
        self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    def ask(self, sql: str) -> str:
        """Ask something of the maintenance database; the rows that came back, as lines."""
        home = str(self.home)
        psql = [str(self.programs / "psql"), "-h", home, "-U", self.superuser, "-d", "postgres"]
        done = subprocess.run(
            [*psql, "-qAt", "-c", sql], check=True, capture_output=True, text=True
        )
        return str(done.stdout).strip()

    def _end(self, number: int) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(timeout=30)
            self.process = None


@contextlib.contextmanager
def running(programs: Path) -> Iterator[str]:
    """Start a server with the ``programs`` and give the address of its maintenance database.

    Raises:
        NotStarted: with what PostgreSQL said.
    """
    with server(programs) as started:
        yield started.address


@contextlib.contextmanager
def server(programs: Path, superuser: str = "casino") -> Iterator[Server]:
    """Start a server, and stop it at the end of the block.

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
                *(programs / "initdb", "-D", home / "data", "-U", superuser, "-A", "trust"),
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
        one = Server(programs, home, owner, superuser)
        one.start()
        try:
            yield one
        finally:
            one.stop()
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
