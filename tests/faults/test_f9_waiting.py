"""F9: another session holds the lock, or the database answers slowly: who waits gets a page."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import ledger
from accounts.models import User
from accounts.verification import verify_journal
from blackjack.verification import verify_rounds
from tests.tables import FULL_COUNTS, HTMX, WON, Seat, at_once, clients

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

PATIENCE = {"postgresql": 3.0, "sqlite": 5.0}
"""Seconds that a statement waits for a lock (casino/databases.py)."""
SLACK = 1.0 if FULL_COUNTS else 2.0
"""Seconds that answering may take beside; other tests keep the machine busy meanwhile."""
SLOW = """
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep({seconds}); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE UPDATE ON accounts_wallet FOR EACH ROW EXECUTE FUNCTION slow();
"""
ANSWERING = "DROP TRIGGER slow ON accounts_wallet; DROP FUNCTION slow();"


@contextmanager
def held(player: User, currency: str) -> Iterator[None]:
    """Another session that has locked the player's wallet and does nothing more."""
    locked, over = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                ledger.lock(player.pk, currency)
                locked.set()
                over.wait(60)
        finally:
            connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert locked.wait(10)
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def slow(seconds: float) -> Iterator[None]:
    """A database that takes so long for every change of a wallet."""
    with connection.cursor() as cursor:
        cursor.execute(SLOW.format(seconds=seconds))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(ANSWERING)


def timed(send: Callable[[], Any]) -> tuple[int, float]:
    """The status that came back, and after how many seconds."""
    began = time.monotonic()
    answer = send()
    return answer.status_code, time.monotonic() - began


@pytest.mark.parametrize("clicks", [1, 8] if FULL_COUNTS else [4])
def test_f9_a_lock_that_is_held_is_waited_for_no_longer_than_its_time(
    seat: Seat, clicks: int, record_property
) -> None:
    """However many clicks wait: each is told, and none of them counts later."""
    seat.plant(WON)
    tabs, version = clients(seat.player, clicks), seat.version
    assert tabs[0].get(seat.url()).status_code == 200  # what a first page loads is loaded
    with held(seat.player, seat.currency):
        answers = at_once(
            lambda n: timed(lambda: seat.post_deal(tabs[n], 10, version=version, headers=HTMX)),
            clicks,
            clicks,
        )
    patience = PATIENCE[connection.vendor]
    assert {status for status, _ in answers} == {503}
    longest = max(seconds for _, seconds in answers)
    assert patience * 0.9 <= longest <= patience + SLACK
    assert (seat.version, seat.lines) == (version, [])
    assert seat.post_deal(tabs[0], 10, version=version).status_code == 303
    verify_journal()
    verify_rounds()
    record_property(f"{clicks} clicks at a held lock: slowest answer", f"{longest:.2f} s")


@pytest.mark.postgresql
def test_f9_a_lock_of_one_player_keeps_no_other_waiting(seat: Seat, stranger: User) -> None:
    other = Seat(stranger)
    other.plant(WON)
    (tab,) = clients(stranger, 1)
    with held(seat.player, seat.currency):
        status, seconds = timed(lambda: other.post_deal(tab, 10))
    assert (status, seconds < PATIENCE["postgresql"] / 2) == (303, True)


@pytest.mark.postgresql
def test_f9_a_slow_database_is_waited_for(seat: Seat) -> None:
    seat.plant(WON)
    (tab,) = clients(seat.player, 1)
    with slow(0.5):
        status, seconds = timed(lambda: seat.post_deal(tab, 10))
    assert status == 303
    assert 0.5 <= seconds <= PATIENCE["postgresql"] + 1
    verify_journal()


@pytest.mark.postgresql
def test_f9_a_statement_that_never_ends_is_cut(seat: Seat, record_property) -> None:
    seat.plant(WON)
    (tab,) = clients(seat.player, 1)
    assert tab.get(seat.url()).status_code == 200
    with slow(60):
        status, seconds = timed(lambda: seat.post_deal(tab, 10))
    patience = PATIENCE["postgresql"]
    assert (status, patience * 0.9 <= seconds <= patience + SLACK) == (503, True)
    assert seat.lines == []
    verify_journal()
    verify_rounds()
    record_property("a statement that never ends: answer", f"{seconds:.2f} s")
