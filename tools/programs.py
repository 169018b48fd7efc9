"""What tests find on the machine: programs that the casino itself never needs, and memory."""

import os
import shutil
from pathlib import Path
from typing import Final

_ROOM: Final = 1 << 30
"""Bytes that must be free in memory for the files of a whole run."""


def chromium() -> str | None:
    """Debian's Chromium or a relative; Playwright's own download is not wanted."""
    return shutil.which("chromium") or shutil.which("google-chrome")


def node() -> str | None:
    """The JavaScript runtime."""
    return shutil.which("node") or shutil.which("nodejs")


def redis_server() -> str | None:
    """Redis, which carries counters and messages between processes."""
    return shutil.which("redis-server")


def postgres() -> Path | None:
    """The directory of PostgreSQL's server programs, the newest where there are several."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    installed = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(installed, key=lambda path: int(path.parent.name), default=None)


def nginx() -> str | None:
    """The proxy in front; Debian keeps it where only root looks."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def systemd_analyze() -> str | None:
    """What reads the units of services."""
    return shutil.which("systemd-analyze")


def memory_directory() -> str | None:
    """A directory that lies in memory and has room; ``None`` where the machine has none.

    SQLite asks the disk at every commit whether it holds, which is most of what a test that
    commits waits for. In memory the same statements and pragmas answer at once.
    """
    found = Path("/dev/shm")  # noqa: S108  nothing here is guessable: a fresh directory is made
    if not found.is_dir() or not os.access(found, os.W_OK):
        return None
    return str(found) if shutil.disk_usage(found).free >= _ROOM else None
