"""The set-up: databases as they must be, secrets where they must be, headers on every answer."""

import shutil
import socket
import stat
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client, override_settings

from casino import local_keys
from casino import settings as casino_settings
from casino.roles import Role
from tests import running_site

ROOT = running_site.ROOT
LOAD_SETTINGS = "import django; django.setup()"


def python(code: str, directory: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a process of its own, under the casino's settings."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=running_site.environment(directory, **more),
        check=False,
        capture_output=True,
        text=True,
    )


# --- Databases


def asked(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return str(cursor.fetchone()[0])


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", "2"),
        ("busy_timeout", "5000"),
        ("foreign_keys", "1"),
    ],
)
def test_sqlite_keeps_what_it_acknowledged(pragma, value):
    assert asked(f"PRAGMA {pragma}") == value


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_takes_the_write_lock_at_the_beginning():
    assert connection.transaction_mode == "IMMEDIATE"
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lock_timeout", "3s"),
        ("statement_timeout", "10s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("transaction_isolation", "read committed"),
    ],
)
def test_postgresql_never_waits_for_long(name, value):
    assert asked(f"SHOW {name}") == value


@pytest.mark.postgresql
@pytest.mark.django_db
def test_postgresql_connections_are_pooled():
    assert connection.pool is not None
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False


# --- Secrets


def test_loading_the_settings_writes_nothing(tmp_path):
    absent = tmp_path / "absent"
    done = python(LOAD_SETTINGS, absent)
    assert done.returncode == 0, done.stderr
    assert not absent.exists()


@pytest.mark.parametrize("name", ["SECRET_KEY", "FAIRPLAY_KEYS"])
def test_first_use_of_a_key_makes_the_file_for_its_owner_only(name, tmp_path):
    use = f"{LOAD_SETTINGS}; from django.conf import settings; assert len(settings.{name})"
    done = python(f"import os; os.umask(0); {use}", tmp_path / "var")
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE((tmp_path / "var" / "keys.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["keys.json"]


def test_keys_stay_the_same(tmp_path):
    show = f"{LOAD_SETTINGS}; from django.conf import settings as s; "
    show += "print(str(s.SECRET_KEY), list(s.FAIRPLAY_KEYS))"
    first, second = python(show, tmp_path), python(show, tmp_path)
    assert first.stdout == second.stdout != ""


def test_of_many_that_start_at_once_one_makes_the_keys(tmp_path):
    path = tmp_path / "keys.json"
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(lambda _: local_keys.load(path), range(64)))
    assert len(set(keys)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["keys.json"]


def test_keys_that_others_may_read_are_refused(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text("{}")
    path.chmod(0o644)
    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        local_keys.load(path)


def test_a_damaged_key_file_is_not_replaced(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text("{}")
    path.chmod(0o600)
    with pytest.raises(ImproperlyConfigured, match="backup"):
        local_keys.load(path)
    assert path.read_text() == "{}"


@pytest.mark.parametrize("missing", ["SECRET_KEY", "FAIRPLAY_KEYS", "EMAIL_URL"])
@pytest.mark.parametrize(
    "shape", [{"PRODUCTION": "1"}, {"DATABASE_URL": "postgresql://casino@127.0.0.1/casino"}]
)
def test_production_makes_up_no_key_and_prints_no_mail_unasked(missing, shape, tmp_path):
    given = {
        "SECRET_KEY": "x" * 60,
        "FAIRPLAY_KEYS": "y" * 43 + "=",
        "EMAIL_URL": "consolemail://",
    } | shape
    assert python(LOAD_SETTINGS, tmp_path, **given).returncode == 0
    del given[missing]
    done = python(LOAD_SETTINGS, tmp_path, **given)
    assert done.returncode == 1
    assert f"Set the environment variable {missing}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_passwords_are_kept_by_argon2():
    with override_settings(PASSWORD_HASHERS=casino_settings.PASSWORD_HASHERS):
        assert make_password("correct horse").startswith("argon2$argon2id$")


# --- What every answer says


def policy_of(response) -> dict[str, str]:
    parts = response["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        pytest.param("/", "localhost", 200, id="page"),
        pytest.param("/nowhere/", "localhost", 404, id="not found"),
        pytest.param("/admin/login/", "localhost", 200, id="admin"),
        pytest.param("/", "stranger.example", 400, id="strange host"),
    ],
)
def test_every_answer_is_guarded_and_never_stored(path, host, status):
    response = Client(HTTP_HOST=host).get(path)
    assert response.status_code == status
    assert policy_of(response) == {
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    assert response["Cache-Control"] == "no-store"
    assert "HX-Request" in response["Vary"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_in_our_own_words():
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})
    assert response.status_code == 403
    assert [template.name for template in response.templates][:1] == ["403.html"]
    assert policy_of(response)["default-src"] == "'self'"


# --- The server


def test_a_prepared_server_has_its_roles_answers_here_only_and_ends_cleanly(tmp_path):
    with running_site.running(tmp_path) as site:
        assert {name for (name,) in site.query("SELECT name FROM auth_group")} == set(Role)
        with urllib.request.urlopen(f"{site.url}/") as answer:
            assert answer.status == 200
        port = int(site.url.rpartition(":")[2])
        # Another loopback address of this machine: open only if the server listens on all.
        with socket.socket() as elsewhere:
            assert elsewhere.connect_ex(("127.0.0.2", port)) != 0
        code, printed = site.stop()
    assert code == 0
    assert "make_staff" in printed
    assert printed.endswith("Stopped.\n")


def test_a_taken_port_is_a_sentence(tmp_path):
    shutil.copytree(running_site.prepared(), tmp_path, dirs_exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        serve = "from django.core.management import execute_from_command_line as run; "
        done = python(serve + "run(['manage.py', 'serve'])", tmp_path, PORT=port)
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in done.stderr
    assert "Traceback" not in done.stderr
