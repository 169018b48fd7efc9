"""Which index each statement of an action takes: `python -m tools.bench.plans` beside a house.

Plays the scenarios whose statements are counted, and asks the database how it would find the rows.
"""

import os
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

import django
from django.test.utils import setup_test_environment

LARGE: Final = (
    *("accounts_entry", "accounts_user", "accounts_wallet"),
    *("blackjack_round", "blackjack_shoe", "blackjack_table", "fairplay_commitment"),
)
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
            sys.stdout.write(f"    {sql[:40]:42}{', '.join(ways)}\n")
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


def _way(vendor: str, found: Any) -> str:
    if vendor == "sqlite":
        kind, table, index = found
        whole = kind == "SCAN"
    else:
        kind, index, table = found
        whole = kind == "Seq Scan"
    if whole:
        return f"ALL OF {table}" if table in LARGE else f"all of {table}"
    return index or f"{kind.lower()} of {table}"


if __name__ == "__main__":
    main()
