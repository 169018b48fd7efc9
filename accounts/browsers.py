"""What a browser calls itself, in words: enough for a player to know his own."""

import re
from typing import Final

from django.utils.translation import gettext as _

# The first that matches counts: Edge and Opera call themselves Chrome too, Chrome also Safari.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/|Opera", "Opera"),
    ("YaBrowser", "Yandex Browser"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS|Chromium", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X|Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def in_words(agent: str) -> str:
    """Return "Firefox, Windows" for what a browser calls itself."""
    found = [
        next((name for pattern, name in names if re.search(pattern, agent)), None)
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name) or _("Unknown browser")
