"""A page's socket to a running house: it hears "changed", and connects again as pages do."""

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

AGAIN = 0.5
"""Seconds until a page whose line broke tries again; its own script takes about as long."""


class Ears:
    """What one socket has heard: each word with its time."""

    def __init__(self, url: str, session: str) -> None:
        self.address = url.replace("http", "ws", 1) + "/live/"
        self.headers = {"Cookie": f"sessionid={session}"}
        self.origin = Origin(url)
        self.heard: list[tuple[float, str]] = []
        self.connected = threading.Event()
        self.over = False
        self.code: int | None = None
        self._line: ClientConnection | None = None
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self.over:
            with (
                contextlib.suppress(OSError, WebSocketException),
                connect(
                    self.address,
                    origin=self.origin,
                    additional_headers=self.headers,
                    open_timeout=5,
                    close_timeout=1,
                ) as line,
            ):
                self._line = line
                self.connected.set()
                try:
                    for word in line:
                        self.heard.append((time.time(), str(word)))
                finally:
                    self.code = line.close_code
            self.connected.clear()
            if not self.over:
                time.sleep(AGAIN)

    @property
    def port(self) -> int:
        """Its own end of the line."""
        assert self._line is not None
        port: int = self._line.local_address[1]
        return port

    def changes_since(self, moment: float) -> list[float]:
        """Seconds after the moment at which it heard that something has changed."""
        return [at - moment for at, word in self.heard if at >= moment and word == "changed"]

    def stop(self) -> None:
        self.over = True
        if self._line is not None:
            self._line.close()
        self._thread.join(10)


@contextlib.contextmanager
def listening(url: str, session: str, count: int = 1) -> Iterator[list[Ears]]:
    """So many sockets of one session; they fall to the processes by chance."""
    all_ears = [Ears(url, session) for _ in range(count)]
    try:
        for ears in all_ears:
            assert ears.connected.wait(10)
        yield all_ears
    finally:
        for ears in all_ears:
            ears.stop()


def process_of(port: int) -> int:
    """The process that holds the other end of a loopback line from this port."""
    other = f":{port:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[2].endswith(other):
            held = f"socket:[{fields[9]}]"
            for entry in Path("/proc").glob("[0-9]*/fd/*"):
                with contextlib.suppress(OSError):
                    if str(entry.readlink()) == held:
                        return int(entry.parts[2])
    raise LookupError(f"nobody holds the other end of port {port}")
