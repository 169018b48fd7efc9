"""What a part of the long proofs gives: figures, or the reason why there are none."""

from dataclasses import dataclass


class Failed(Exception):
    """What had to hold did not, or could not be asked; in words."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report."""

    what: str
    value: str
