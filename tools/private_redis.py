"""A Redis server of our own for as long as something runs, on a free loopback port."""

import contextlib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass
class Server:
    """A server that can be stopped and started again at the same address."""

    program: str
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        """What ``REDIS_URL`` must be."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty.

        Raises:
            RuntimeError: it did not come up.
        """
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        with tempfile.TemporaryDirectory(prefix="casino-redis-") as home:
            self.process = subprocess.Popen(
                command, cwd=home, stdout=subprocess.DEVNULL, start_new_session=True
            )
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and self.process.poll() is None:
            if listens(self.port):
                return
            time.sleep(0.02)
        raise RuntimeError("Redis did not come up")

    def stop(self) -> None:
        """Stop it; what it held is gone."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None

    def flush(self) -> None:
        """Let it forget all that it holds."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
            line.sendall(b"FLUSHALL\r\n")
            if not line.recv(16).startswith(b"+OK"):
                raise RuntimeError("Redis did not forget")


@contextlib.contextmanager
def running(program: str) -> Iterator[Server]:
    """Start a server, and stop it at the end of the block."""
    server = Server(program, free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()


def listens(port: int) -> bool:
    """Whether somebody takes connections at this loopback port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def free_port() -> int:
    """A loopback port that nobody uses at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
