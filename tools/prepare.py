"""Make the installation ready to serve: what is built, database, static files. Quick when it is.

`python -m tools.prepare`, before the server starts.
"""

import hashlib
import os
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

from tools import products


def main() -> None:
    """Build catalogs and checkers, migrate, and collect the static files if any has changed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    products.build()
    django.setup()
    from casino import roles  # noqa: PLC0415 - models are loaded by now

    settings.VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    roles.write_groups()  # a release may have given a role more, or less
    _collect_static()


def _collect_static() -> None:
    stamp = settings.VAR_DIR / "static.sha256"
    fingerprint = _fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text() == fingerprint:
        return
    print("Collecting static files …", flush=True)
    # Pages that are open while servers are upgraded still ask for the files of the release before.
    call_command("collectstatic", interactive=False, clear=not settings.PRODUCTION, verbosity=0)
    stamp.write_text(fingerprint)


def _fingerprint() -> str:
    """Names, sizes and times of all files: reading their contents would take longer."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
