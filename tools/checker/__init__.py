"""What lets a player check games himself is built here: rules for JavaScript, offline checkers."""

from pathlib import Path
from typing import Final

from tools.checker import offline, rules

ROOT: Final = Path(__file__).resolve().parents[2]


def built() -> dict[Path, str]:
    """Return every built file with what must stand in it."""
    words = offline.words()
    return {
        ROOT / "static/js/redeal/rules.js": rules.script(),
        ROOT / "static/checker/fairplay_check.html": offline.page(words),
        ROOT / "static/checker/fairplay_check.py": offline.program(words),
        ROOT / "static/checker/example.txt": offline.example(),
    }
