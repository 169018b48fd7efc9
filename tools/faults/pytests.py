"""Tests that have a full count beside their quick one: ``CASINO_FAULTS=1`` plays it."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tools import private_postgres, programs
from tools.faults.figures import Failed, Figure

ROOT: Final = Path(__file__).resolve().parent.parent.parent


def machine() -> Sequence[Figure]:
    """Play the long evenings of the machine of whole tables.

    Raises:
        Failed: the database was not what the model said, or the books did not verify.
    """
    from tests.blackjack.machine_length import LONG_NIGHTS  # noqa: PLC0415 - when asked for

    passed = _run("", "tests/blackjack/test_table_machine.py", "-k", "test_f10", "-n", "2")
    figures = []
    for tables, (evenings, steps) in LONG_NIGHTS.items():
        if not any(tables in test for test in passed):
            raise Failed(f"the evenings of {tables} were not played")
        what = f"F10, {tables}: evenings, steps of each at most, differences from the model"
        figures.append(Figure(what, f"{evenings}, {steps}, 0"))
    return figures


def clicks() -> Sequence[Figure]:
    """Send the parallel, repeated and late requests of F1 to F3, on both databases.

    Raises:
        Failed: one of the tests did, or PostgreSQL is not on this machine.
    """
    return _counted(["tests", "--ignore=tests/browser"], ("f1", "f2", "f3"))


def _counted(where: Sequence[str], faults: Sequence[str]) -> Sequence[Figure]:
    """Run the tests that are named by these faults on both databases, and count them."""
    figures = []
    chosen = " or ".join(f"{fault}_" for fault in faults)
    for name, database in _databases():
        passed = _run(database, *where, "-k", chosen, "-n0")
        print(f"  {name}: {len(passed)} tests", flush=True)
        for fault in faults:
            count = sum(f"test_{fault}_" in test for test in passed)
            if not count:
                raise Failed(f"{name}: no test of {fault.upper()} was run")
            figures.append(
                Figure(f"{fault.upper()} on {name}: tests passed, failed", f"{count}, 0")
            )
    return figures


def expiry() -> Sequence[Figure]:
    """Kill, double and delay the workers that settle rounds, and move their clock (F7, F8).

    Raises:
        Failed: one of the tests did, or PostgreSQL is not on this machine.
    """
    return _counted(["tests/blackjack/expiry"], ("f7", "f8"))


@contextlib.contextmanager
def _postgres() -> Iterator[str]:
    found = programs.postgres()
    if found is None:
        raise Failed("initdb is not on this machine (Debian: apt install postgresql)")
    with private_postgres.running(found) as address:
        yield address


def _databases() -> Iterator[tuple[str, str]]:
    yield "SQLite", ""
    with _postgres() as address:
        yield "PostgreSQL", address


def _run(database: str, *arguments: str) -> list[str]:
    """Run tests with their full counts and give the names of those that passed.

    Raises:
        Failed: with what pytest said at its end.
    """
    with tempfile.TemporaryDirectory(prefix="casino-faults-") as directory:
        junit = Path(directory) / "report.xml"
        environment = {
            "CASINO_FAULTS": "1",
            "CASINO_VAR_DIR": str(Path(directory) / "var"),
            "DATABASE_URL": database,
        }
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", f"--junit-xml={junit}", *arguments],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Failed("\n".join(done.stdout.splitlines()[-60:]))
        # pytest wrote it a moment ago: nobody else's XML is read here.
        cases = ElementTree.parse(junit).iter("testcase")  # noqa: S314
        return [case.get("name", "") for case in cases if case.find("skipped") is None]
