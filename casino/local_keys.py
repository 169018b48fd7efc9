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
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Keys:
    """What one installation must keep secret."""

    django: str
    """Signs cookies, tokens and messages."""
    fairplay: tuple[str, ...]
    """Fernet keys of the unrevealed FairPlay strings; the first one encrypts, all decrypt."""


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
        return Keys(django=str(stored["django"]), fairplay=tuple(map(str, stored["fairplay"])))
    except (ValueError, KeyError, TypeError) as broken:
        raise ImproperlyConfigured(
            f"{path} does not hold the secret keys any more: put it back from a backup."
        ) from broken


def _create(path: Path) -> None:
    """Write new keys; of several processes that start at once, exactly one makes the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keys = {
        "django": secrets.token_urlsafe(64),
        "fairplay": [base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()],
    }
    # Written whole under another name, then linked: a reader never meets half a file, and
    # unlike a rename the link refuses to replace keys that another process has just made.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            json.dump(keys, file)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
