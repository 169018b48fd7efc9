"""How long table requests take while expired games are deleted, and how long without.

`python -m tools.bench.expiring < plan.json` prints the times of all requests in milliseconds as
JSON. With ``"delete"`` in the plan the load starts the expiry's task in the server, and lasts until
the last expired game is gone; without it, it sends as many requests as the plan says.
"""

import asyncio
import json
import sys
import time
from typing import Any, Final

import uvloop

from tools.bench.load import Connection, Load

_LOOK: Final = 0.5
"""Seconds between two looks at how much is left."""
_RUN: Final = 45
"""Seconds that a run of the task takes at most: then the next is ordered."""


class Timed(Load):
    """Players who deal and act at random, every request timed."""

    def __init__(self, plan: dict[str, Any]) -> None:
        super().__init__(plan)
        self.times: list[float] = []
        self.unseen = len(self.closed)

    async def run(self) -> None:
        """Look at every table, as an earlier load may have left it; then time requests."""
        for _ in range(self.plan["connections"]):
            await self._connect()
        players = tuple(self.connections)
        await asyncio.gather(*(self._look(one) for one in players))
        watcher = await self._connect()
        over = asyncio.Event()
        if self.plan["delete"]:
            await self._deleted(watcher, {"start": "1"})
        playing = (self._play(one, over) for one in players)
        await asyncio.gather(*playing, self._watch(watcher, over))
        for connection in self.connections:
            connection.writer.close()

    async def _connect(self) -> Connection:
        self.connections.append(
            Connection(*await asyncio.open_connection("127.0.0.1", self.plan["port"]))
        )
        return self.connections[-1]

    async def _look(self, connection: Connection) -> None:
        """Deal at tables not seen yet: where that is refused the answer shows the table."""
        while self.unseen > 0:
            self.unseen -= 1
            await self._deal_one(connection)

    async def _play(self, connection: Connection, over: asyncio.Event) -> None:
        while not over.is_set():
            began = time.perf_counter()
            if self.open and (not self.closed or self.chance.random() < 0.7):
                await self._act_at_any(connection)
            else:
                await self._deal_one(connection)
            self.times.append(1000 * (time.perf_counter() - began))
            if not self.plan["delete"] and len(self.times) >= self.plan["requests"]:
                over.set()

    async def _act_at_any(self, connection: Connection) -> None:
        table = self.open.pop(self.chance.randrange(len(self.open)))
        fields = {"version": str(table.version), "action": self.chance.choice(table.actions)}
        answer = await connection.post(
            f"{table.path}act/", table.session, fields, ("200", "409", "422")
        )
        self._seen(table, answer)

    async def _watch(self, connection: Connection, over: asyncio.Event) -> None:
        ordered = time.monotonic()
        while self.plan["delete"] and not over.is_set():
            again = time.monotonic() - ordered > _RUN
            if again:
                ordered = time.monotonic()
            if await self._deleted(connection, {"start": "1"} if again else {}) == 0:
                over.set()
            await asyncio.sleep(_LOOK)

    async def _deleted(self, connection: Connection, fields: dict[str, str]) -> int:
        """Ask how many expired games are left, and with ``start`` have them deleted."""
        return int(await connection.post("/bench/expire/", self.sessions[0], fields))


def main() -> None:
    """Run the plan that is read from standard input."""
    load = Timed(json.load(sys.stdin))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        began = time.monotonic()
        runner.run(asyncio.wait_for(load.run(), load.plan["seconds"]))
    json.dump({"times": load.times, "seconds": time.monotonic() - began}, sys.stdout)


if __name__ == "__main__":
    main()
