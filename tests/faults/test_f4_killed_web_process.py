"""F4: `kill -9` of a web process before any of its statements, and before and after each commit.

What was acknowledged is stored, no half round is, and who asks again comes to the same table.
"""

from collections.abc import Mapping

import pytest

from accounts.models import User
from accounts.verification import verify_journal
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Shoe
from blackjack.verification import verify_rounds
from tests.pages import TablePage
from tests.tables import FULL_COUNTS, HTMX, WON, Seat, clients, give

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

STEPS = range(1, 100) if FULL_COUNTS else (9, 13, 15)
"""All of them; or in the middle of what is written, and after a deal's commit and an end's."""
KEPT_WON = "0S 9H 8D 0C"
CARDS = {Variant.DOUBLE_DECK: WON, Variant.CLASSIC: KEPT_WON, Variant.BINGO: KEPT_WON}


def sit(number: int, variant: Variant, what: str) -> Seat:
    """A player of his own at the table, right before he deals or stands."""
    player = User.objects.create_user(f"Player_{number}")
    give(player, 100)
    seat = Seat(player, variant)
    seat.plant(CARDS[variant])
    if what == "end":
        seat.deal(10, bingo={1: 5} if variant is Variant.BINGO else None)
    return seat


def form(seat: Seat, what: str) -> Mapping[str, object]:
    """What is sent, as often as it takes."""
    if what == "end":
        return {"version": seat.version, "action": "stand"}
    bingo = {"bingo_1": "5"} if seat.variant is Variant.BINGO else {}
    return {"version": seat.version, "bet_1": "10", **bingo}


def require_done_once(seat: Seat, what: str) -> None:
    """The whole of it is in the books, and nothing of it twice."""
    ended = what == "end"
    (row,) = Round.objects.filter(table=seat.table)
    bingo = ["bingo"] if seat.variant is Variant.BINGO else []
    assert [kind for kind, _ in seat.lines] == ["bet", *bingo, *(["payout"] if ended else [])]
    assert (row.ended_at is not None) is ended
    assert BingoSession.objects.filter(table=seat.table).count() == len(bingo)
    fresh = seat.variant is Variant.DOUBLE_DECK
    assert Shoe.objects.filter(table=seat.table).count() == (2 if fresh and ended else 1)


@pytest.mark.parametrize("variant", list(CARDS) if FULL_COUNTS else [Variant.DOUBLE_DECK])
@pytest.mark.parametrize("what", ["deal", "end"])
def test_f4_killed_web_process_leaves_all_or_nothing(nursery, variant, what, record_property):
    came_to = {"nothing stored": 0, "all stored": 0}
    for number in STEPS:
        seat = sit(number, variant, what)
        (tab,) = clients(seat.player, 1)
        path = seat.url("act" if what == "end" else "deal")
        before, fields = (seat.version, seat.lines), form(seat, what)

        answer = nursery.post(path, tab.cookies["sessionid"].value, number, **fields)
        stored = seat.version == before[0] + 1
        assert stored or (seat.version, seat.lines) == before
        verify_journal()
        verify_rounds()
        if answer is not None:
            assert (answer.status_code, stored) == (200, True)
            break  # it has lived through all its steps
        came_to["all stored" if stored else "nothing stored"] += 1

        again = tab.post(path, fields, headers=HTMX)
        assert again.status_code == (409 if stored else 200)
        require_done_once(seat, what)
        page = TablePage.of(again)
        assert page.version == seat.version == before[0] + 1
        dealt = set(CARDS[variant].split())
        assert set(page.cards) <= dealt
        verify_journal()
        verify_rounds()
    else:
        assert not FULL_COUNTS, "it took more steps than were tried"
    assert all(came_to.values()), came_to
    told = ", ".join(str(count) for count in came_to.values())
    record_property(f"{variant}, {what}: killed with nothing stored, with all stored", told)
