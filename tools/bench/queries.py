"""How many statements each thing costs that a player does, through the real pages.

Session and player are among them; BEGIN, COMMIT and savepoints are not. The database is the one
of the running Django: that of the tests, or a throw-away one of `make bench`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tables import DOUBLED, HTMX, LOST, NATURAL, WON, Seat

Prepare = Callable[[Seat], None]
Send = Callable[[Seat, Client, int], Any]

_OPEN: Final = "6D 2S 3H 4C 5C 8D"  # 5, then 9, then 14 against a six: no hit of them ends it
_EIGHTS: Final = "6D 8S 8H 2D 3D 0C"  # after the split 10 and 11, and no hand is over
_FRAME: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One thing that a player does: what must lie on the table, and what he sends."""

    name: str
    prepare: Prepare
    send: Send
    status: int = 200


def _dealt(cards: str, *bets: int) -> Prepare:
    def prepare(seat: Seat) -> None:
        seat.plant(cards)
        seat.deal(*bets)

    return prepare


def _planted(cards: str) -> Prepare:
    def prepare(seat: Seat) -> None:
        seat.plant(cards)

    return prepare


def _acts(word: str) -> Send:
    def send(seat: Seat, tab: Client, version: int) -> Any:
        fields = {"version": version, "action": word}
        return tab.post(seat.url("act"), fields, headers=HTMX)

    return send


def _deals(seat: Seat, tab: Client, version: int) -> Any:
    return tab.post(seat.url("deal"), {"version": version, "bet_1": "10"}, headers=HTMX)


def _loads(headers: Any = None) -> Send:
    return lambda seat, tab, _version: tab.get(seat.url(), headers=headers)


def _acts_late(seat: Seat, tab: Client, version: int) -> Any:
    return _acts("hit")(seat, tab, version - 1)


SCENARIOS: Final = (
    Scenario("hit, the round goes on", _dealt(_OPEN), _acts("hit")),
    Scenario("split, the round goes on", _dealt(_EIGHTS), _acts("split")),
    Scenario("stand, the round ends in a loss", _dealt(LOST), _acts("stand")),
    Scenario("stand, the round ends in a win", _dealt(WON), _acts("stand")),
    Scenario("double, the round ends in a win", _dealt(DOUBLED), _acts("double")),
    Scenario("deal", _planted(WON), _deals),
    Scenario("deal, the round ends at once", _planted(NATURAL), _deals),
    Scenario("late action, refused", _dealt(_OPEN), _acts_late, status=409),
    Scenario("page of a table, a round open", _dealt(_OPEN), _loads()),
    Scenario("page of a table, before the bets", _planted(WON), _loads()),
    Scenario("page of a table, as a part", _dealt(_OPEN), _loads(HTMX)),
)


def statements(scenario: Scenario, seat: Seat, tab: Client) -> list[str]:
    """Do it at a table that no round was played at, and return the statements it took."""
    scenario.prepare(seat)
    version = seat.version
    with CaptureQueriesContext(connection) as captured:
        answer = scenario.send(seat, tab, version)
    if answer.status_code != scenario.status:
        raise AssertionError(f"{scenario.name}: answered {answer.status_code}")
    taken = (query["sql"] for query in captured.captured_queries)
    return [sql for sql in taken if not sql.startswith(_FRAME)]
