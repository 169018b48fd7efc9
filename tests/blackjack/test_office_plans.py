"""Lists of the office over very many rows: every statement is answered by an index.

The rows are enough, and counted by the database's own statistics, for a plan that matters.
"""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client, TransactionTestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import notices
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.cashier import services as cashier
from accounts.models import RequestKind, User, Wallet
from accounts.notices import Notice
from accounts.protection import limits
from accounts.protection.models import Measure, Period, PlayStop, StopKind
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests import tables
from tests.office import browser, member
from tests.tables import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("office_plans")]

ROWS = 30_000
BIG = (
    "accounts_user",
    "accounts_wallet",
    "accounts_entry",
    "accounts_staffaction",
    "blackjack_round",
    "blackjack_table",
    "accounts_adjustment",
    "accounts_cashierrequest",
    "accounts_limitchange",
    "accounts_playstop",
    "accounts_mail",
)
FEW = ("accounts_user_staff", "accounts_user_blocked", "accounts_audit_refused")
"""Indexes of few rows each: sorting those costs nothing."""


def numbers() -> str:
    """A table ``n`` of numbers, as each database makes one."""
    if connection.vendor == "sqlite":
        return f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})"
    return f"WITH n AS (SELECT i FROM generate_series(1, {ROWS}) AS i)"


def moment() -> str:
    """The time of row ``i``: a minute and a half apart."""
    if connection.vendor == "sqlite":
        return "datetime('2026-01-01', '+' || (i * 90) || ' seconds')"
    return "timestamptz '2026-01-01 00:00Z' + i * interval '90 seconds'"


def token() -> str:
    """A form's token of row ``i``."""
    return "printf('%032x', i)" if connection.vendor == "sqlite" else "md5(i::text)::uuid"


def columns(table: str, **changed: str) -> str:
    """Insert copies of the table's first row, these columns apart."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
    names = [one.name for one in described if one.name != "id"]
    values = [changed.get(name, f't."{name}"') for name in names]
    listed = ", ".join(f'"{name}"' for name in names)
    with_numbers = numbers()
    head = f"INSERT INTO {table} ({listed}) "
    body = f"SELECT {', '.join(values)} FROM n, (SELECT * FROM {table} ORDER BY id LIMIT 1) AS t"
    return (
        f"{with_numbers} {head}{body}"
        if connection.vendor != "sqlite"
        else (f"{head}{with_numbers} {body}")
    )


@pytest.fixture(scope="module")
def owner(django_db_setup: None, django_db_blocker: Any) -> Iterator[User]:
    """A superuser in a house with very many rows of everything; they are made once for all tests.

    They are stored for good and taken away at the end, as by tests that commit.
    """
    with django_db_blocker.unblock():
        owner = member(None)
        fill(owner)
        yield owner
        flushed: Any = TransactionTestCase(methodName="__init__")
        flushed._fixture_teardown()


@pytest.fixture
def office(owner: User, db: None) -> Client:
    """The superuser's browser."""
    return browser(owner)


def fill(owner: User) -> None:
    """Make very many rows of everything, and let the database count them."""
    seat = Seat(User.objects.create_user("Somebody"))
    tables.give(seat.player, 100)
    seat.play(tables.NATURAL)
    seat.at(Variant.SIX_DECK).play(tables.WON)  # stays open
    cashier.ask(player=seat.player, kind=RequestKind.DEPOSIT, amount=10_000, token=uuid.uuid4())
    now = timezone.now()
    limits.change(
        player=seat.player,
        measure=Measure.LOSS,
        period=Period.WEEK,
        number=0,
        limit=50_000,
        now=now,
    )
    PlayStop.objects.create(
        user=seat.player, number=1, kind=StopKind.BREAK, began_at=now, until=now + timedelta(1)
    )
    notices.tell(seat.player, Notice.PASSWORD, address="somebody@b.example")
    with transaction.atomic():
        recording.done(Deed.TIER, staff=owner, player_id=seat.player.pk)
    first_wallet = Wallet.objects.order_by("pk").values_list("pk", flat=True)[0]
    last_number = Wallet.objects.get(pk=first_wallet).last_number
    shoe = Round.objects.order_by("pk").values_list("shoe_id", flat=True)[0]
    many = columns(
        "accounts_user",
        username="'many_' || i",
        email="i || '@b.example'",
        is_staff="false",
        is_superuser="false",
    )
    with connection.cursor() as cursor:
        cursor.execute(many)
    before = User.objects.get(username="many_1").pk - 1
    everybody = f"{before} + i"
    statements = [
        columns("accounts_staffaction", at=moment()),
        columns(
            "accounts_entry",
            at=moment(),
            number=f"{last_number} + i",
            cause="'many/' || i",
        ),
        columns("accounts_adjustment", token=token()),
        columns("accounts_cashierrequest", token=token(), state="'cancelled'", decided_at=moment()),
        columns("accounts_limitchange", at=moment(), user_id=everybody),
        columns("accounts_playstop", user_id=everybody),
        columns("accounts_mail", user_id=everybody, state="'sent'", ended_at=moment()),
        columns("blackjack_round", dealt_at=moment(), shoe_id=str(shoe)),
    ]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        cursor.execute(
            "INSERT INTO accounts_wallet (user_id, currency, balance, last_number) "
            "SELECT id, 'FUN', id, 0 FROM accounts_user WHERE username LIKE 'many%'"
        )
        cursor.execute(
            "INSERT INTO blackjack_table (player_id, variant, currency, version) "
            "SELECT id, 'classic', 'FUN', 0 FROM accounts_user WHERE username LIKE 'many%'"
        )
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")


