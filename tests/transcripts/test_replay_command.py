"""`manage.py replay`: what it prints, its exit status, and how little it needs."""

import json
import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from blackjack.transcript import replay
from tests.transcripts.writing import signed, transcript

ROOT = Path(__file__).resolve().parents[2]
GOOD = transcript(actions="stand")
SIX = transcript("0C 0S 6H 9H", "surrender", "six-deck")
BAD = transcript(cut=0)


def run(path, *options):
    """The exit status and what is printed."""
    out, status = StringIO(), 0
    try:
        call_command("replay", str(path), *options, stdout=out)
    except SystemExit as left:
        status = left.code
    return status, out.getvalue()


def written(path, *documents):
    path.write_text("\n".join(json.dumps(one) for one in documents), encoding="utf-8")
    return path


def test_prints_one_object_and_leaves_with_0(tmp_path):
    status, printed = run(written(tmp_path / "good.json", GOOD))
    assert status == 0
    assert json.loads(printed) == replay(GOOD)


def test_unfinished_round_is_nothing_wrong(tmp_path):
    status, printed = run(written(tmp_path / "open.json", transcript()))
    assert status == 0
    assert json.loads(printed)["rounds"][0]["finished"] is False


def test_anything_wrong_leaves_with_2_and_an_object(tmp_path):
    status, printed = run(written(tmp_path / "bad.json", BAD))
    assert status == 2
    result = json.loads(printed)
    assert (result["ok"], result["error"]["code"], result["error"]["at"]) == (
        False,
        "bad_cut",
        "cut",
    )


def test_lines_answers_every_line_in_its_place(tmp_path):
    path = written(tmp_path / "many.jsonl", GOOD, BAD, SIX)
    path.write_bytes(path.read_bytes() + b"\n\nnonsense\r\n\xff\n" + json.dumps(GOOD).encode())
    status, printed = run(path, "--lines")
    assert status == 2
    results = [json.loads(line) for line in printed.splitlines()]
    codes = [result.get("error", {}).get("code") for result in results]
    assert codes == [None, "bad_cut", None, "bad_json", "bad_json", "bad_json", None]
    assert results[0] == results[-1] == replay(GOOD)
    assert results[2] == replay(SIX)


def test_lines_leaves_with_0_when_every_line_is_good(tmp_path):
    status, printed = run(written(tmp_path / "good.jsonl", GOOD, SIX, GOOD), "--lines")
    assert status == 0
    assert [json.loads(line)["ok"] for line in printed.splitlines()] == [True] * 3


def test_lines_of_an_empty_file_prints_nothing(tmp_path):
    assert run(written(tmp_path / "empty.jsonl"), "--lines") == (0, "")


def test_several_lines_are_no_single_transcript(tmp_path):
    status, printed = run(written(tmp_path / "many.jsonl", GOOD, SIX))
    assert status == 2
    assert json.loads(printed)["error"]["code"] == "bad_json"


@pytest.mark.parametrize("options", [(), ("--lines",)])
@pytest.mark.parametrize("name", ["absent.json", "."])
def test_unreadable_file_is_an_object_too(tmp_path, name, options):
    status, printed = run(tmp_path / name, *options)
    assert status == 2
    assert json.loads(printed)["error"]["at"] == ""


def test_the_file_must_be_named():
    with pytest.raises(CommandError):
        call_command("replay")


# --- on its own: no configuration, no database, nothing written


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the code that can't be written to, without any directory for data."""
    copy = tmp_path_factory.mktemp("checkout") / "casino"
    copy.mkdir()
    shutil.copy(ROOT / "manage.py", copy)
    for name in ("accounts", "blackjack", "casino", "fairplay", "operations"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    directories = [copy, *(path for path in copy.rglob("*") if path.is_dir())]
    for path in directories:
        path.chmod(0o555)
    yield copy
    for path in directories:
        path.chmod(0o755)


def alone(checkout, *arguments, given=b"", environment=None):
    command = [sys.executable, "-B", "manage.py", "replay", *arguments]
    return subprocess.run(
        command,
        cwd=checkout,
        env=environment or {},
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )


def files(directory):
    return sorted(path.relative_to(directory) for path in directory.rglob("*"))


def test_needs_no_environment_and_writes_nothing(checkout):
    before = files(checkout)
    done = alone(checkout, "-", given=json.dumps(signed(GOOD)).encode())
    assert done.stderr == b""
    assert done.returncode == 0
    assert json.loads(done.stdout)["signatures"]["match"] is True
    assert files(checkout) == before


def test_reads_lines_from_standard_input(checkout):
    lines = [json.dumps(GOOD), "", json.dumps(BAD), json.dumps(SIX)]
    done = alone(checkout, "--lines", "-", given="\n".join(lines).encode())
    assert done.returncode == 2
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [
        True,
        False,
        False,
        True,
    ]


def test_wants_neither_a_database_nor_a_usable_directory(checkout, tmp_path):
    """With a database that does not answer and a data directory that does not exist."""
    path = written(tmp_path / "good.json", GOOD)
    environment = {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "SECRET_KEY": "x" * 60,
        "FAIRPLAY_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
        "EMAIL_URL": "consolemail://",
        "CASINO_VAR_DIR": str(tmp_path / "nowhere"),
        "LC_ALL": "C",
        "PATH": os.environ["PATH"],
    }
    done = alone(checkout, str(path), environment=environment)
    assert done.stderr == b""
    assert json.loads(done.stdout) == replay(GOOD)
    assert not (tmp_path / "nowhere").exists()


def test_output_is_ascii_whatever_the_text_holds(checkout):
    strange = GOOD | {"variant": "двухколодный \ud800"}
    done = alone(checkout, "-", given=json.dumps(strange).encode(), environment={"LC_ALL": "C"})
    assert done.returncode == 2
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["error"]["code"] == "unknown_variant"
