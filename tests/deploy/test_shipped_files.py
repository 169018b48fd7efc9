"""What is shipped for a machine is read without a complaint by those who read it there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from casino import settings
from tests.running_site import ROOT
from tools import programs

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))


def test_there_is_a_unit_for_each_process():
    assert UNITS == ["casino-beat.service", "casino-web.service", "casino-worker.service"]


@pytest.mark.parametrize("name", UNITS)
def test_systemd_reads_the_unit_without_a_complaint(name, tmp_path):
    program = programs.systemd_analyze()
    if program is None:
        pytest.skip("it is read by systemd-analyze, which is not on this machine")
    text = (DEPLOY / name).read_text()
    # The program of a machine where the casino is installed; everything else as it is shipped.
    text = re.sub(r"/opt/casino/current/\.venv/bin/\w+", sys.executable, text)
    unit = tmp_path / name
    unit.write_text(text)
    done = subprocess.run(
        [program, "verify", "--man=no", str(unit)], check=False, capture_output=True, text=True
    )
    said = [line for line in done.stderr.splitlines() if name in line]
    assert (done.returncode, said) == (0, []), done.stderr


def test_every_variable_of_the_example_is_one_of_the_settings():
    example = (DEPLOY / "casino.env.example").read_text()
    names = re.findall(r"^([A-Z_]+)=", example, flags=re.MULTILINE)
    source = Path(settings.__file__).read_text() + (ROOT / "casino" / "databases.py").read_text()
    assert [name for name in names if f'"{name}"' not in source] == []


def test_every_variable_of_the_settings_is_explained():
    readme = (ROOT / "README.md").read_text()
    source = Path(settings.__file__).read_text() + (ROOT / "casino" / "databases.py").read_text()
    names = set(re.findall(r'(?:env\.\w+|_required|environ\.get)\(\s*"([A-Z_]+)"', source))
    assert {name for name in names if f"`{name}`" not in readme} == set()
