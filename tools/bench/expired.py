"""Add very many games that are kept no longer: `python -m tools.bench.expired 100000`.

They are copies of one game that was played and is over, each with signatures of its own, at a
table of a player of their own. Run under the settings of the server that will be measured.
"""

import os
import sys

import django
from django.db.backends.base.base import BaseDatabaseWrapper


def main(count: int) -> None:
    """Add ``count`` expired rounds with their shoes and strings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.bench.settings")
    django.setup()
    # Models can be imported only after the set-up above.
    from django.db import connection, transaction  # noqa: PLC0415

    game = _played()
    with transaction.atomic(), connection.cursor() as cursor:
        for table, changed in _columns(game, connection.vendor).items():
            cursor.execute(_copies(table, changed, game[table], count, connection))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _played() -> dict[str, int]:
    """Play one game to its end, and give the keys of its rows by table."""
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from tests.tables import NATURAL, Seat, give  # noqa: PLC0415

    player = User(username="Bench_expired", adult_confirmed_at=timezone.now())
    player.set_unusable_password()
    player.save()
    give(player, 100)
    seat = Seat(player)
    seat.play(NATURAL)
    row = seat.round
    return {
        "fairplay_commitment": row.shoe.commitment_id,
        "blackjack_shoe": row.shoe_id,
        "blackjack_round": row.pk,
    }


def _columns(game: dict[str, int], vendor: str) -> dict[str, dict[str, str]]:
    """Say what is different in each copy; ``i`` counts them."""
    first = max(game.values()) + 1_000_000
    sqlite = vendor == "sqlite"
    ago = {
        "dealt_at": "datetime('now', '-11 days')",
        "kept_until": "datetime('now', '-1 days')",
    }
    if not sqlite:
        ago = {
            "dealt_at": "now() - interval '11 days'",
            "kept_until": "now() - interval '1 day'",
        }
    hexed = "printf('%0{0}x', i)" if sqlite else "lpad(to_hex(i), {0}, '0')"
    return {
        "fairplay_commitment": {
            "id": f"i + {first}",
            "md5": hexed.format(32),
            "sha256": hexed.format(64),
        },
        "blackjack_shoe": {"id": f"i + {first}", "commitment_id": f"i + {first}", **ago},
        "blackjack_round": {
            "id": f"i + {first}",
            "shoe_id": f"i + {first}",
            "dealt_at": ago["dealt_at"],
        },
    }


def _copies(
    table: str, changed: dict[str, str], row: int, count: int, connection: BaseDatabaseWrapper
) -> str:
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
    names = [one.name for one in described]
    values = ", ".join(changed.get(name, f't."{name}"') for name in names)
    listed = ", ".join(f'"{name}"' for name in names)
    counting = f"i FROM generate_series(1, {count}) AS i"
    if connection.vendor == "sqlite":
        counting = f"1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < {count}"  # noqa: S608
    return (  # names come from the database itself, numbers from the line above
        f"INSERT INTO {table} ({listed}) "  # noqa: S608
        f"SELECT {values} FROM (WITH RECURSIVE n(i) AS (SELECT {counting}) SELECT i FROM n) AS n, "
        f"(SELECT * FROM {table} WHERE id = {row}) AS t"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
