"""The casino's settings for tests: nothing of the installation is read or written.

``CASINO_VAR_DIR`` is a throw-away directory unless the test runner has named one. With
``DATABASE_URL`` set the same tests run on PostgreSQL.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tools import programs

if "CASINO_VAR_DIR" not in os.environ:
    # The workers of one run inherit the variable, and so share the directory.
    os.environ["CASINO_VAR_DIR"] = tempfile.mkdtemp(
        prefix="casino-test-", dir=programs.memory_directory()
    )
    atexit.register(shutil.rmtree, os.environ["CASINO_VAR_DIR"], ignore_errors=True)
# Tests speak plain http, also where the pages speak to PostgreSQL.
os.environ["PRODUCTION"] = "0"
os.environ["DEBUG"] = "0"
if os.environ.get("DATABASE_URL"):
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
    os.environ.setdefault("FAIRPLAY_KEYS", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
    os.environ.setdefault("EMAIL_URL", "consolemail://")

from casino.settings import *  # noqa: F403

# Argon2 takes its time on purpose; tests/test_setup.py checks that it is the real choice.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Pages name static files as they lie in the tree: no collecting before a test.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = Path(os.environ["CASINO_VAR_DIR"]) / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

# Tests click faster than people; those of the throttle switch it on.
THROTTLING = False
