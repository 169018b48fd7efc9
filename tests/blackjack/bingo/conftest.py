"""The player at the bingo table. Whatever a test does there, the books agree at its end."""

import pytest

from blackjack.engine.rules import Variant
from blackjack.verification import verify_rounds
from tests.blackjack.bingo.rounds import play
from tests.tables import Seat, journal_adds_up


@pytest.fixture
def seat(seat: Seat) -> Seat:
    return seat.at(Variant.BINGO)


@pytest.fixture(autouse=True)
def _books_agree(db):
    yield
    verify_rounds()
    assert journal_adds_up()


@pytest.fixture
def three(seat: Seat) -> Seat:
    """A session on box 1 with three numbers."""
    play(seat, 17, 18, 19)
    return seat
