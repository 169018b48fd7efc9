"""Collected static files: those of the release at hand, and those that open pages still name."""

import json
import os
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

STORAGE = {"staticfiles": {"BACKEND": "casino.static_files.RememberedAddresses"}}
FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
SECOND = 1_700_000_000


def release(directory: Path, text: str, *, made_at: int) -> Path:
    """A release whose one module was cloned at a time."""
    directory.mkdir()
    module = directory / "module.js"
    module.write_text(text)
    os.utime(module, (made_at, made_at))
    return directory


def collect(source: Path, into: Path) -> str:
    """Collect as an installation for players does; give the name that pages have for the module."""
    with override_settings(
        STATICFILES_DIRS=[source],
        STATICFILES_FINDERS=FINDERS,
        STATIC_ROOT=into,
        STORAGES=STORAGE,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    paths = json.loads((into / "staticfiles.json").read_text())["paths"]
    return str(paths["module.js"])


def test_a_rollback_brings_the_older_release_back(tmp_path):
    """Its modules under the names that never change too, whatever the times of the files are."""
    older = release(tmp_path / "1", "export const release = 1;", made_at=SECOND)
    newer = release(tmp_path / "2", "export const release = 2;", made_at=SECOND + 60)
    into = tmp_path / "collected"
    first, second = collect(older, into), collect(newer, into)
    assert first != second
    assert (into / "module.js").read_text() == "export const release = 2;"

    assert collect(older, into) == first
    assert (into / "module.js").read_text() == "export const release = 1;"
    assert (into / second).read_text() == "export const release = 2;", "open pages still name it"
