"""The cash history of a player with very many lines: every statement is answered by an index."""

import re
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.models import Currency, User, Wallet
from accounts.statement import sections
from accounts.statement.periods import Period

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 15_000
WALLETS = 4

_SQLITE = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {lines})
    INSERT INTO accounts_entry (wallet_id, number, kind, counter_account, amount, balance_after,
        cause, game, tier, note, at)
    SELECT {wallet}, i, {kind}, 'stakes', 1, i, 'test/{wallet}/' || i, '', '', '',
        datetime('2024-01-01', '+' || (i * 80) || ' minutes') FROM n
"""
_POSTGRESQL = """
    INSERT INTO accounts_entry (wallet_id, number, kind, counter_account, amount, balance_after,
        cause, game, tier, note, at)
    SELECT {wallet}, i, {kind}, 'stakes', 1, i, 'test/{wallet}/' || i, '', '', '',
        timestamptz '2024-01-01 00:00Z' + i * interval '80 minutes'
    FROM generate_series(1, {lines}) AS i
"""
_KIND = "CASE WHEN i % 500 = 0 THEN 'deposit' WHEN i % 3 = 0 THEN 'payout' ELSE 'bet' END"


@pytest.fixture
def busy(db) -> User:
    """A player with very many lines, among others with as many."""
    players = [services.register(login=f"Player_{n}", password="correct") for n in range(WALLETS)]
    insert = _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL
    with connection.cursor() as cursor:
        for player in players:
            wallet = Wallet.objects.create(
                user=player, currency=Currency.RUR, balance=LINES, last_number=LINES
            )
            cursor.execute(insert.format(wallet=wallet.pk, lines=LINES, kind=_KIND))
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
    return players[1]


def plans(ask: Callable[[], object]) -> Iterator[tuple[str, str]]:
    """Each statement about the journal that ``ask`` makes, and how the database goes about it."""
    with CaptureQueriesContext(connection) as taken:
        ask()
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    for query in taken.captured_queries:
        if "accounts_entry" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"{explain} {query['sql']}")
                yield query["sql"], "\n".join(str(row[-1]) for row in cursor.fetchall())


def require_index(ask: Callable[[], object], *, only: str = "") -> None:
    """Every statement goes by an index, none sorts or reads the whole table or skips rows.

    ``only`` names the index from which it is answered without the table.
    """
    found = list(plans(ask))
    assert found
    for sql, plan in found:
        assert not re.search(r"Seq Scan|\bSCAN accounts_entry|TEMP B-TREE|Sort", plan), plan
        assert re.search(r"USING (COVERING )?INDEX|Index (Only )?Scan|Bitmap Index", plan), plan
        assert "OFFSET" not in sql
        if only:
            covering = rf"USING COVERING INDEX {only}|Index Only Scan using {only}"
            assert re.search(covering, plan), plan


PERIODS = [
    Period(),
    Period(date(2026, 4, 1), date(2026, 4, 7)),
    Period(date(2026, 3, 1), None),
    Period(date(2024, 2, 1), date(2024, 2, 29)),
    Period(None, date(2025, 1, 1)),
]


def section(busy: User, period: Period) -> sections.Section:
    return sections.section(busy.pk, Currency.RUR, start=period.start, end=period.end)


def test_cash_history_of_very_many_lines_goes_by_indexes(busy):
    for period in PERIODS:
        require_index(lambda period=period: section(busy, period))
        of = section(busy, period)
        assert of.lines > 100
        middle = (of.first + of.last) // 2
        for kind in ("", "bet", "deposit", "surrender"):
            for where in ({}, {"before": middle}, {"after": middle}):
                require_index(
                    lambda of=of, kind=kind, where=where: sections.page(
                        of, kind=kind, size=50, **where
                    )
                )
            require_index(
                lambda of=of, kind=kind, after=middle: sections.chunk(of, kind=kind, after=after)
            )
    require_index(lambda: sections.began_at(section(busy, Period())))


def test_edges_of_a_period_and_sums_of_a_kind_are_answered_from_the_index_alone(busy):
    recent = PERIODS[1]
    wallet = Wallet.objects.get(user=busy)
    require_index(
        lambda: sections._first_from(wallet.pk, LINES, recent.start),
        only="accounts_entry_by_time",
    )
    of = section(busy, Period())
    require_index(lambda: sections.total(of, "deposit"), only="accounts_entry_by_kind")
    assert sections.total(of, "deposit") == LINES // 500
