"""Looking for what must be nowhere: cards that are not dealt, and the string they stand in."""

import base64
import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from blackjack.models import Shoe
from fairplay import codec
from fairplay.services import secret_of

_CODE = re.compile(r"(?<![A-Za-z0-9])[2-90JQKA][SCDH](?![A-Za-z0-9])")
_NAME = re.compile(r"(\w+) of (spades|clubs|diamonds|hearts)")
_RANKS = "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
_RUN = 6  # so many cards in a row are no accident, even of base64


def codes(text: str) -> set[str]:
    """Card codes that stand in a text by themselves, and those of cards named in English."""
    named = {
        "234567890JQKA"[_RANKS.index(rank)] + suit[0].upper()
        for rank, suit in _NAME.findall(text)
        if rank in _RANKS
    }
    return set(_CODE.findall(text)) | named


@functools.lru_cache(maxsize=100_000)
def disguises(text: str) -> Sequence[str]:
    """A text as it is, as hex, and as base64 at each of the three places it can begin at."""
    data = text.encode()
    # The first and the last characters of base64 depend on what stands beside.
    encoded = [base64.b64encode(b"x" * skipped + data).decode()[4:-4] for skipped in range(3)]
    return (text, data.hex(), data.hex().upper(), *encoded)


def secrets_of(shoe: Shoe) -> list[str]:
    """What betrays a shoe: its string, its key phrase, and every run of cards in it."""
    text = secret_of(shoe.commitment)
    secret = codec.parse(text)
    runs = [
        mark.join(secret.cards[at : at + _RUN])
        for mark in ("-", " ", ", ", '", "', "")
        for at in range(len(secret.cards) - _RUN + 1)
    ]
    return [text, secret.key, *runs]


def found(body: str, secrets: Iterable[str]) -> list[str]:
    """Which of the secrets stand in the body, plainly or disguised."""
    return [secret for secret in secrets if any(one in body for one in disguises(secret))]


def whole(response: Any) -> str:
    """Everything of an answer that goes over the line."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.items())
    cookies = response.cookies.output()
    return f"{headers}\n{cookies}\n{response.content.decode()}"
