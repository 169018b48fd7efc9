"""A casino of its own, started as `make run` starts it: real server, real files, embedded."""

import contextlib
import fcntl
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.running_shell import Shell

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Site:
    """A running casino with an empty database."""

    url: str
    """Where it answers, without a slash at the end."""
    directory: Path
    """Its CASINO_VAR_DIR."""
    process: "subprocess.Popen[str]"
    shell: Shell
    """Runs code on it."""

    @property
    def database(self) -> Path:
        """The SQLite file behind it."""
        return self.directory / "casino.sqlite3"

    def query(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Read rows from its database."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=5)) as connection:
            return connection.execute(sql, parameters).fetchall()

    def manage(self, *arguments: str, **more: str) -> str:
        """Run a management command on it; give its output.

        ``more`` are variables of its environment.
        """
        return run_python(environment(self.directory, **more), "manage.py", *arguments)

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; give the exit code and what it printed since its first line."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=15)
        assert self.process.stdout is not None
        return code, self.process.stdout.read()


@contextlib.contextmanager
def running(directory: Path, **more: str) -> Iterator[Site]:
    """Prepare the directory and serve from it on a free loopback port.

    ``more`` are variables of its environment.
    """
    settings = environment(directory, **more)
    shutil.copytree(prepared(), directory, dirs_exist_ok=True)
    with (directory / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port=0"],
            cwd=ROOT,
            env=settings,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    shell = Shell(ROOT, settings)
    try:
        url = address_of(process, directory / "log")
        yield Site(url=url, directory=directory, process=process, shell=shell)
    finally:
        shell.close()
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=15)
        process.stdout.close()


def prepared() -> Path:
    """A directory that is ready to be served and that nobody serves from.

    It is made by the first who asks, for all processes of these tests: a copy is quick.
    """
    made = Path(os.environ["CASINO_VAR_DIR"]) / "prepared"
    made.parent.mkdir(parents=True, exist_ok=True)
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            raw = made.with_suffix(".raw")
            shutil.rmtree(raw, ignore_errors=True)
            prepare = [sys.executable, "-m", "tools.prepare"]
            subprocess.run(prepare, cwd=ROOT, env=environment(raw), check=True)
            raw.rename(made)
    return made


def collect(directory: Path) -> None:
    """Put the collected static files there, and the mark that says of which sources they are."""
    shutil.copytree(prepared() / "static", directory / "static")
    shutil.copy(prepared() / "static.sha256", directory)


def address_of(process: "subprocess.Popen[str]", log: Path) -> str:
    """Where a server answers that has just been started, as its first line says."""
    assert process.stdout is not None
    first_line = process.stdout.readline()
    address = re.search(r"http://[0-9.]+:[0-9]+", first_line)
    assert address, f"{first_line}\n{log.read_text()}"
    return address.group()


def run_python(settings: Mapping[str, str], *arguments: str) -> str:
    """Run Python in this environment; give what it printed."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=dict(settings),
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def environment(directory: Path, **more: str) -> dict[str, str]:
    """The casino's own settings in ``directory``, whatever those of the tests are."""
    foreign = {
        *("DATABASE_URL", "PRODUCTION", "SECRET_KEY", "FAIRPLAY_KEYS", "EMAIL_URL"),
        *("HOST", "PORT"),
    }
    inherited = {name: value for name, value in os.environ.items() if name not in foreign}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "CASINO_VAR_DIR": str(directory),
        "THROTTLING": "0",  # browsers and loads come from one address here
        **more,
    }
