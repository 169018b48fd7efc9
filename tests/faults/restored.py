"""A casino that goes on from a backup: `python -m tests.faults.restored DATABASE [play|try]`.

Prints as JSON what its database holds, and what the books say where they can be read. With ``play``
the open rounds are played to their end first, through the real pages; ``try`` presses once at each.
"""

import json
import os
import sys

import django


def main(database: str, word: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.core.serializers.json import DjangoJSONEncoder
    from django.db import connection
    from django.test.utils import setup_test_environment

    from accounts.requests_verification import verify_requests
    from accounts.verification import verify_journal
    from blackjack.engine.rules import Variant
    from blackjack.models import Round
    from blackjack.verification import verify_rounds
    from tests.tables import Seat, clients, everything_read

    setup_test_environment()
    connection.settings_dict["NAME"] = database
    answers = []
    waiting = Round.objects.filter(ended_at=None).select_related("table__player")
    for row in waiting if word else ():
        table = row.table
        seat = Seat(table.player, Variant(table.variant), table.currency)
        (tab,) = clients(table.player, 1)
        while seat.round.ended_at is None:
            answers.append(seat.post_act(tab, "stand").status_code)
            if word == "try":
                break
    books = {"lines": verify_journal().entries, "requests": verify_requests().requests}
    if word != "try":
        books["rounds"] = verify_rounds().rounds
    told = {"everything": everything_read(), "books": books, "answers": answers}
    json.dump(told, sys.stdout, cls=DjangoJSONEncoder, sort_keys=True)


if __name__ == "__main__":
    main(sys.argv[1], "".join(sys.argv[2:]))
