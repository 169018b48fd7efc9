"""Run all tests: on SQLite, and those that use the database on PostgreSQL as well.

Arguments are handed to pytest. The last lines say what was left out and why; with
``REQUIRE_ALL=1`` leaving out anything is a failure.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

from tools import private_postgres, products, programs

ROOT = Path(__file__).resolve().parent.parent
NOTHING_SELECTED = 5
"""pytest's exit code when no test was left to run."""


def main(arguments: list[str]) -> int:
    """Run the tests, say what was left out, and give an exit code that can be trusted."""
    signal.signal(signal.SIGTERM, _stop)
    products.build()
    left_out: list[str] = []
    memory = programs.memory_directory()
    with tempfile.TemporaryDirectory(prefix="casino-tests-", dir=memory) as temporary:
        print("== On SQLite", flush=True)
        codes = [_pytest(Path(temporary) / "sqlite", arguments, {"DATABASE_URL": ""}, left_out)]
        found = programs.postgres()
        if found is None:
            left_out.append(
                "the database tests on PostgreSQL: initdb is not on this machine "
                "(Debian: apt install postgresql)"
            )
        else:
            print("\n== On PostgreSQL, those that use the database", flush=True)
            try:
                with private_postgres.running(found) as address:
                    environment = {"DATABASE_URL": address, "ONLY_DATABASE_TESTS": "1"}
                    directory = Path(temporary) / "postgres"
                    codes.append(_pytest(directory, arguments, environment, left_out))
            except private_postgres.NotStarted as refused:
                print(f"PostgreSQL did not start: {refused}")
                codes.append(1)
    failed = [code for code in codes if code not in (0, NOTHING_SELECTED)]
    print()
    if not left_out:
        print("Left out: nothing.")
    for what in dict.fromkeys(left_out):
        print(f"Left out: {what}")
    if left_out and os.environ.get("REQUIRE_ALL") == "1":
        print("FAILED: REQUIRE_ALL=1 allows nothing to be left out.")
        return 1
    if failed:
        print("FAILED: see pytest's lines above.")
        return failed[0]
    if all(code == NOTHING_SELECTED for code in codes):
        print("FAILED: no test was selected.")
        return NOTHING_SELECTED
    return 0


def _pytest(
    directory: Path, arguments: list[str], environment: dict[str, str], left_out: list[str]
) -> int:
    """Run pytest in a directory of its own and add the tests it skipped to ``left_out``."""
    directory.mkdir()
    report = directory / "report.xml"
    command = [sys.executable, "-m", "pytest", f"--junit-xml={report}"]
    if not any(argument.startswith("-n") for argument in arguments):
        # Tests of one group (a file of the browser's) stay in one process; all in their order.
        command += ["-n", "2", "--dist=loadgroup", "--no-loadscope-reorder"]
    code = subprocess.run(
        [*command, *arguments],
        cwd=ROOT,
        check=False,
        env={**os.environ, **environment, "CASINO_VAR_DIR": str(directory / "var")},
    ).returncode
    if report.exists():
        left_out += _skipped(report)
    return code


def _skipped(report: Path) -> list[str]:
    """The tests that pytest skipped, counted by their reason."""
    reasons: dict[str, int] = {}
    # pytest wrote it a moment ago: nobody else's XML is read here.
    for skipped in ElementTree.parse(report).iter("skipped"):  # noqa: S314
        reason = skipped.get("message", "")
        reasons[reason] = reasons.get(reason, 0) + 1
    return [
        f"{count} test{'s' if count > 1 else ''}: {reason}" for reason, count in reasons.items()
    ]


def _stop(number: int, frame: FrameType | None) -> None:
    """Let a termination signal unwind, so that server and directories are removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
