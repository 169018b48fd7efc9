"""A casino in the shape of servers: PostgreSQL, Redis, web processes, worker, scheduler, nginx.

Everything is private: servers of our own in throw-away directories, on loopback.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests import running_site
from tools import private_postgres, private_redis, programs

ROOT = running_site.ROOT
Found = TypeVar("Found")
METRICS_TOKEN = "token-of-these-tests"


@dataclass
class House:
    """The running parts; each process by its name."""

    directory: Path
    environment: Mapping[str, str]
    redis: private_redis.Server
    postgres: private_postgres.Server
    url: str = ""
    processes: dict[str, "subprocess.Popen[str]"] = field(default_factory=dict)

    def start(self, name: str, *command: str | Path, **more: str) -> "subprocess.Popen[str]":
        """Start a process of the house; what it says on standard error goes into a file."""
        with (self.directory / f"{name}.log").open("a") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env={**self.environment, **more},
                stdout=subprocess.PIPE if name.startswith("web") else log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self.processes[name] = process
        return process

    def serve(self, *arguments: str, name: str = "web") -> None:
        """Start the web processes and wait until they are asked."""
        process = self.start(name, "manage.py", "serve", "--port=0", *arguments)
        self.url = running_site.address_of(process, self.directory / f"{name}.log")
        assert eventually(self._answers, seconds=60), self.log(name)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(self.ready())
        return False

    def work(self) -> None:
        """Start worker and scheduler."""
        celery = ("-m", "celery", "-A", "casino")
        as_shipped = ("--concurrency", "2", "--without-gossip", "--without-mingle")
        self.start("worker", *celery, "worker", *as_shipped)
        self.start("beat", *celery, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile=")

    def stop(self, name: str, number: int = signal.SIGTERM) -> None:
        """End a process and all that it has started."""
        process = self.processes.pop(name)
        if process.poll() is None:
            os.killpg(process.pid, number)
            process.wait(30)
        if process.stdout is not None:
            process.stdout.close()

    def log(self, name: str) -> str:
        """What a process has said."""
        return (self.directory / f"{name}.log").read_text()

    def manage(self, *arguments: str) -> str:
        """Run a management command on the house; give its output."""
        return self.run("manage.py", *arguments)

    def run(self, *arguments: str) -> str:
        """Run Python beside the house, on its database; give what it printed."""
        return running_site.run_python(self.environment, *arguments)

    def ready(self) -> dict[str, Any]:
        """What it says of its health; also when that is bad."""
        request = urllib.request.Request(f"{self.url}/health/ready")
        with contextlib.closing(_open(request)) as answer:
            found: dict[str, Any] = json.loads(answer.read())
        return found

    def figures(self) -> str:
        """Its figures, as Prometheus reads them."""
        headers = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        request = urllib.request.Request(f"{self.url}/metrics", headers=headers)
        with contextlib.closing(_open(request)) as answer:
            text: str = answer.read().decode()
        return text


@contextlib.contextmanager
def running(
    directory: Path, *, processes: int = 2, work: bool = True, **more: str
) -> Iterator[House]:
    """Start the servers and the house, prepared and empty; ``more`` are further variables."""
    postgres, redis = programs.postgres(), programs.redis_server()
    assert postgres is not None
    assert redis is not None
    with private_postgres.server(postgres) as database, private_redis.running(redis) as counters:
        environment = running_site.environment(
            directory,
            DATABASE_URL=database.address,
            DATABASE_POOL_SIZE="8",
            REDIS_URL=counters.address,
            SECRET_KEY="only-for-tests-" + "x" * 50,
            FAIRPLAY_KEYS="MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
            METRICS_TOKEN=METRICS_TOKEN,
            EMAIL_URL="consolemail://",
            **{"PRODUCTION": "0", "LOG_REQUESTS": "1", **more},
        )
        running_site.collect(directory)
        prepare = [sys.executable, "-m", "tools.prepare"]
        subprocess.run(prepare, cwd=ROOT, env=environment, check=True)
        house = House(directory, environment, counters, database)
        try:
            house.serve(f"--processes={processes}")
            if work:
                house.work()
            yield house
        finally:
            for name in list(house.processes):
                house.stop(name)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests that want the shape of servers; each leaves it as it was."""
    wanted = {
        "postgresql": programs.postgres(),
        "redis-server": programs.redis_server(),
        "nginx-light": programs.nginx(),
    }
    missing = [name for name, program in wanted.items() if program is None]
    if missing:
        pytest.skip(f"the shape of servers needs {', '.join(missing)}")
    directory = tmp_path_factory.mktemp("house")
    directory.chmod(0o755)
    with running(directory) as house:
        yield house


def eventually(ask: Callable[[], Found], *, seconds: float = 20) -> Found:
    """Ask until the answer is true; the last one if it never is."""
    deadline = time.monotonic() + seconds
    while not (found := ask()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _open(request: urllib.request.Request) -> Any:
    try:
        return urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as refused:
        return refused
