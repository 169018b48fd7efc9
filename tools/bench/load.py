"""A bounded load in a process of its own: players who act, and the floor in turn with them.

`python -m tools.bench.load < plan.json` prints its slices as JSON. A slice is a fixed number of
requests, sent by a fixed number of connections; slices of actions lie between slices of the
floor, so that whatever else the machine does falls on both.
"""

import asyncio
import json
import os
import random
import re
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import uvloop

TOKEN: Final = "b" * 32
_BETS: Final = {"bet_1": "10", "bet_2": "10", "bet_3": "10"}
_ON_BINGO: Final = {"bingo_1": "5", "bingo_2": "5", "bingo_3": "5"}
_VERSION: Final = re.compile(rb'data-version="(\d+)"')
_BUTTON: Final = re.compile(rb'<button[^>]*\bname="action"[^>]*>')
_VALUE: Final = re.compile(rb'\bvalue="(\w+)"')
_HTMX: Final = "HX-Request: true\r\n"


class Unexpected(Exception):
    """An answer that no honest load gets: the run is void."""


@dataclass
class Table:
    """A table as the load knows it."""

    path: str
    session: str
    version: int = 0
    actions: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        """The game, as addresses call it."""
        return self.path.split("/")[2]


class Connection:
    """One kept-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def post(
        self, path: str, session: str, fields: dict[str, str], taken: tuple[str, ...] = ("200",)
    ) -> bytes:
        """Send a form; the body of the answer, which must have one of these statuses."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        self.writer.write(
            (
                f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{_HTMX}"
                f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}"
            ).encode("ascii")
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"\r\ncontent-length: (\d+)", head)
        if length is None:
            raise Unexpected(head.decode("latin-1"))
        answer = await self.reader.readexactly(int(length[1]))
        if head[9:12].decode("latin-1") not in taken:
            raise Unexpected(f"{path}: {head.splitlines()[0].decode('latin-1')}")
        return answer


class Load:
    """The players, their tables, and what was measured."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.chance = random.Random(plan["seed"])  # noqa: S311  choices of a load are no secret
        self.sessions: list[str] = [player["session"] for player in plan["players"]]
        self.closed = [
            Table(path, player["session"])
            for player in plan["players"]
            for path in player["tables"]
        ]
        self.chance.shuffle(self.closed)
        self.games = sorted({table.game for table in self.closed})
        self.game = self.games[0]
        self.open: list[Table] = []
        self.connections: list[Connection] = []
        self.slices: list[dict[str, Any]] = []
        self.processes: list[int] = []

    async def run(self) -> None:
        """Warm up, then alternate until the plan's pairs are measured."""
        for _ in range(self.plan["connections"]):
            opened = await asyncio.open_connection("127.0.0.1", self.plan["port"])
            self.connections.append(Connection(*opened))
        requests = self.plan["requests"]
        await self._slice("warm-up", self._floor, requests)
        await self._deal()
        await self._slice("warm-up", self._act, requests)
        await self._slice("floor", self._floor, requests)
        for number in range(self.plan["pairs"] * len(self.games)):
            self.game = self.games[number % len(self.games)]
            while self._playing() < min(requests // 2, self._tables()):
                await self._deal()
                await self._slice("warm-up", self._floor, requests // 4)
            await self._slice("act", self._act, requests // 2)
            await self._slice("floor", self._floor, requests // 2)
        for connection in self.connections:
            connection.writer.close()

    def _playing(self) -> int:
        """At how many tables of the game a round is open."""
        return sum(table.game == self.game for table in self.open)

    def _tables(self) -> int:
        return self._playing() + sum(table.game == self.game for table in self.closed)

    async def _slice(
        self, name: str, send: Callable[[Connection], Awaitable[bool]], requests: int
    ) -> None:
        """Send ``requests`` over all connections and note how long they took."""
        left = requests
        ends = 0
        times: list[float] = []

        async def work(connection: Connection) -> None:
            nonlocal left, ends
            while left > 0:
                left -= 1
                sent = time.perf_counter()
                ended = await send(connection)  # on a line of its own: others count meanwhile
                times.append(1000 * (time.perf_counter() - sent))
                ends += ended

        used, began = self._server_time(), time.perf_counter()
        await asyncio.gather(*(work(one) for one in self.connections))
        took, used = time.perf_counter() - began, self._server_time() - used
        self.slices.append(
            {
                "name": name,
                "game": self.game,
                "rate": requests / took,
                "processor": 1000 * used / requests,
                "ends": ends / requests,
                "times": times,
            }
        )

    def _server_time(self) -> float:
        """Processor time of the server so far, in seconds; 0 where the system does not tell.

        That of the processes which it has started is counted with it.
        """
        ticks = 0
        for process in self._processes():
            fields = _stat(process)
            ticks += int(fields[11]) + int(fields[12]) if fields else 0
        return ticks / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> list[int]:
        if not self.processes:
            server = int(self.plan["process"])
            started = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
            its_own = [one for one in started if (of := _stat(one)) and int(of[1]) == server]
            self.processes = [server, *its_own]
        return self.processes

    async def _floor(self, connection: Connection) -> bool:
        await connection.post("/bench/floor/", self.chance.choice(self.sessions), {})
        return False

    async def _act(self, connection: Connection) -> bool:
        """Do something legal at a random table of the game; whether that ended the round."""
        places = [place for place, one in enumerate(self.open) if one.game == self.game]
        table = self.open.pop(self.chance.choice(places))
        fields = {"version": str(table.version), "action": self.chance.choice(table.actions)}
        return self._seen(table, await connection.post(f"{table.path}act/", table.session, fields))

    async def _deal(self) -> None:
        """Deal at every table without a round."""
        waiting = len(self.closed)
        await self._slice("deal", self._deal_one, waiting)

    async def _deal_one(self, connection: Connection) -> bool:
        """Deal, with a bingo bet on each box while none is running there.

        Sessions are over with the dealer's bust, so bets are laid wherever the table takes them:
        a refusal, and a shoe that is over, show the table as it stands, and it is dealt again.
        """
        table = self.closed.pop(0)
        for bingo in (_ON_BINGO, {}) if table.game == "bingo" else ({}, {}):
            fields = {"version": str(table.version), **_BETS, **bingo}
            taken = ("200", "409", "422")
            answer = await connection.post(f"{table.path}deal/", table.session, fields, taken)
            self._seen(table, answer)
            if table.actions:
                return False
            self.closed.remove(table)
        self.closed.append(table)
        return True

    def _seen(self, table: Table, answer: bytes) -> bool:
        version = _VERSION.search(answer)
        if version is None:
            raise Unexpected(f"{table.path}: no version")
        table.version = int(version[1])
        buttons = (button for button in _BUTTON.findall(answer) if b" disabled" not in button)
        table.actions = [value[1].decode() for one in buttons if (value := _VALUE.search(one))]
        (self.open if table.actions else self.closed).append(table)
        return not table.actions


def _stat(process: int) -> list[str]:
    """What the system says of a process, from its state on; nothing where there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def main() -> None:
    """Run the plan that is read from standard input."""
    load = Load(json.load(sys.stdin))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(load.run(), load.plan["seconds"]))
    json.dump(load.slices, sys.stdout)


if __name__ == "__main__":
    main()
