"""How long the machine of whole tables plays: evenings, and steps of each."""

import os

LONG = os.environ.get("CASINO_FAULTS") == "1"
LONG_NIGHT = (50, 60)
_QUICK = {"FreshShoes": (7, 25), "ShoesThatAreKept": (5, 16)}
"""Below ten evenings hypothesis makes up every one afresh."""


def evenings_and_steps(tables: str) -> tuple[int, int]:
    return LONG_NIGHT if LONG else _QUICK[tables]
