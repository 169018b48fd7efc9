"""What lets a player check games himself is built here: rules for JavaScript, offline checkers."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.checker import offline, rules

ROOT: Final = Path(__file__).resolve().parents[2]

BUILT: Final[Mapping[str, Callable[[], str]]] = {
    "static/js/redeal/rules.js": rules.script,  # first: it goes into the page
    "static/checker/fairplay_check.html": offline.page,
    "static/checker/fairplay_check.py": offline.program,
    "static/checker/example.txt": offline.example,
}
"""Each built file with what writes its text; the same sources give the same bytes."""


def build(root: Path = ROOT) -> list[Path]:
    """Write every built file that is not as the sources give it; return those written."""
    written = []
    for name, text_of in BUILT.items():
        path, text = root / name, text_of()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written
