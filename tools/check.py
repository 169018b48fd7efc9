"""All checks that run no test: `python -m tools.check`. Each one runs, whatever the others say."""

import base64
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools import messages

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 350
SETTINGS = {"DJANGO_SETTINGS_MODULE": "casino.settings", "DEBUG": "0", "PRODUCTION": "0"}
PRODUCTION = {
    "DATABASE_URL": "postgresql://casino@127.0.0.1/casino",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "FAIRPLAY_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    "ALLOWED_HOSTS": "casino.example",
    "EMAIL_URL": "smtp+tls://casino:password@mail.example:587",
    "PRODUCTION": "1",
}


def main() -> int:
    """Run the checks and say which failed and which could not run."""
    failed = [
        name
        for name, passed in (
            ("format", _run("ruff", "format", "--check")),
            ("lint", _run("ruff", "check")),
            ("types", _run("mypy", ".")),
            ("migrations", _migrations()),
            ("production settings", _production_settings()),
            ("file lengths", _print_faults("file lengths", _too_long())),
        )
        if not passed
    ]
    left_out = []
    if not messages.has_gettext():
        left_out.append("translations: gettext is not on this machine (apt install gettext)")
    elif not _print_faults("translations", messages.check()):
        failed.append("translations")
    print()
    for what in left_out or ["nothing."]:
        print(f"Left out: {what}")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
        return 1
    if left_out and os.environ.get("REQUIRE_ALL") == "1":
        print("FAILED: REQUIRE_ALL=1 allows nothing to be left out.")
        return 1
    print("All checks passed.")
    return 0


def _run(module: str, *arguments: str, environment: dict[str, str] | None = None) -> bool:
    print(f"== {module} {' '.join(arguments)}", flush=True)
    command = [sys.executable, "-m", module, *arguments]
    env = {**os.environ, **(environment or {})}
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def _migrations() -> bool:
    """Ask beside an empty database, so that neither the installation nor a server matters."""
    with tempfile.TemporaryDirectory(prefix="casino-check-") as directory:
        environment = {**SETTINGS, "CASINO_VAR_DIR": directory, "DATABASE_URL": ""}
        arguments = ("makemigrations", "--check", "--dry-run")
        return _run("django", *arguments, environment=environment)


def _production_settings() -> bool:
    arguments = ("check", "--deploy", "--fail-level=WARNING")
    return _run("django", *arguments, environment={**SETTINGS, **PRODUCTION})


def _print_faults(name: str, faults: Iterator[str]) -> bool:
    print(f"== {name}", flush=True)
    found = list(faults)
    print("\n".join(found) if found else "Nothing found.")
    return not found


def _too_long() -> Iterator[str]:
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py", "*.js", "*.mjs"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    for name in tracked:
        path = ROOT / name
        # Vendored code is not ours, and Django writes a migration in one piece.
        foreign = name.startswith("static/vendor/") or "/migrations/" in name
        if foreign or not path.exists():
            continue
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_FILE:
            yield f"{name}: {lines} lines, more than {LONGEST_FILE}: split it"


if __name__ == "__main__":
    sys.exit(main())
