"""Chance and faults of the machine of whole tables: dice, a failing database, and going back."""

import random
from typing import Any

from django.db import OperationalError, transaction

TASTES = (("A88", "A80"), ("A00", "0A"), ("665", "456"), ("", "A8"), ("", "456"), ("", ""))
"""Ranks of a shoe's first cards, and ranks of those that follow."""
FOUR_NUMBERS = "AKAKAKAKAK7KAQAQAQAQAQ8QAJAJAJAJAJ9JA0A0A0A0A000"
"""Blackjacks on five boxes, and a dealer with 17, 18, 19 and 20: one request for each round."""
FULL_CARD = FOUR_NUMBERS + "AKAKAKAK0Q5J6"
OF_SIX_DECKS = ((FULL_CARD, ""), (FOUR_NUMBERS, "A0"), ("88A8", "A8"), ("AAAA", "A0"))
TELLING = 24


class Dice(random.Random):
    """Falls the same way for the same seed, and likes shoes whose first cards decide something."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        first, then = self.choice(TASTES if len(x) < 300 else (*TASTES, *OF_SIX_DECKS))
        for place, rank in enumerate(first):
            at = next(at for at in range(place, len(x)) if x[at][0] == rank)
            x.insert(place, x.pop(at))
        telling = [at for at in range(len(first), len(x)) if x[at][0] in then][:TELLING]
        rest = [card for at, card in enumerate(x) if at >= len(first) and at not in set(telling)]
        x[len(first) :] = [x[at] for at in telling] + rest


class _TakenBack(Exception):
    pass


class Undone:
    """Whatever happens inside is taken back, also what the services keep for good."""

    def __enter__(self) -> None:
        self.block = transaction.atomic()
        vars(self.block)["_from_testcase"] = (
            True  # as Django's own test cases tell durable transactions
        )
        self.block.__enter__()

    def __exit__(self, *_: object) -> None:
        self.block.__exit__(_TakenBack, _TakenBack(), None)


class Failing:
    """The database refuses the statement with this number, once."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.left -= 1
        if sql.startswith("ROLLBACK TO"):
            self.left = (
                0  # a server that can't even roll back is gone: nothing would be left to see
            )
        elif self.left == 0:
            raise OperationalError("the server closed the connection unexpectedly")
        return execute(sql, params, many, context)
