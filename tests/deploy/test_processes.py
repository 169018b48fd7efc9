"""Open tabs on different web processes: one changes something, all follow, and it holds in each."""

import contextlib
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.faults.crowd import BUTTON, TOKEN, VERSION
from tests.faults.crowds import gather
from tests.faults.ears import Ears, listening, process_of
from tests.running_house import ROOT, House, eventually

pytestmark = pytest.mark.servers

AT_ONCE = 0.25
"""Seconds within which another page hears of a change, whichever process it is on."""
DEEDS = 9
SIGNED_OUT = 4401
"""The code with which a socket is closed whose session has ended."""

DESK = """
import sys, time
from django.utils import timezone
from accounts import limits, standing
from accounts.models import BetLimit, User
from accounts.protection import limits as own_limits, stops
from accounts.protection.models import Measure, Period
from accounts.switches import services as switches
player = User.objects.get(pk={player})
owner = User.objects.create_superuser(f"owner_{player}", password="x")
row = BetLimit.objects.get(variant="double-deck", tier=player.tier, currency="RUR")
usual = (row.minimum, row.maximum)
def tier(seen, low, high):
    limits.change(number=row.pk, seen=seen, minimum=low, maximum=high, reason="-", staff=owner)
print("open", flush=True)
for line in sys.stdin:
    exec(line)
    print(time.time(), flush=True)
"""
"""Another process of the house, in which staff and the player do what takes effect elsewhere."""
DOUBLE_DECK = 'switches.Switch("double-deck", "RUR")'
TAKES_EFFECT = {
    "the tier's limits": (
        "tier(usual, usual[1], usual[1])",
        "tier((usual[1], usual[1]), *usual)",
    ),
    "a closed game": (
        f"switches.close(switch={DOUBLE_DECK}, reason='-', staff=owner)",
        f"switches.reopen(switch={DOUBLE_DECK}, reason='-', staff=owner)",
    ),
    "the player's own limit": (
        "own_limits.change(player=player, measure=Measure.STAKE, period=Period.DAY, number=0, "
        "limit=100, now=timezone.now())",
        "",
    ),
    "his own exclusion": (
        "stops.begin(player=player, length=stops.Length.FOR_GOOD, number=0, now=timezone.now())",
        "",
    ),
}
"""What is done, and how it is undone for the next one; bets are refused in between."""


class Desk:
    """A process beside the web processes that does one thing after the other."""

    def __init__(self, house: House, player: int) -> None:
        code = DESK.replace("{player}", str(player))
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-v0", "-c", code],
            cwd=ROOT,
            env=dict(house.environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def do(self, line: str) -> float:
        """Do it, and give the time at which it was done."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return float(self._answer())

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "what was to be done has failed"
        return line


@dataclass
class Seated:
    """A player with tabs on every process of the house."""

    house: House
    id: int
    session: str
    path: str
    tabs: list[Ears]

    def post(self, name: str, **fields: str) -> tuple[int, bytes]:
        """Send a form, to whichever process takes the connection; status and body."""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
        return self._open(urllib.request.Request(f"{self.house.url}{self.path}{name}/", body))

    def version(self) -> str:
        status, body = self._open(urllib.request.Request(f"{self.house.url}{self.path}"))
        found = VERSION.search(body)
        assert found is not None, status
        return found[1].decode()

    def _open(self, request: urllib.request.Request) -> tuple[int, bytes]:
        request.add_header("Cookie", f"sessionid={self.session}; csrftoken={TOKEN}")
        request.add_header("HX-Request", "true")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def bet(self, units: int = 10) -> int:
        """Lay a bet on one box; the status."""
        return self.post("deal", version=self.version(), bet_1=str(units))[0]


@pytest.fixture
def seated(house: House) -> Iterator[Seated]:
    (player,) = gather(house, 1).players
    session = player["session"]
    with contextlib.ExitStack() as open_tabs:
        tabs: list[Ears] = []
        for _ in range(8):  # which process takes a tab is chance: until both have some
            tabs += open_tabs.enter_context(listening(house.url, session, count=8))
            processes = {process_of(tab.port) for tab in tabs}
            if len(processes) == 2:
                break
        assert len(processes) == 2, "no tab has come to one of the processes"
        yield Seated(house, player["id"], session, player["tables"][0], tabs)


def test_tabs_on_all_processes_hear_of_a_deed_within_a_quarter_of_a_second(
    seated: Seated,
) -> None:
    """The slowest tab counts; of several deeds the middle one, as others use the machine."""
    times = []
    for _ in range(DEEDS):
        version = seated.version()
        began = time.time()
        status, body = seated.post("deal", version=version, bet_1="10")
        assert status == 200
        answered = time.time()
        assert eventually(lambda: all(tab.changes_since(began) for tab in seated.tabs))  # noqa: B023
        times.append(max(min(tab.changes_since(began)) for tab in seated.tabs) + began - answered)
        while BUTTON.search(body):
            word = "decline" if b'value="decline"' in body else "stand"
            found = VERSION.search(body)
            assert found is not None
            status, body = seated.post("act", version=found[1].decode(), action=word)
            assert status == 200
    assert sorted(times)[DEEDS // 2] < AT_ONCE, times


def test_what_staff_and_the_player_decide_holds_at_once_in_every_open_tab(seated: Seated) -> None:
    desk = Desk(seated.house, seated.id)
    try:
        version = seated.version()
        for name, (done, undone) in TAKES_EFFECT.items():
            began = time.time()
            at = desk.do(done)
            assert eventually(lambda: all(tab.changes_since(began) for tab in seated.tabs)), name  # noqa: B023
            slowest = max(min(tab.changes_since(began)) for tab in seated.tabs) + began - at
            assert slowest < 1, (name, slowest)
            for _ in range(6):  # by both processes
                status, _ = seated.post("deal", version=version, bet_1="10")
                assert status in {409, 422}, (name, status)
            if undone:
                desk.do(undone)
        desk.do("standing.block(user_id=player.pk, reason='-', staff=owner)")
        assert eventually(lambda: all(tab.code == SIGNED_OUT for tab in seated.tabs))
        status, body = seated.post("deal", version=version, bet_1="10")
        assert not VERSION.search(body), "it leads to the login page, and deals nothing"
    finally:
        desk.close()
