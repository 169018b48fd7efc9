"""The real browser and the real server: Chromium drives `manage.py serve`."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests import running_site
from tools import programs


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[running_site.Site]:
    """One casino for all browser tests: its address, its database, its commands."""
    with running_site.running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def base_url(site: running_site.Site) -> str:
    """Pages are opened by their path: ``page.goto("/")``."""
    return site.url


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {
        "executable_path": programs.chromium(),
        "headless": True,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }
