"""The casino's own settings and one address more: the floor that actions are measured against."""

from casino.settings import *  # noqa: F403
from casino.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "tools.bench.urls"
TEMPLATES[0]["DIRS"] = [BASE_DIR / "templates", BASE_DIR / "tools" / "bench" / "templates"]
