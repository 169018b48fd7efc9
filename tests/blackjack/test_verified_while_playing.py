"""The books agree while people play: every part of the check reads the same moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.reporting.summing import verify_reports
from accounts.requests_verification import verify_requests
from accounts.verification import Difference, verify_journal
from blackjack import tasks
from blackjack.models import Round
from blackjack.verification import verify_books, verify_rounds
from tests.tables import WON, Seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

MOVES = 16
"""Made meanwhile: rounds are dealt and ended in turn, and then it is quiet."""


def parts_by_themselves() -> None:
    verify_journal()
    verify_rounds()
    verify_requests()
    verify_reports()


@contextmanager
def played_between(seat: Seat) -> Iterator[list[str]]:
    """Have somebody move before each statement of this thread, over another connection."""
    moves = cycle(["deal", "stand"])
    made: list[str] = []

    def move() -> None:
        try:
            what = next(moves)
            if what == "deal":
                seat.play(WON)
            else:
                seat.act("stand")
            made.append(what)
        finally:
            connection.close()

    def between(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        if len(made) < MOVES and "SELECT" in str(sql):
            thread.submit(move).result(timeout=30)
        return execute(sql, *rest)

    with ThreadPoolExecutor(1) as thread, connection.execute_wrapper(between):
        yield made


@pytest.fixture
def evening(seat: Seat) -> Seat:
    """Two rounds that are over, and one that another player has open."""
    seat.play(WON)
    seat.act("stand")
    seat.play(WON)
    seat.act("stand")
    return seat


@pytest.mark.parametrize(
    "verify",
    [verify_books, tasks.verify_ledger, lambda: call_command("verify_ledger")],
    ids=["the check", "the task", "the command"],
)
def test_what_is_played_meanwhile_is_no_difference(
    evening: Seat, verify: Callable[[], Any]
) -> None:
    with played_between(evening) as made:
        verify()
    assert len(made) == MOVES
    assert Round.objects.count() == 2 + MOVES // 2
    assert verify_books().played.rounds == 2 + MOVES // 2


def test_the_parts_by_themselves_differ(evening: Seat) -> None:
    """Else the test above would hold whatever the check does."""
    with played_between(evening), pytest.raises(Difference):
        parts_by_themselves()


def test_the_check_sees_the_moment_at_which_it_began(evening: Seat) -> None:
    with played_between(evening):
        seen = verify_books()
    # That of its first statement, before which one round more was dealt.
    assert seen.played.rounds == 3
    assert Round.objects.count() == 2 + MOVES // 2
