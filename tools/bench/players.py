"""Make players with money, sessions and open tables, and print them as JSON for the load.

`python -m tools.bench.players 40`, under the settings of the server that will be measured.
"""

import json
import os
import sys

import django


def main(count: int) -> None:
    """Make ``count`` players who sit at every table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.bench.settings")
    django.setup()
    made = [_player(number) for number in range(count)]
    json.dump(made, sys.stdout)


def _player(number: int) -> dict[str, object]:
    # Models can be imported only after the set-up above.
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from blackjack import services  # noqa: PLC0415
    from blackjack.engine.rules import NEWEST, RULES  # noqa: PLC0415
    from blackjack.presenters.table import MODES, table_url  # noqa: PLC0415
    from tests.tables import give  # noqa: PLC0415

    player = User(username=f"Bench_{number}", adult_confirmed_at=timezone.now())
    player.set_unusable_password()
    player.save()
    give(player, 10_000_000)
    browser = Client()
    browser.force_login(player)
    tables = []
    for variant in RULES[NEWEST]:
        for currency in MODES.values():
            services.open_table(player=player, variant=variant, currency=currency)
            tables.append(table_url(variant, currency))
    return {"session": browser.cookies[settings.SESSION_COOKIE_NAME].value, "tables": tables}


if __name__ == "__main__":
    main(int(sys.argv[1]))
