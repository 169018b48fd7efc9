"""A page's socket to a running house: it hears "changed", and connects again as pages do."""

import contextlib
import threading
import time
from collections.abc import Iterator

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

AGAIN = 0.5
"""Seconds until a page whose line broke tries again; its own script takes about as long."""


class Ears:
    """What one socket has heard: each word with its time."""

    def __init__(self, url: str, session: str) -> None:
        self.address = url.replace("http", "ws", 1) + "/live/"
        self.headers = {"Cookie": f"sessionid={session}"}
        self.origin = url
        self.heard: list[tuple[float, str]] = []
        self.connected = threading.Event()
        self.over = False
        self.code: int | None = None
        self._line: ClientConnection | None = None
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self.over:
            with contextlib.suppress(OSError, WebSocketException):
                with connect(
                    self.address,
                    origin=self.origin,  # type: ignore[arg-type]  # any text
                    additional_headers=self.headers,
                    open_timeout=5,
                    close_timeout=1,
                ) as line:
                    self._line = line
                    self.connected.set()
                    for word in line:
                        self.heard.append((time.time(), str(word)))
                self.code = line.close_code
            self.connected.clear()
            if not self.over:
                time.sleep(AGAIN)

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
