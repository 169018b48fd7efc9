"""Translations: `python -m tools.messages compile | update | check`.

Compiling needs no gettext, so that a fresh machine can start the site. Updating and checking
collect the texts anew, which does.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ru", "en")
# English is the language of the msgids: its catalog may say nothing.
TRANSLATED = ("ru",)
IGNORED = (".venv", "var", "tests", "tools", "node_modules", "docs")

Text = tuple[str, str, str]
"""Context, msgid, plural msgid: what names one text."""


def main(arguments: list[str]) -> int:
    """Run one of the three tasks; the exit code says whether all is well."""
    match arguments:
        case ["compile"]:
            compile_catalogs()
        case ["update"]:
            if not has_gettext():
                print("Updating needs gettext's xgettext and msgmerge: apt install gettext")
                return 1
            _make_messages(ROOT)
        case ["check"]:
            faults = list(check())
            print("\n".join(faults))
            return 1 if faults else 0
        case _:
            print(__doc__)
            return 2
    return 0


def compile_catalogs() -> None:
    """Write the .mo beside each .po that is newer than it."""
    for source in sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime <= source.stat().st_mtime:
            polib.pofile(str(source)).save_as_mofile(str(compiled))


def has_gettext() -> bool:
    """Whether the programs that collect and check texts are on this machine."""
    return all(map(shutil.which, ("xgettext", "msgmerge", "msgfmt")))


def check() -> Iterator[str]:
    """Name what is missing, stale, untranslated, fuzzy or malformed in the catalogs.

    The texts are collected in a copy: checking changes nothing here.
    """
    with tempfile.TemporaryDirectory(prefix="casino-messages-") as temporary:
        copy = Path(temporary) / "casino"
        shutil.copytree(
            ROOT,
            copy,
            ignore=shutil.ignore_patterns(*IGNORED, ".*", "static", "*.mo", "__pycache__"),
        )
        (copy / "static").mkdir()
        _make_messages(copy)
        for language in LANGUAGES:
            yield from _faults(language, _catalog(copy, language))


def _faults(language: str, fresh: Path) -> Iterator[str]:
    path = _catalog(ROOT, language)
    name = path.relative_to(ROOT)
    if not path.exists():
        yield f"{name}: there is no catalog; run `make messages`"
        return
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    yield from (f"{name}: fuzzy: {entry.msgid!r}" for entry in entries if entry.fuzzy)
    well_formed = subprocess.run(
        ["msgfmt", "--check-format", "--output-file", os.devnull, path],
        check=False,
        capture_output=True,
        text=True,
    )
    if well_formed.returncode:
        yield f"{name}: {well_formed.stderr.strip()}"
    if language not in TRANSLATED:
        return
    yield from (
        f"{name}: not translated: {entry.msgid!r}"
        for entry in entries
        if not entry.translated() and not entry.fuzzy
    )
    here, wanted = _texts(path), _texts(fresh)
    yield from (f"{name}: missing: {text[1]!r}" for text in sorted(wanted - here))
    yield from (f"{name}: used nowhere: {text[1]!r}" for text in sorted(here - wanted))


def _texts(path: Path) -> set[Text]:
    return {
        (entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    }


def _catalog(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def _make_messages(root: Path) -> None:
    command = [sys.executable, "manage.py", "makemessages", "--no-obsolete", "--verbosity=0"]
    command += ["--add-location=file", "--no-wrap"]
    for language in LANGUAGES:
        command += [f"--locale={language}"]
        _catalog(root, language).parent.mkdir(parents=True, exist_ok=True)
    for pattern in IGNORED:
        command += [f"--ignore={pattern}"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings"}
    subprocess.run(command, cwd=root, env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
