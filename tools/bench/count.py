"""Count the statements of every scenario on a throw-away database, and print them as JSON.

`python -m tools.bench.count`, with ``CASINO_VAR_DIR`` naming an empty directory.
"""

import json
import os
import sys

import django
from django.core.management import call_command
from django.test.utils import setup_test_environment


def main() -> None:
    """Make the database, and a player for each scenario."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    setup_test_environment()
    call_command("migrate", interactive=False, verbosity=0)
    # Models can be imported only after the set-up above.
    from django.test import Client  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from tests.tables import Seat, give  # noqa: PLC0415
    from tools.bench.queries import SCENARIOS, statements  # noqa: PLC0415

    counted = []
    for number, scenario in enumerate(SCENARIOS):
        player = User.objects.create(username=f"Bench_{number}")
        give(player, 1000)
        browser = Client()
        browser.force_login(player)
        taken = statements(scenario, Seat(player), browser)
        writes = sum(not sql.startswith("SELECT") for sql in taken)
        counted.append((scenario.name, len(taken), writes))
    json.dump(counted, sys.stdout)


if __name__ == "__main__":
    main()
