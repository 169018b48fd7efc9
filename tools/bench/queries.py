"""How many statements each thing costs that a player does, through the real pages.

Session and player are among them; what frames a transaction is not: BEGIN, COMMIT, savepoints, its
time limit. The database is the one of the running Django: that of the tests, or a throw-away one of
`make bench`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from blackjack.engine.rules import Variant
from tests.tables import DOUBLED, HTMX, LOST, NATURAL, WON, Seat

Prepare = Callable[[Seat], None]
Send = Callable[[Seat, Client, int], Any]

_OPEN: Final = "6D 2S 3H 4C 5C 8D"  # 5, then 9, then 14 against a six: no hit of them ends it
_EIGHTS: Final = "6D 8S 8H 2D 3D 0C"  # after the split 10 and 11, and no hand is over
# Where the dealer has a hole card the boxes are dealt first.
_KEPT_ROUND: Final = "0S 9H 8D 0C"  # 19 against 18
_KEPT_OPEN: Final = "2S 3H 6D 0C 4C 8D"  # 5, then 9, then 17 against a six
_THREE_BOXES: Final = "0S 9H 0D 9C 0H 9S 8D 0C"
_FRAME: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET LOCAL")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One thing that a player does: what must lie on the table, and what he sends."""

    name: str
    prepare: Prepare
    send: Send
    status: int = 200
    variant: Variant = Variant.DOUBLE_DECK


def _dealt(cards: str, *bets: int) -> Prepare:
    def prepare(seat: Seat) -> None:
        seat.plant(cards)
        seat.deal(*bets)

    return prepare


def _planted(cards: str) -> Prepare:
    def prepare(seat: Seat) -> None:
        seat.plant(cards)

    return prepare


def _later(cards: str, *bets: int, dealt: bool = True, sessions: int = 0) -> Prepare:
    """A round on three boxes is over at a shoe that is kept; then ``cards``, dealt or not."""

    def prepare(seat: Seat) -> None:
        seat.plant(f"{_THREE_BOXES} {cards}")
        seat.deal(10, 10, 10, bingo=dict.fromkeys(range(1, sessions + 1), 5))
        seat.act("stand stand stand")
        if dealt:
            seat.deal(*bets)

    return prepare


def _sends(name: str, **fields: str) -> Send:
    def send(seat: Seat, tab: Client, version: int) -> Any:
        return tab.post(seat.url(name), {"version": version, **fields}, headers=HTMX)

    return send


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


_FRESH: Final = (
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


def _kept(variant: Variant, sessions: int) -> tuple[Scenario, ...]:
    """What is done at a kept shoe after its first round, with so many sessions running."""
    on = f" with {sessions} sessions" if sessions else ""
    bets = (10, 10, 10) if sessions else (10,)
    round_, stood = (_THREE_BOXES, "stand stand") if sessions else (_KEPT_ROUND, "")

    def last_stand(seat: Seat) -> None:
        _later(round_, *bets, sessions=sessions)(seat)
        if stood:
            seat.act(stood)

    hit = f"{_KEPT_OPEN[:5]} 0D 9C 0H 9S {_KEPT_OPEN[6:]}" if sessions else _KEPT_OPEN
    laid = {f"bet_{box}": "10" for box in range(1, len(bets) + 1)}
    deal = _later(round_, dealt=False, sessions=sessions)
    return (
        Scenario(
            f"{variant}: hit{on}, the round goes on",
            _later(hit, *bets, sessions=sessions),
            _acts("hit"),
            variant=variant,
        ),
        Scenario(
            f"{variant}: stand{on}, the round ends in a win",
            last_stand,
            _acts("stand"),
            variant=variant,
        ),
        Scenario(f"{variant}: deal{on}", deal, _sends("deal", **laid), variant=variant),
        Scenario(f"{variant}: page{on}, before the bets", deal, _loads(), variant=variant),
    )


_THREE_SESSIONS: Final = _later(_THREE_BOXES, dealt=False, sessions=3)
_BINGO: Final = (
    Scenario(
        "bingo: deal that opens 3 sessions",
        _planted(_THREE_BOXES),
        _sends("deal", **{f"{what}_{box}": "10" for what in ("bet", "bingo") for box in (1, 2, 3)}),
        variant=Variant.BINGO,
    ),
    Scenario(
        "bingo: deal that leaves 2 of 3 places",
        _THREE_SESSIONS,
        _sends("deal", bet_1="10", leaving="2,3"),
        variant=Variant.BINGO,
    ),
    Scenario(
        "bingo: one of 3 places left", _THREE_SESSIONS, _sends("leave", box="1"), 200, Variant.BINGO
    ),
)
SCENARIOS: Final = (
    *_FRESH,
    *_kept(Variant.CLASSIC, 0),
    *_kept(Variant.BINGO, 0),
    *_kept(Variant.BINGO, 3),
    *_BINGO,
)


def statements(scenario: Scenario, seat: Seat, tab: Client) -> list[str]:
    """Do it at a table of its game that nobody sat at, and return the statements it took."""
    seat = seat.at(scenario.variant)
    scenario.prepare(seat)
    version = seat.version
    with CaptureQueriesContext(connection) as captured:
        answer = scenario.send(seat, tab, version)
    if answer.status_code != scenario.status:
        raise AssertionError(f"{scenario.name}: answered {answer.status_code}")
    taken = (query["sql"] for query in captured.captured_queries)
    return [sql for sql in taken if not sql.startswith(_FRAME)]
