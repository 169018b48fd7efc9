"""`manage.py serve` says its shape, and refuses what would lose something in it."""

import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from tests import running_site

pytestmark = pytest.mark.django_db  # whether all migrations are applied is asked first


@pytest.mark.parametrize(
    ("shape", "missing"),
    [
        ({"REDIS_URL": "", "DATABASE_URL": ""}, "REDIS_URL"),
        ({"REDIS_URL": "", "DATABASE_URL": "postgresql://127.0.0.1/x"}, "REDIS_URL"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": ""}, "DATABASE_URL"),
    ],
)
def test_several_processes_need_parts_that_they_share(shape, missing):
    with override_settings(**shape), pytest.raises(CommandError, match=f"need {missing}"):
        call_command("serve", "--port=0", "--processes=2", skip_checks=True)


@pytest.mark.parametrize("processes", [0, -1])
def test_somebody_must_serve(processes):
    with pytest.raises(CommandError, match="At least one"):
        call_command("serve", "--port=0", f"--processes={processes}", skip_checks=True)


def test_a_database_without_all_migrations_is_refused():
    newest = MigrationRecorder.Migration.objects.filter(app="operations").latest("pk")
    newest.delete()
    with pytest.raises(CommandError, match=r"1 migrations \(operations\)"):
        call_command("serve", "--port=0", skip_checks=True)


def test_a_database_with_migrations_of_a_later_release_is_served():
    """After a rollback; what they added the release before can ignore."""
    MigrationRecorder.Migration.objects.create(app="operations", name="9999_of_a_later_release")
    with pytest.raises(CommandError, match="static files"):  # which is asked afterwards
        call_command("serve", "--port=0", skip_checks=True)


def status_of(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=20) as found:
            return int(found.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def test_it_starts_while_the_database_is_away(tmp_path: Path):
    """Its pages say so, and the first request after its return finds it."""
    running_site.collect(tmp_path)
    environment = running_site.environment(
        tmp_path,
        DATABASE_URL="postgresql://casino@127.0.0.1:1/casino",
        PRODUCTION="0",
        SECRET_KEY="x" * 60,
        FAIRPLAY_KEYS="y" * 43 + "=",
        EMAIL_URL="consolemail://",
    )
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port=0"],
            cwd=running_site.ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    try:
        address = running_site.address_of(process, tmp_path / "log")
        assert status_of(f"{address}/health/live") == 200
        assert status_of(f"{address}/") == 503
    finally:
        process.terminate()
        process.wait(timeout=15)
        process.stdout.close()
    assert "Traceback" not in (tmp_path / "log").read_text()
