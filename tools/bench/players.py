"""Make players with money, sessions and open tables, and print them as JSON for the load.

`python -m tools.bench.players 40 [double-deck,classic]`, under the settings of the server that will
be measured; with games named they sit at the tables for roubles of these only.
"""

import json
import os
import secrets
import sys

import django


def main(count: int, games: str = "") -> None:
    """Make ``count`` players who sit at every table, or at those of some games."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.bench.settings")
    django.setup()
    made = [_player(number, games.split(",") if games else []) for number in range(count)]
    json.dump(made, sys.stdout)


def _player(number: int, games: list[str]) -> dict[str, object]:
    # Models can be imported only after the set-up above.
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import Currency, User  # noqa: PLC0415
    from blackjack import services  # noqa: PLC0415
    from blackjack.engine.rules import NEWEST, RULES, Variant  # noqa: PLC0415
    from blackjack.presenters.table import MODES, table_url  # noqa: PLC0415
    from tests.tables import give  # noqa: PLC0415

    # Beside those of an earlier run.
    name = f"Bench_{number}_{secrets.token_hex(4)}"
    player = User(username=name, adult_confirmed_at=timezone.now())
    player.set_unusable_password()
    player.save()
    give(player, 10_000_000)
    browser = Client()
    browser.force_login(player)
    tables = []
    for variant in games or RULES[NEWEST]:
        for currency in [Currency.RUR.value] if games else MODES.values():
            services.open_table(player=player, variant=Variant(variant), currency=currency)
            tables.append(table_url(Variant(variant), currency))
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    return {"id": player.pk, "session": session, "tables": tables}


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
