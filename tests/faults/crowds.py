"""The crowd as the tests see it: sent to a house, and judged by what the house has stored."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.faults.crowd import LOST, SHOWN
from tests.running_house import ROOT, House

GAMES = "double-deck,classic"
STORED = """
import json
from accounts.models import User
from blackjack.models import Round
from blackjack.presenters.table import table_url
deeds = {}
for row in Round.objects.select_related("table"):
    table = row.table
    name = f"{table.player_id} {table_url(table.variant, table.currency)}"
    deeds[name] = deeds.get(name, 0) + 1 + len(row.actions)
print(json.dumps(deeds))
"""


class Given(NamedTuple):
    """One answer: when it was asked for (seconds since 1970), after how many ms it came, status."""

    at: float
    ms: float
    status: int


@dataclass
class Crowd:
    """Players who sit in a house; what they did in it is in ``answers`` once they have left."""

    house: House
    players: Sequence[dict[str, Any]]
    answers: list[Given] = field(default_factory=list)
    tables: list[dict[str, Any]] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)
    """Deeds that were stored when it was last judged, by player and table."""

    @contextmanager
    def playing(self, *, seconds: float, pause: float, seed: int = 1) -> Iterator[None]:
        """Let them play beside the block; they stay for the whole time, and then are asked."""
        plan = {
            "port": int(self.house.url.rpartition(":")[2]),
            "players": self.players,
            "seconds": seconds,
            "pause": pause,
            "seed": seed,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.crowd"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(plan))
            process.stdin.close()
            process.stdin = None
            yield
            out, said = process.communicate(timeout=seconds + 120)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        assert process.returncode == 0, said
        told = json.loads(out)
        self.answers = [Given(*answer) for answer in told["answers"]]
        self.tables = told["tables"]

    def broken(self) -> list[Given]:
        """Answers other than a table as it stands, lost ones among them."""
        return [answer for answer in self.answers if answer.status not in SHOWN]

    def unclean(self) -> list[Given]:
        """Of those the ones that are no page saying that it can't be done now."""
        return [answer for answer in self.broken() if answer.status not in {LOST, 503}]

    def percentile(self, share: int) -> float:
        """Milliseconds within which so many of a hundred answers came."""
        return statistics.quantiles([answer.ms for answer in self.answers], n=100)[share - 1]

    def require_nothing_lost_and_nothing_twice(self) -> int:
        """Hold what was acknowledged against what is stored; the number of deeds."""
        stored = json.loads(self.house.manage("shell", "-v0", "-c", STORED))
        before, self.before = self.before, stored
        for table in self.tables:
            name = f"{self.players[table['player']]['id']} {table['path']}"
            deeds = stored.get(name, 0) - before.get(name, 0)
            assert table["done"] <= deeds <= table["done"] + table["unknown"], (table, deeds)
        self.house.manage("verify_ledger")
        return sum(table["done"] for table in self.tables)


def gather(house: House, count: int) -> Crowd:
    """Make so many players with money and open tables."""
    made = house.run("-m", "tools.bench.players", str(count), GAMES)
    return Crowd(house, json.loads(made))
