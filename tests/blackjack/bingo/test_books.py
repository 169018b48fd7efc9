"""The nightly check of the books follows every bingo session."""

import pytest

from accounts.verification import Difference
from blackjack.models import BingoSession, Shoe
from blackjack.verification import verify_rounds

pytestmark = pytest.mark.django_db


# --- The books ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"lit": [17, 18, 20]},
        {"rounds": 4},
        {"stake": 600},
        {"box": 2},
    ],
    ids=str,
)
def test_books_find_a_session_that_the_rounds_do_not_give(three, change):
    BingoSession.objects.update(**change)
    with pytest.raises(Difference):
        verify_rounds()
    BingoSession.objects.update(lit=[17, 18, 19], rounds=3, stake=500, box=1)


def test_books_find_a_payout_that_the_rounds_do_not_give(three):
    three.leave(1)
    BingoSession.objects.update(returned=2000)
    with pytest.raises(Difference):
        verify_rounds()
    BingoSession.objects.update(returned=1000, combination="four")
    with pytest.raises(Difference):
        verify_rounds()
    BingoSession.objects.update(combination="three")


def test_a_damaged_row_of_bingo_is_named_and_not_quoted(three):
    """What stands there may be anything."""
    Shoe.objects.update(bingo_before={"1": {"AS KH": 1}})
    with pytest.raises(Difference, match=r"shoe \d+: its bingo does not replay: KeyError$"):
        verify_rounds()
    Shoe.objects.update(bingo_before={})
