"""A casino's shell that stays open: many pieces of code for one start of Django."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOOP = """
import contextlib, io, json, sys
import django
django.setup()
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(json.loads(line), {})
    print(json.dumps(said.getvalue()), flush=True)
"""


@dataclass
class Shell:
    """Runs code beside a casino, in one process that starts with the first piece."""

    directory: Path
    """Where it runs: the project."""
    environment: Mapping[str, str]
    _process: "subprocess.Popen[str] | None" = field(default=None, init=False)

    def run(self, code: str) -> str:
        """Run a piece of code with names of its own; give what it printed.

        Raises:
            RuntimeError: it raised; the trace is on standard error, and the next piece starts
                anew.
        """
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(code) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            self.close()
            raise RuntimeError("the code failed")
        said: str = json.loads(answer)
        return said

    def _start(self) -> "subprocess.Popen[str]":
        self._process = subprocess.Popen(
            [sys.executable, "-c", LOOP],
            cwd=self.directory,
            env=dict(self.environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self._process

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.communicate(timeout=15)
            self._process = None
