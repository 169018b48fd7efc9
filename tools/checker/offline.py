"""The two files that check a transcript without this site: one page, one Python program.

Both are put together from the sources that the site itself runs, and the same bytes come out of
the same sources. Their words are the catalogs' English and Russian.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

import polib

from blackjack.engine.cards import decks
from fairplay import codec
from fairplay.check_words import WORDS
from tools.checker.bundle import bundle

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent
STYLES: Final = ("site", "tokens", "base", "parts", "fairplay", "redeal")
MODULES: Final = (
    *(f"blackjack.engine.{name}" for name in ("cards", "hands", "refusals", "errors", "rules")),
    *(f"blackjack.engine.{name}" for name in ("state", "choices", "settle", "round", "shoe")),
    *("blackjack.engine.bingo", "fairplay.codec", "blackjack.transcript_format"),
    *("blackjack.transcript_bingo", "blackjack.transcript", "blackjack.check_steps"),
    *("blackjack.check_causes", "blackjack.check_report"),
)
"""Each after those that it imports."""

PROGRAM: Final = '''\
#!/usr/bin/env python3
"""Check a FairPlay transcript without the casino: python3 fairplay_check.py transcript.json

Exit status: 0 everything matches, 1 it does not, 2 the file can't be read.
It needs Python 3.11 and nothing else, opens no connection and writes no file.

What stands between the marks below are the casino's own modules as they run its tables, to the
letter: the rules, the order of the cards, the string and its signatures, and the comparison.
"""

import sys
import types

if sys.version_info < (3, 11):
    sys.exit({old!r})

for package in ("blackjack", "blackjack.engine", "fairplay"):
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = []


def add(name, text):
    """Make a module of the text that follows, where the others find it."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), module.__dict__)
    parent, _, last = name.rpartition(".")
    setattr(sys.modules[parent], last, module)
'''


class Untellable(ValueError):
    """The sources can't be put into one file as they are."""


@cache
def words() -> dict[str, dict[str, str]]:
    """Return the words of a check by language; English where a text has no translation yet."""
    path = ROOT / "locale" / "ru" / "LC_MESSAGES" / "django.po"
    russian = {
        entry.msgid: entry.msgstr
        for entry in polib.pofile(str(path))
        if entry.msgstr and not entry.obsolete and not entry.msgctxt
    }
    return {
        "en": dict(WORDS),
        "ru": {key: russian.get(text, text) for key, text in WORDS.items()},
    }


def page() -> str:
    """Return the offline page."""
    sheets = [(ROOT / "static/css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES]
    style = "\n".join([*sheets, (HERE / "offline.css").read_text(encoding="utf-8")])
    # The fonts are files of the site; the page has the system's.
    style = re.sub(r"@font-face \{.*?\n\}\n", "", style, flags=re.DOTALL)
    if "url(" in style or "</style" in style:
        raise Untellable("a style sheet names another file")
    script = bundle(ROOT / "static/js/redeal/offline.js")
    text = json.dumps(words(), ensure_ascii=False, indent=1).replace("<", "\\u003c")
    shell = (HERE / "page.html.in").read_text(encoding="utf-8")
    for mark, part in (("@@STYLE@@", style), ("@@WORDS@@", text), ("@@SCRIPT@@", script)):
        shell = shell.replace(mark, part, 1)
    return shell


def program() -> str:
    """Return the terminal checker."""
    old = " / ".join(one["offline.python"] for one in words().values())
    parts = [PROGRAM.format(old=old)]
    for name in MODULES:
        source = (ROOT / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        parts.append(f"add({name!r}, r'''{_quoted(source, name)}''')\n")
    text = json.dumps(words(), ensure_ascii=False, indent=1)
    parts.append(f"CHECK_WORDS = r'''{_quoted(text, 'words')}'''\n")
    ending = (HERE / "terminal.py").read_text(encoding="utf-8")
    parts.append(ending[ending.index("import json") :])
    return "\n\n".join(parts)


def example() -> str:
    """Return a string as the site reveals them, always the same, to try programs on."""
    numbered = enumerate(decks(2))
    mixed = sorted(numbered, key=lambda one: hashlib.sha256(f"{one[0]}".encode()).digest())
    cards = [card for _, card in mixed]
    return codec.encode(
        login="Example", date="20251125", time="152133", key="EXAMPLE0" * 4, cards=cards
    )


def _quoted(source: str, name: str) -> str:
    if "'''" in source or source.endswith(("'", "\\")):
        raise Untellable(f"{name} can't stand between triple quotes as it is")
    return source
