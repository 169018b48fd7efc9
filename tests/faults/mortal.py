"""Web processes that are killed while they answer: real servers, real sockets, SIGKILL.

`python -m tests.faults.mortal DATABASE` reads numbers from its standard input. For each it forks a
web process on the database of a test, says its port, and tells how it ended once it has. Step by
step that process counts what it asks of the database: every statement, and before and after every
commit. Before the step with its number it ends itself for good; with 0 it lives until it is told.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlencode

TOKEN = "m" * 32


@dataclass(frozen=True)
class Answer:
    """What came back; it reads like an answer of the test's client."""

    status_code: int
    content: bytes


class Nursery:
    """What forks the processes, as the tests see it."""

    def __init__(self, database: str) -> None:
        self.database = database

    def __enter__(self) -> "Nursery":
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.mortal", self.database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self

    def __exit__(self, *error: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    def post(self, path: str, session: str, killed_at: int = 0, **fields: Any) -> Answer | None:
        """Send a form to a fresh process; its answer, or nothing where it died meanwhile."""
        port = int(self._ask(str(killed_at)))
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        headers = {
            "Host": "localhost",
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        answer = None
        with contextlib.suppress(HTTPException, ConnectionError), contextlib.closing(connection):
            connection.request("POST", path, body, headers)
            answer = _read(connection.getresponse())
        ended = int(self._ask("end"))
        assert (answer is None) is (ended == -signal.SIGKILL), (answer, ended)
        return answer

    def _ask(self, word: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


def _read(response: HTTPResponse) -> Answer:
    return Answer(response.status, response.read())


class Steps:
    """Counts what one process asks of the database, and ends it at its step."""

    def __init__(self, last: int) -> None:
        self.left = last

    def take(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def statement(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.take()
        return execute(sql, params, many, context)

    def watch(self, connection: Any, **_more: object) -> None:
        """Follow a connection that has just been made."""
        if self.statement not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.statement)
            connection._commit = partial(self.commit, connection._commit)

    def commit(self, commit: Any) -> None:
        self.take()
        commit()
        self.take()


def serve(listener: socket.socket, last: int) -> None:
    """Answer at the socket until the step, or until the end is asked for."""
    import uvicorn
    from django.db.backends.signals import connection_created

    steps = Steps(last)
    connection_created.connect(steps.watch)
    config = uvicorn.Config("casino.asgi:application", lifespan="off", log_config=None)
    config.timeout_graceful_shutdown = 1
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def main(database: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    # What every process would load by itself is loaded once, before any connection is made.
    from django.db import connection

    import casino.asgi
    import casino.urls  # noqa: F401

    connection.settings_dict["NAME"] = database
    child = 0
    for line in sys.stdin:
        if line.strip() == "end":
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
            say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            continue
        with socket.create_server(("127.0.0.1", 0)) as listener:
            child = os.fork()
            if child == 0:
                serve(listener, int(line))
                os._exit(0)
            say(listener.getsockname()[1])


if __name__ == "__main__":
    main(sys.argv[1])
