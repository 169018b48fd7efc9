"""Which index each statement of an action takes: `python -m tools.bench.plans` beside a house.

Plays the scenarios whose statements are counted, and asks the database how it would find the rows.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import django
from django.test.utils import setup_test_environment

LARGE: Final = 500
"""Rows; a smaller table is read as a whole with good reason."""
SCENARIOS: Final = 7
"""The first ones: a hit, a split, ends, a deal."""
_FOUND: Final = {
    "postgresql": re.compile(r"(\w+ Scan)(?: Backward)?(?: using (\w+))? on (\w+)"),
    "sqlite": re.compile(r"(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?(?:INDEX )?(.+?))?(?: \(|$)"),
}


def main() -> None:
    """Print every statement's way to its rows, and how many read a large table as a whole."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.bench.settings")
    django.setup()
    setup_test_environment()
    # Models can be imported only after the set-up above.
    from django.test import Client  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from tests.tables import Seat, give  # noqa: PLC0415
    from tools.bench.queries import SCENARIOS as ALL  # noqa: PLC0415
    from tools.bench.queries import statements  # noqa: PLC0415

    whole = 0
    for number, scenario in enumerate(ALL[:SCENARIOS]):
        player = User.objects.create(username=f"Plan_{number}", adult_confirmed_at=timezone.now())
        give(player, 1000)
        browser = Client()
        browser.force_login(player)
        sys.stdout.write(f"\n  {scenario.name}\n")
        for sql in statements(scenario, Seat(player), browser):
            if sql.startswith("INSERT"):
                continue
            ways = list(_ways(sql))
            sys.stdout.write(f"    {' '.join(sql.split())[:40]:42}{', '.join(ways)}\n")
            whole += sum(way.startswith("ALL OF ") for way in ways)
    sys.stdout.write(f"\n  statements that read a large table as a whole: {whole}\n")


def _ways(sql: str) -> Iterator[str]:
    from django.db import connection  # noqa: PLC0415

    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {sql}".replace("%", "%%") if "%" in sql else f"{explain} {sql}")
        for line in cursor.fetchall():
            for found in _FOUND[connection.vendor].findall(str(line[-1])):
                yield _way(connection.vendor, found)


@cache
def _rows(table: str) -> int:
    """How many rows a table has; none where it is no table but an alias."""
    from django.db import connection  # noqa: PLC0415

    if table not in connection.introspection.table_names():
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608  it is one of the tables
        found: int = cursor.fetchone()[0]
    return found


def _way(vendor: str, found: Any) -> str:
    if vendor == "sqlite":
        kind, table, index = found
        whole = kind == "SCAN"
    else:
        kind, index, table = found
        whole = kind == "Seq Scan"
    if whole:
        return f"ALL OF {table}" if _rows(table) > LARGE else f"all of {table}"
    return index or f"{kind.lower()} of {table}"


if __name__ == "__main__":
    main()