def plans(client: Client, url: str, query: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every statement of a page about a big table, and how the database goes about it."""
    with CaptureQueriesContext(connection) as taken:
        assert client.get(url, query).status_code == 200
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    for one in taken.captured_queries:
        sql = one["sql"]
        if sql.startswith("SELECT") and any(f'"{table}"' in sql for table in BIG):
            with connection.cursor() as cursor:
                cursor.execute(f"{explain} {sql}")
                yield sql, "\n".join(str(row[-1]) for row in cursor.fetchall())


def whole_walks(plan: str, sql: str = "") -> list[str]:
    """What in a plan reads a big table from end to end, by no index."""
    big = "|".join(BIG)
    # SQLite's tables are their own index by number: a first page of the newest is no walk.
    if _lite() and " WHERE " not in sql and re.search(r'"id" DESC LIMIT 51', sql):
        return []
    if connection.vendor == "sqlite":
        return re.findall(rf"SCAN (?:{big})(?! USING)[^\n]*", plan)
    return re.findall(rf"Seq Scan on (?:{big})\b[^\n]*", plan)


PERIOD = {"from": "2026-01-03", "to": "2026-01-03"}
PAGES = [
    ("accounts_user", [{}, {"q": "many_299"}, {"q": "77@b.example"}, {"is_staff__exact": "1"}]),
    ("accounts_wallet", [{}, {"q": "many_5999"}]),
    ("accounts_entry", [{}, {"q": "12"}, {"q": "Somebody"}, {"q": "many/77"}, PERIOD]),
    ("accounts_staffaction", [{}, {"q": "many_5"}, {"deed__exact": "blocked"}, PERIOD]),
    ("accounts_staffaction", [{"refused": "yes"}]),
    ("accounts_adjustment", [{}, {"state__exact": "asked"}, {"q": "many_299"}]),
    ("accounts_cashierrequest", [{}, {"state__exact": "asked"}, {"q": "many_299"}]),
    ("accounts_limitchange", [{}, {"q": "many_299"}]),
    ("accounts_playstop", [{}, {"q": "many_299"}]),
    ("accounts_mail", [{}, {"state__exact": "failed"}, {"q": "many_299"}]),
    ("blackjack_round", [{}, {"q": "12"}, {"q": "many_77"}, PERIOD, {"p": "3"}]),
    ("blackjack_table", [{}, {"q": "many_77"}]),
    ("blackjack_shoe", [{}, {"q": "many_77"}]),
    ("blackjack_bingosession", [{}, {"q": "many_77"}]),
]


def test_lists_of_very_many_rows_go_by_indexes_and_count_nothing(office):
    seen = 0
    for name, queries in PAGES:
        for query in queries:
            url = reverse(f"admin:{name}_changelist")
            for sql, plan in plans(office, url, query):
                seen += 1
                assert "COUNT(" not in sql.upper(), (name, query, sql)
                assert whole_walks(plan, sql) == [], (name, query, sql, plan)
                if f'FROM "{name}"' in sql:
                    sorts = (
                        r"USE TEMP B-TREE FOR ORDER BY" if _lite() else r"\bSort  \(\S+ rows=\d{3,}"
                    )
                    small = "q" in query or name not in BIG or any(one in plan for one in FEW)
                    assert small or not re.search(sorts, plan), (name, query, sql, plan)
    assert seen > len(PAGES)


def test_reports_and_the_first_page_go_by_indexes(office):
    asked = {"first": "2026-01-02", "last": "2026-01-04", "currency": "FUN", "game": "", "tier": ""}
    for name, query in (("reports", asked), ("reports_file", asked), ("index", {})):
        for sql, plan in plans(office, reverse(f"admin:{name}"), query):
            assert [walk for walk in whole_walks(plan) if "accounts_wallet" not in walk] == [], (
                sql,
                plan,
            )


def test_the_page_of_one_player_goes_by_his_own_indexes(office):
    player = User.objects.get(username="many_299")
    limits.change(
        player=player,
        measure=Measure.TIME,
        period=Period.DAY,
        number=0,
        limit=50_000,
        now=timezone.now(),
    )
    url = reverse("admin:accounts_user_change", args=[player.pk])
    about = [(sql, plan) for sql, plan in plans(office, url, {}) if "accounts_" in sql]
    assert any('"accounts_limitchange"' in sql for sql, _plan in about)
    assert any('"accounts_playstop"' in sql for sql, _plan in about)
    for sql, plan in about:
        assert whole_walks(plan, sql) == [], (sql, plan)


def test_a_walk_over_all_rows_would_be_seen(office):
    explain = "EXPLAIN QUERY PLAN" if _lite() else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} SELECT * FROM accounts_entry WHERE note LIKE '%x%'")
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert len(whole_walks(plan)) == 1


def _lite() -> bool:
    return connection.vendor == "sqlite"
