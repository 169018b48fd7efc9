"""What all tests share: which of them run, and a clean-up that the journal's triggers allow."""

import os
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase

from accounts import journal_triggers
from accounts.protection import triggers
from blackjack import seeds
from tests.running_house import house
from tools import programs

__all__ = ["house"]

# A deadline per example measures the machine, not the code.
hypothesis.settings.register_profile("casino", deadline=None)
hypothesis.settings.load_profile("casino")

ON_POSTGRESQL = bool(os.environ.get("DATABASE_URL"))
# Groups of the browser and of servers that take more than half a minute, the longest first.
LONGEST = (
    "servers",
    "test_axe_pages",
    "test_keys",
    "test_bingo_table",
    "test_phone",
    "test_axe_table",
    "test_phone_five_boxes",
    "test_when_things_go_wrong",
)
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "_django_db_helper"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what wants a missing program; put the browser last, a file of it into one process.

    The longest files come first, so that both processes end at about the same time.
    """
    missing = {}
    if programs.chromium() is None:
        missing["browser"] = "they drive a browser, and chromium is not on this machine"
    if programs.node() is None:
        missing["node"] = "they run the site's JavaScript, and node is not on this machine"
    for item in items:
        for marker, reason in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))
        if _outside(item):
            item.add_marker(pytest.mark.xdist_group(_together(item)))
    # Playwright leaves an event loop running in its thread, in which Django refuses to work.
    items.sort(key=_turn)
    deselected = [item for item in items if not _belongs(item)]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if _belongs(item)]


def _outside(item: pytest.Item) -> bool:
    """Whether it talks to servers that are started once for all such tests."""
    return any(item.get_closest_marker(marker) for marker in ("browser", "servers"))


def _together(item: pytest.Item) -> str:
    """The group of tests that one process runs."""
    return "servers" if item.get_closest_marker("servers") else item.path.stem


def _turn(item: pytest.Item) -> int:
    """When it comes: after all that a process may do by itself, its group by its length."""
    if not _outside(item):
        return 0
    group = _together(item)
    return 1 + (LONGEST.index(group) if group in LONGEST else len(LONGEST))


def _belongs(item: pytest.Item) -> bool:
    """Whether the test says something on the database of this run."""
    if item.get_closest_marker("sqlite" if ON_POSTGRESQL else "postgresql"):
        return False
    if os.environ.get("ONLY_DATABASE_TESTS") != "1":
        return True
    if item.get_closest_marker("browser"):
        return False  # its server runs in the embedded shape
    if item.get_closest_marker("any_database"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(
        item.get_closest_marker("django_db")
        or item.get_closest_marker("both_databases")
        or item.get_closest_marker("postgresql")
        or fixtures & DATABASE_FIXTURES
    )


def _forget_statistics() -> None:
    """Drop what SQLite has counted: it would choose the next test's plans by rows long gone."""
    if connection.vendor == "sqlite" and "sqlite_stat1" in connection.introspection.table_names(
        include_views=True
    ):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_stat1")
            cursor.execute("ANALYZE sqlite_schema")


@pytest.fixture(scope="session", autouse=True)
def journal_allows_cleanup() -> Iterator[None]:
    """Let tests that commit be cleaned up by a flush, though the journal refuses deletion.

    The triggers are lifted by name for the flush alone and stand again for the next test, as
    do the rows that migrations have seeded.
    """
    case: Any = TransactionTestCase  # the method is Django's own, but for its tests to override
    flush = case._fixture_teardown

    def flush_with_journal(self: TransactionTestCase) -> None:
        # One transaction: the flush writes all permissions anew, and each by itself would have
        # the disk waited for.
        with transaction.atomic():
            for table in (*journal_triggers.ALL, *triggers.ALL):
                table.lift(connection)
            flush(self)
            _forget_statistics()
            for table in (*journal_triggers.ALL, *triggers.ALL):
                table.install(connection)
            seeds.seed_limits()

    case._fixture_teardown = flush_with_journal
    yield
    case._fixture_teardown = flush
