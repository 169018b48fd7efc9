"""Secret keys of the embedded shape: made at first use, kept in one file beside the database.

The file lies outside the database, so that a copy of the database alone decrypts nothing.
With a database server the keys come from the environment instead (see `casino.settings`).
"""

import base64
import contextlib
import functools
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Keys:
    """What one installation must keep secret."""

    django: str
    """Signs cookies, tokens and messages."""
    fairplay: tuple[str, ...]
    """Fernet keys of the unrevealed FairPlay strings; the first one encrypts, all decrypt."""


def is_fernet_key(text: str) -> bool:
    """Tell whether a text can be a key of sealed strings: 32 bytes in URL-safe base64."""
    try:
        return len(base64.b64decode(text, altchars=b"-_", validate=True)) == KEY_BYTES
    except ValueError:
        return False


def new_fernet_key() -> str:
    """Return a fresh key for sealed strings."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()


@functools.cache
def load(path: Path) -> Keys:
    """Read the keys in ``path``, making the file first if there is none.

    Raises:
        ImproperlyConfigured: others may read the file, or it does not hold keys.
    """
    if not path.exists():
        _create(path)
    if path.stat().st_mode & 0o077:
        raise ImproperlyConfigured(
            f"{path} holds the secret keys and others may read it: run `chmod 600 {path}`."
        )
    try:
        stored = json.loads(path.read_text(encoding="ascii"))
        keys = Keys(django=str(stored["django"]), fairplay=tuple(map(str, stored["fairplay"])))
        if not keys.fairplay or not all(map(is_fernet_key, keys.fairplay)):
            raise ValueError("no key of sealed strings, or a damaged one")
        return keys
    except (ValueError, KeyError, TypeError) as broken:
        raise ImproperlyConfigured(
            f"{path} does not hold the secret keys any more: put it back from a backup."
        ) from broken


def add_fairplay_key(path: Path) -> int:
    """Put a fresh key before those in ``path``; the former ones stay and go on opening.

    Running processes know of it after a restart.

    Returns:
        How many keys the file holds now.

    Raises:
        ImproperlyConfigured: see ``load``.
    """
    keys = load(path)
    now = (new_fernet_key(), *keys.fairplay)
    with _draft(path, {"django": keys.django, "fairplay": now}) as draft:
        draft.replace(path)
    load.cache_clear()
    return len(now)


def _create(path: Path) -> None:
    """Write new keys; of several processes that start at once, exactly one makes the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keys = {"django": secrets.token_urlsafe(64), "fairplay": [new_fernet_key()]}
    # Unlike a rename the link refuses to replace keys that another process has just made.
    with _draft(path, keys) as draft, contextlib.suppress(FileExistsError):
        os.link(draft, path)


@contextlib.contextmanager
def _draft(path: Path, keys: Mapping[str, Any]) -> Iterator[Path]:
    """Write keys whole under another name beside ``path``: a reader never meets half a file."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            json.dump(keys, file)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)
