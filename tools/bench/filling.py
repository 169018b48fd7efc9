"""Fill a house: `python -m tools.bench.filling ROUNDS LINES`, under the settings of the server.

Copies of one game that was played and is over, and of journal lines, shared out evenly among people
of their own and those who are there already: as if all had played for months. The books of such a
house do not agree; it is thrown away.
"""

import os
import sys
from collections.abc import Mapping
from typing import Any, Final

import django

EACH: Final = 1_000
"""Rounds of one player."""
FIRST: Final = 1_000
"""The copies' keys go down from here below nothing: they are older than all that was played."""
ROUNDS_SPAN: Final = 9 * 24 * 3600
LINES_SPAN: Final = 100 * 24 * 3600
"""Seconds over which they are spread."""
PAUSE: Final = 6 * 3600
LINES_BEGIN: Final = 100_000_000
"""Behind every number that a wallet gives its lines while it is measured."""


def main(rounds: int, lines: int) -> None:
    """Add what is missing to so many rounds and lines."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.bench.settings")
    django.setup()
    # Models can be imported only after the set-up above.
    from django.db import connection, transaction  # noqa: PLC0415

    seat = _played(rounds)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET statement_timeout = 0")
        with transaction.atomic():
            _fill(cursor, connection, seat, rounds, lines)
        cursor.execute("ANALYZE")


def _fill(cursor: Any, connection: Any, seat: Any, rounds: int, lines: int) -> None:
    from accounts.models import Entry  # noqa: PLC0415
    from blackjack.models import Round  # noqa: PLC0415

    more = max(rounds - Round.objects.count(), 0)
    first = FIRST + Round.objects.count()
    copies = _Copies(cursor, connection, first)
    people = max(more // EACH, 1)
    copies.make("accounts_user", seat.player.pk, people, username=f"'F' || (i + {first})")
    wallet = Entry.objects.filter(wallet__user=seat.player).latest("pk").wallet_id
    copies.make("accounts_wallet", wallet, people, user_id=f"-(i + {first})")
    copies.make("blackjack_table", seat.table.pk, people, player_id=f"-(i + {first})")

    copies.share("blackjack_table", "variant = 'double-deck' AND currency = 'RUR'")
    hexed = "printf('%0{0}x', i)" if copies.sqlite else "lpad(to_hex(i + {1}), {0}, '0')"
    if copies.sqlite:
        hexed = "printf('%0{0}x', i + {1})"
    commitment = seat.round.shoe.commitment_id
    digests = {name: hexed.format(of, first) for name, of in (("md5", 32), ("sha256", 64))}
    copies.make("fairplay_commitment", commitment, more, **digests)
    of_shoe = {"commitment_id": f"-(i + {first})", "table_id": "target.pk"}
    copies.make("blackjack_shoe", seat.round.shoe_id, more, **of_shoe)
    of_round = {"shoe_id": f"-(i + {first})", "table_id": "target.pk"}
    at = copies.ago(ROUNDS_SPAN, more)
    copies.make("blackjack_round", seat.round.pk, more, dealt_at=at, **of_round)

    copies.share("accounts_wallet", "currency = 'RUR'")
    more = max(lines - Entry.objects.count(), 0)
    copies.first = FIRST + Entry.objects.count()
    copies.make(
        "accounts_entry",
        Entry.objects.filter(wallet=wallet, kind="bet").latest("pk").pk,
        more,
        wallet_id="target.pk",
        number=f"i + {LINES_BEGIN} + {copies.first}",
        cause=f"'filling/' || (i + {copies.first})",
        at=copies.ago(LINES_SPAN, more),
    )


def _played(number: int) -> Any:
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from tests.tables import NATURAL, Seat, give  # noqa: PLC0415

    player = User(username=f"Filling_{number}", adult_confirmed_at=timezone.now())
    player.set_unusable_password()
    player.save()
    give(player, 100)
    seat = Seat(player)
    seat.play(NATURAL)
    return seat


class _Copies:
    """Copies of single rows; those of rounds and lines are dealt out to targets in turn."""

    def __init__(self, cursor: Any, connection: Any, first: int) -> None:
        self.cursor, self.connection, self.first = cursor, connection, first
        self.sqlite: bool = connection.vendor == "sqlite"
        self.targets = 1
        cursor.execute("CREATE TEMPORARY TABLE target (n integer PRIMARY KEY, pk bigint)")
        cursor.execute("INSERT INTO target VALUES (0, 0)")

    def share(self, table: str, where: str) -> None:
        """Deal what is made from now on to the rows of a table."""
        self.cursor.execute("DELETE FROM target")
        rows = f"SELECT row_number() OVER (ORDER BY id) - 1, id FROM {table} WHERE {where}"  # noqa: S608
        self.cursor.execute(f"INSERT INTO target {rows}")
        self.cursor.execute("SELECT count(*) FROM target")
        self.targets = self.cursor.fetchone()[0]

    def make(self, table: str, row: int, count: int, **changed: str) -> None:
        """Make so many copies of a row, these columns apart; ``i`` counts them."""
        if not count:
            return
        values: Mapping[str, str] = {"id": f"-(i + {self.first})", **changed}
        described = self.connection.introspection.get_table_description(self.cursor, table)
        names = [one.name for one in described]
        listed = ", ".join(f'"{name}"' for name in names)
        taken = ", ".join(values.get(name, f't."{name}"') for name in names)
        counting = f"i FROM generate_series(1, {count}) AS i"
        if self.sqlite:
            counting = f"1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < {count}"  # noqa: S608
        # Names come from the database itself, numbers and expressions from this file.
        self.cursor.execute(
            f"INSERT INTO {table} ({listed}) SELECT {taken} "  # noqa: S608
            f"FROM (WITH RECURSIVE n(i) AS (SELECT {counting}) SELECT i FROM n) AS n "
            f"JOIN target ON target.n = n.i % {self.targets}, "
            f"(SELECT * FROM {table} WHERE id = {row}) AS t"
        )

    def ago(self, span: int, count: int) -> str:
        """Spread evenly over so many seconds, which ended this morning.

        Whoever had played until now would be asked how long he means to go on.
        """
        seconds = f"{PAUSE} + i * {span}.0 / {max(count, 1)}"
        if self.sqlite:
            return f"datetime('now', (-({seconds})) || ' seconds')"
        return f"now() - ({seconds}) * interval '1 second'"


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
