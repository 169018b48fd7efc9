"""How long a word to everybody takes with very many open pages: `python -m tools.bench.sockets`.

Reads the plan from standard input, opens the sockets, has the server announce a change to all of
them, and prints as JSON after how many milliseconds each has heard it, for every announcement.
"""

import asyncio
import json
import sys
import time
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tools.bench.load import Connection

_AT_ONCE = 50
"""Sockets that are opened at the same time."""


async def _opened(plan: dict[str, Any]) -> list[ClientConnection]:
    address = f"127.0.0.1:{plan['port']}"
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(number: int) -> ClientConnection:
        player = plan["players"][number % len(plan["players"])]
        async with gate:
            return await connect(
                f"ws://{address}/live/",
                origin=Origin(f"http://{address}"),
                additional_headers={"Cookie": f"sessionid={player['session']}"},
                open_timeout=60,
            )

    return list(await asyncio.gather(*(one(number) for number in range(plan["sockets"]))))


async def _run(plan: dict[str, Any]) -> list[dict[str, Any]]:
    sockets = await _opened(plan)
    line = Connection(*await asyncio.open_connection("127.0.0.1", plan["port"]))
    rounds = []
    for _ in range(plan["rounds"]):
        began = time.perf_counter()

        async def heard(socket: ClientConnection, began: float = began) -> float:
            while await socket.recv() != "changed":
                pass
            return 1000 * (time.perf_counter() - began)

        waiting = asyncio.gather(*(heard(socket) for socket in sockets))
        await line.post("/bench/announce/", plan["players"][0]["session"], {})
        answered = 1000 * (time.perf_counter() - began)
        rounds.append({"answered": answered, "heard": await waiting})
    await asyncio.gather(*(socket.close() for socket in sockets))
    return rounds


def main() -> None:
    """Run the plan that is read from standard input."""
    plan = json.load(sys.stdin)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        json.dump(runner.run(asyncio.wait_for(_run(plan), plan["seconds"])), sys.stdout)


if __name__ == "__main__":
    main()
