"""Where the programs lie that some tests want and the casino itself never needs."""

import shutil
from pathlib import Path


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
