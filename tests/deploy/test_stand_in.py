"""The programs that stand in for a machine's in the proof of the guide refuse what that would."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_site import ROOT


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    closed = tmp_path / "var" / "backups"
    closed.mkdir(parents=True)
    (closed / "casino.dump").write_text("all of it")
    closed.chmod(0o700)
    return tmp_path


def shell(machine: Path, command: str) -> "subprocess.CompletedProcess[str]":
    sudo = machine / "sudo"
    stand_in = ROOT / "tools" / "faults" / "stand_in.py"
    sudo.write_text(f'#!/bin/sh\nexec {sys.executable} {stand_in} sudo "$@"\n')
    sudo.chmod(0o755)
    environment = {**os.environ, "CASINO_ROOT": str(machine), "CASINO_MAP": json.dumps({})}
    return subprocess.run(
        ["bash", "-c", command.replace("sudo", str(sudo))],
        cwd=machine,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


def test_another_user_opens_no_file_in_roots_directory(machine):
    """Root's shell opens it and hands it over: that is what the guide must say."""
    named = shell(machine, "sudo -u postgres cat var/backups/casino.dump")
    assert (named.returncode, named.stdout) == (1, "")
    given = shell(machine, "sudo -u postgres cat < var/backups/casino.dump")
    assert (given.returncode, given.stdout) == (0, "all of it")
