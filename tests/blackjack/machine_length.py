"""How long the machine of whole tables plays: evenings, and steps of each."""

import os

LONG = os.environ.get("CASINO_FAULTS") == "1"
LONG_NIGHTS = {"FreshShoes": (50, 60), "ShoesThatAreKept": (20, 60)}
"""A step at a shoe that is kept is often a whole hour of many requests."""
_QUICK = {"FreshShoes": (5, 20), "ShoesThatAreKept": (4, 12)}
"""Below ten evenings hypothesis makes up every one afresh."""


def evenings_and_steps(tables: str) -> tuple[int, int]:
    return LONG_NIGHTS[tables] if LONG else _QUICK[tables]
