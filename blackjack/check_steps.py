"""The steps of checking a revealed game, in their order, and at which one a transcript fails.

Pure: the site, the offline checker and the JavaScript in ``static/js/redeal`` name the same ones.
"""

from enum import StrEnum
from typing import Final

from blackjack.transcript_format import TranscriptError


class Step(StrEnum):
    """What is checked, in this order."""

    FILE = "file"
    """The transcript's own form."""
    STRING = "string"
    """The string's strict form, and exactly the decks of the game."""
    MD5 = "md5"
    SHA256 = "sha256"
    SHUFFLE = "shuffle"
    """The player's own shuffle."""
    CUT = "cut"
    MOVED = "moved"
    CARDS = "cards"
    """The deal and the actions, card by card."""
    RESULTS = "results"
    """Outcomes and payouts."""


_BY_CODE: Final = {
    "bad_json": Step.FILE,
    "bad_format": Step.FILE,
    "unknown_field": Step.FILE,
    "unknown_variant": Step.FILE,
    "unknown_rules": Step.FILE,
    "bad_secret": Step.STRING,
    "bad_seed": Step.SHUFFLE,
    "bad_cut": Step.CUT,
    "bad_moved": Step.MOVED,
}
_MONEY: Final = (".stake", ".returned", ".staked", ".outcome", ".insurance")


def step_of(error: TranscriptError) -> Step:
    """Return the step at which a transcript with this error fails."""
    if error.code == "signature_mismatch":
        return Step(error.at)
    if error.code == "result_mismatch" and error.at.endswith(_MONEY):
        return Step.RESULTS
    return _BY_CODE.get(error.code, Step.CARDS)
