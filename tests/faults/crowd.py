"""A crowd of virtual players over a running house: `python -m tests.faults.crowd < plan.json`.

Each plays at his tables by the buttons he is shown, one request at a time, with pauses as people
make them. What is refused is looked at again, what breaks is looked at until it answers. Everything
is noted: when each answer came, how long it took, and what was acknowledged at which table.
"""

import asyncio
import contextlib
import json
import random
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlencode

import uvloop

TOKEN = "c" * 32
LONGEST = 30.0
"""Seconds for an answer; none may take so long."""
LOST = 0
"""The status of a request that was never answered."""
SHOWN = (200, 409, 422)
"""With these the table comes as it stands."""
ONE_AT_A_TIME = "hit stand double split surrender insure decline".split()  # noqa: SIM905
"""Buttons that are recorded as one action; the one that declines for all boxes is as many."""
VERSION = re.compile(rb'data-version="(\d+)"')
BUTTON = re.compile(rb'<button[^>]*\bname="action"[^>]*>')
VALUE = re.compile(rb'\bvalue="(\w+)"')


@dataclass
class Seen:
    """A table as its player knows it.

    Attributes:
        done: forms that were acknowledged.
        unknown: forms that got no answer, or one that promises nothing.
    """

    path: str
    player: int
    version: int | None = None
    actions: list[str] = field(default_factory=list)
    done: int = 0
    unknown: int = 0


class Player:
    """One of the crowd."""

    def __init__(self, plan: dict[str, Any], number: int) -> None:
        self.plan = plan
        known = plan["players"][number]
        self.session: str = known["session"]
        self.tables = [Seen(path, number) for path in known["tables"]]
        self.chance = random.Random(plan["seed"] * 1000 + number)
        self.answers: list[tuple[float, float, int]] = []
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self, until: float) -> None:
        pause = self.plan["pause"]
        await asyncio.sleep(self.chance.random() * pause)
        while time.time() < until:
            table = self.chance.choice(self.tables)
            if table.version is None:
                await self.look(table)
            else:
                await self.click(table)
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))
        for table in self.tables:
            while table.version is None and time.time() < until + LONGEST:
                await self.look(table)
                await asyncio.sleep(0.1)
        self.hang_up()

    async def look(self, table: Seen) -> None:
        status, body = await self.ask("GET", table.path)
        if status == 200:
            self.see(table, body)

    async def click(self, table: Seen) -> None:
        fields = {"version": str(table.version)}
        if table.actions:
            path = f"{table.path}act/"
            fields["action"] = self.chance.choice(table.actions)
        else:
            path = f"{table.path}deal/"
            fields |= {f"bet_{box}": "10" for box in range(1, self.chance.randint(1, 3) + 1)}
        status, body = await self.ask("POST", path, fields)
        table.done += status == 200
        table.unknown += status in {LOST, 503}
        if status in SHOWN:
            self.see(table, body)
        if status != 200:
            table.version = None

    def see(self, table: Seen, body: bytes) -> None:
        version = VERSION.search(body)
        assert version is not None, table.path
        table.version = int(version[1])
        buttons = (one for one in BUTTON.findall(body) if b" disabled" not in one)
        words = [value[1].decode() for one in buttons if (value := VALUE.search(one))]
        table.actions = [word for word in words if word in ONE_AT_A_TIME]

    async def ask(
        self, method: str, path: str, fields: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Send a request on the kept line; its status and body, or ``LOST``."""
        sent, began = time.time(), time.perf_counter()
        status, body = LOST, b""
        try:
            async with asyncio.timeout(LONGEST):
                status, body = await self._ask(method, path, fields)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self.hang_up()
        self.answers.append((sent, 1000 * (time.perf_counter() - began), status))
        return status, body

    async def _ask(
        self, method: str, path: str, fields: dict[str, str] | None
    ) -> tuple[int, bytes]:
        if self.line is not None and self.line[0].at_eof():
            self.hang_up()  # as browsers do: what the server has closed is opened anew
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.plan["port"])
        reader, writer = self.line
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}) if fields else ""
        writer.write(
            (
                f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n"
                f"Cookie: sessionid={self.session}; csrftoken={TOKEN}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}"
            ).encode("ascii")
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        answer = await _body(reader, head)
        if b"\r\nconnection: close" in head:
            self.hang_up()
        return int(head[9:12]), answer

    def hang_up(self) -> None:
        if self.line is not None:
            with contextlib.suppress(OSError):
                self.line[1].close()
            self.line = None


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """The rest of an answer, as long as its head says or in chunks."""
    length = re.search(rb"\r\ncontent-length: (\d+)", head)
    if length is not None:
        return await reader.readexactly(int(length[1]))
    pieces = []
    while b"\r\ntransfer-encoding: chunked" in head:
        size = int(await reader.readuntil(b"\r\n"), 16)
        pieces.append((await reader.readexactly(size + 2))[:-2])
        if not size:
            break
    return b"".join(pieces)


async def run(plan: dict[str, Any]) -> dict[str, Any]:
    until = time.time() + plan["seconds"]
    players = [Player(plan, number) for number in range(len(plan["players"]))]
    await asyncio.gather(*(player.play(until) for player in players))
    return {
        "answers": sorted(answer for player in players for answer in player.answers),
        "tables": [asdict(table) for player in players for table in player.tables],
    }


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        json.dump(runner.run(run(json.load(sys.stdin))), sys.stdout)
