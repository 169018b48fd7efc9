"""Tests that have a full count beside their quick one: ``CASINO_FAULTS=1`` plays it."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tools import private_postgres, programs
from tools.faults.figures import Failed, Figure

Passed = Mapping[str, Mapping[str, str]]
"""Tests by name, each with what it has measured."""
_FAILING: Final = ("f4", "f9", "f11")
_SERVERS: Final = ("f5", "f6", "f12")
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
        figures += _figures(passed, faults, f" on {name}")
    return figures


def _figures(passed: Passed, faults: Sequence[str], where: str = "") -> list[Figure]:
    """How many tests each fault had, and what they have measured.

    Raises:
        Failed: a fault had none.
    """
    figures = []
    for fault in faults:
        own = {test: measured for test, measured in passed.items() if f"test_{fault}_" in test}
        if not own:
            raise Failed(f"no test of {fault.upper()} was run{where}")
        name = f"{fault.upper()}{where}"
        figures.append(Figure(f"{name}: tests passed, failed", f"{len(own)}, 0"))
        figures += [
            Figure(f"{name}, {what}", value)
            for measured in own.values()
            for what, value in measured.items()
        ]
    return figures


def browser() -> Sequence[Figure]:
    """Go through all combinations of games, screens and languages in the browser.

    Raises:
        Failed: one of the tests did.
    """
    passed = _run("", "tests/browser", "-n", "2", "--dist=loadgroup", "--no-loadscope-reorder")
    return [Figure("browser, all games, screens and languages: tests passed", f"{len(passed):,}")]


def pages() -> Sequence[Figure]:
    """Ask PostgreSQL, too, for what `make test` looks at on SQLite alone: pages, whoever sees them.

    Raises:
        Failed: one of the tests did, or PostgreSQL is not on this machine.
    """
    with _postgres() as address:
        passed = _run(address, "tests", "--ignore=tests/browser", "-m", "any_database", "-n", "2")
    return [Figure("pages on PostgreSQL, as on SQLite: tests passed", f"{len(passed):,}")]


def failing() -> Sequence[Figure]:
    """Kill web processes at every step, hold locks, and restore backups (F4, F9, F11).

    Raises:
        Failed: one of the tests did, or PostgreSQL is not on this machine.
    """
    return _counted(["tests/faults", "--ignore=tests/faults/test_house_faults.py"], _FAILING)


def servers() -> Sequence[Figure]:
    """Take the servers away from a whole house, and let a crowd sit in it (F5, F6, F12).

    Raises:
        Failed: one of the tests did, or a program is not on this machine.
    """
    passed = _run("", "tests/faults/test_house_faults.py", "-n0")
    return _figures(passed, _SERVERS)


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


def _run(database: str, *arguments: str) -> Passed:
    """Run tests with their full counts and give those that passed.

    Raises:
        Failed: with what differed, and what pytest said at its end.
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
            said = done.stdout.splitlines()
            # A long evening's steps, printed last, would leave nothing of what it ended in.
            differed = [line for line in said if line.startswith("E  ")]
            raise Failed("\n".join([*differed[:60], *said[-60:]]))
        # pytest wrote it a moment ago: nobody else's XML is read here.
        cases = ElementTree.parse(junit).iter("testcase")  # noqa: S314
        return {
            case.get("name", ""): {
                one.get("name", ""): one.get("value", "") for one in case.iter("property")
            }
            for case in cases
            if case.find("skipped") is None
        }
