"""A worker that is killed: `python -m tests.blackjack.expiry.worker DATABASE NOW KILLED_AT`.

It runs the expiry's task on a database that a test has filled, and kills itself with SIGKILL
before its statement of that number; 0 lets it live. Nothing of it gets the chance to clean up.
"""

import os
import signal
import sys
from datetime import datetime
from typing import Any

import django
import time_machine


class Killed:
    """Ends this process before the statement with this number, for good."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)


def main(database: str, now: str, killed_at: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    # Models can be imported only after the set-up above.
    from django.db import connection

    from blackjack import tasks
    from blackjack.services import deletion, sweeping

    connection.settings_dict["NAME"] = database
    # Small batches, so that there is a middle to be killed in; no pauses.
    vars(deletion).update(_SHOES=2, _SHARE=1)
    vars(sweeping).update(_SHARE=1)
    with (
        time_machine.travel(datetime.fromisoformat(now), tick=False),
        connection.execute_wrapper(Killed(killed_at)),
    ):
        tasks.expire()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
