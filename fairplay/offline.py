"""The files with which a player checks games away from this site, and their SHA-256."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from fairplay import codec

PAGE: Final = "fairplay_check.html"
PROGRAM: Final = "fairplay_check.py"
EXAMPLE: Final = "example.txt"


@dataclass(frozen=True, slots=True)
class Checker:
    """A file that checks transcripts by itself; ``path`` is its place among the static files."""

    name: str
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Example:
    """A string to try programs on, with the sums that they must give."""

    name: str
    path: str
    text: str
    md5: str
    sha256: str


@cache
def checkers() -> Sequence[Checker]:
    """Return the page and the program, with sums of the files as they are given out."""
    return [
        Checker(name, f"checker/{name}", hashlib.sha256(_file(name).read_bytes()).hexdigest())
        for name in (PAGE, PROGRAM)
    ]


@cache
def example() -> Example:
    """Return the worked example of checking a string by programs of the machine's own."""
    text = _file(EXAMPLE).read_text(encoding="ascii")
    signatures = codec.sign(text)
    return Example(EXAMPLE, f"checker/{EXAMPLE}", text, signatures.md5, signatures.sha256)


def _file(name: str) -> Path:
    return Path(settings.BASE_DIR) / "static" / "checker" / name
