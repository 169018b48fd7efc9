"""What expires is found by an index and deleted in small batches, however many rows there are."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from blackjack import services
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Shoe
from blackjack.services import deletion, sweeping
from fairplay.models import Commitment
from tests.blackjack.expiry.conftest import TEN_DAYS
from tests.tables import NATURAL, WON

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 2000
FIRST = 10_000_000
"""The copies' numbers begin behind all that other tests have used up."""


def numbers() -> str:
    if connection.vendor == "sqlite":
        return f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MANY}) "
    return f"WITH n AS (SELECT i FROM generate_series(1, {MANY}) AS i) "


def copied(table: str, **changed: str) -> None:
    """Add very many copies of the table's last row, these columns apart."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
        names = [one.name for one in described]
        values = ", ".join(changed.get(name, f't."{name}"') for name in names)
        listed = ", ".join(f'"{name}"' for name in names)
        head = f"INSERT INTO {table} ({listed}) "
        body = f"SELECT {values} FROM n, (SELECT * FROM {table} ORDER BY id DESC LIMIT 1) AS t"
        sqlite = connection.vendor == "sqlite"
        cursor.execute(head + numbers() + body if sqlite else numbers() + head + body)


@pytest.fixture(autouse=True)
def _books_agree() -> None:
    """Copies of a game are in no journal."""


@pytest.fixture
def many(seat) -> None:
    """Very many games of one table, and an open round at another."""
    seat.at(Variant.SIX_DECK).play(WON)
    seat.play(NATURAL)
    Shoe.objects.filter(ended_at=None, dealt_at=None).delete()  # the last shoe is to be copied
    Commitment.objects.exclude(pk__in=Shoe.objects.values("commitment")).delete()
    hexed = {
        "sqlite": "printf('%0{0}x', i + 1000)",
        "postgresql": "lpad(to_hex(i + 1000), {0}, '0')",
    }[connection.vendor]
    copied("fairplay_commitment", id=f"i + {FIRST}", md5=hexed.format(32), sha256=hexed.format(64))
    copied("blackjack_shoe", id=f"i + {FIRST}", commitment_id=f"i + {FIRST}")
    copied("blackjack_round", id=f"i + {FIRST}", shoe_id=f"i + {FIRST}")
    for table in ("fairplay_commitment", "blackjack_shoe", "blackjack_round"):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    f"SELECT setval('{table}_id_seq', greatest(last_value, {FIRST + 2 * MANY}))"
                    f" FROM {table}_id_seq"
                )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")


def plans(ask: Callable[[], object]) -> Iterator[tuple[str, str]]:
    """Each statement about the games that ``ask`` makes, and how the database goes about it."""
    with CaptureQueriesContext(connection) as taken:
        ask()
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    for query in taken.captured_queries:
        if query["sql"].startswith(("SELECT", "DELETE", "UPDATE")):
            with connection.cursor() as cursor:
                cursor.execute(f"{explain} {query['sql']}")
                yield query["sql"], "\n".join(str(row[-1]) for row in cursor.fetchall())


def require_indexes(ask: Callable[[], object]) -> None:
    found = list(plans(ask))
    assert found
    big = "blackjack_(round|shoe)|fairplay_commitment"
    for sql, plan in found:
        assert not re.search(rf"Seq Scan on ({big})|SCAN ({big})(?! USING)", plan), f"{sql}\n{plan}"
        assert "OFFSET" not in sql


@pytest.mark.parametrize("now", [timedelta(), TEN_DAYS], ids=["nothing due", "all due"])
def test_what_is_due_is_found_by_an_index(many, now):
    at = timezone.now() + now
    for due, by in (
        (sweeping.due_rounds, "dealt_at"),
        (sweeping.due_sessions, "last_round_at"),
        (sweeping.due_shoes, "dealt_at"),
    ):
        require_indexes(lambda due=due, by=by: list(sweeping._walk(due(at), by)))


def test_what_is_kept_no_longer_is_found_and_deleted_by_indexes(many, clock):
    clock.shift(TEN_DAYS)
    assert services.expire_table(Round.objects.get(ended_at=None).table_id, now=timezone.now())
    now = timezone.now()

    def two_batches() -> None:
        with transaction.atomic():
            first = deletion.expired_shoes(now)
            last = first[-1]
            assert last.kept_until is not None
            deletion.expired_shoes(now, (last.kept_until, last.pk))

    require_indexes(two_batches)
    with CaptureQueriesContext(connection) as taken:
        services.delete_expired(now=now, until=float("inf"))
    assert not Round.objects.exists()
    assert Shoe.objects.count() == Commitment.objects.count() == 1  # signed for the next round
    per_batch = len(taken.captured_queries) / (MANY / deletion._SHOES)
    assert per_batch < 16


def test_a_batch_has_no_more_rounds_than_it_may(many, clock):
    clock.shift(TEN_DAYS)
    with CaptureQueriesContext(connection) as taken:
        services.delete_expired(now=timezone.now(), until=float("inf"))
    deletes = [
        query["sql"] for query in taken.captured_queries if query["sql"].startswith("DELETE")
    ]
    of_rounds = [sql for sql in deletes if "blackjack_round" in sql.split("WHERE")[0]]
    assert len(of_rounds) >= MANY // deletion._SHOES
    assert not BingoSession.objects.exists()


def test_a_run_stops_in_time_and_the_next_one_goes_on(many, clock):
    clock.shift(TEN_DAYS)
    assert services.expire(seconds=0).rounds_deleted == 0
    assert Round.objects.count() == MANY + 2
    deleted = services.expire(seconds=60).rounds_deleted
    assert deleted == MANY + 2
