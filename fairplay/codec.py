"""The secret string of a shoe, and its signatures (rules.md 4.1, 4.2 and section 10).

``LOGIN-DATEyyyymmddTIMEhhmmss-SRVKEY-KEY-START-7D-AS-...-9S-END``, ASCII without a newline.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LOGIN: Final = r"[A-Za-z0-9_]{3,20}"
KEY_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
KEY_LENGTH: Final = 32

# A login holds no hyphen, so the fields can't be told apart in two ways.
_FORM: Final = re.compile(
    rf"(?P<login>{LOGIN})-DATE(?P<date>[0-9]{{8}})TIME(?P<time>[0-9]{{6}})"
    rf"-SRVKEY-(?P<key>[A-Z0-9]{{{KEY_LENGTH}}})"
    r"-START-(?P<cards>[2-90JQKA][SCDH](?:-[2-90JQKA][SCDH])*)-END",
    re.ASCII,
)
_MONTH_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class BadSecret(ValueError):
    """The text has not the form of a secret string."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What a secret string says.

    Attributes:
        date: day of preparation in the casino's time zone, ``yyyymmdd``.
        time: time of day, ``hhmmss``.
        key: the fresh random phrase, 32 characters ``A-Z0-9``.
        cards: the signed order.
    """

    login: str
    date: str
    time: str
    key: str = field(repr=False)  # a log line must never hold what may still be secret
    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Signatures:
    """Both signatures of a string, lower-case hex. SHA-256 is the one that binds."""

    md5: str
    sha256: str


def encode(*, login: str, date: str, time: str, key: str, cards: Sequence[str]) -> str:
    """Build the secret string of a shoe. Source: rules.md 4.1.

    Raises:
        BadSecret: a part has not its form, so that the string could not be parsed again.
    """
    text = f"{login}-DATE{date}TIME{time}-SRVKEY-{key}-START-{'-'.join(cards)}-END"
    parse(text)
    return text


def parse(text: str) -> Secret:
    """Read a secret string back.

    Raises:
        BadSecret: it has not exactly the form of rules.md 4.1, a trailing newline included.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadSecret("the string is not LOGIN-DATE…TIME…-SRVKEY-KEY-START-cards-END")
    date, time = match["date"], match["time"]
    if not (_is_date(date) and _is_time(time)):
        raise BadSecret(f"there is no date and time {date} {time}")
    return Secret(match["login"], date, time, match["key"], tuple(match["cards"].split("-")))


def sign(text: str) -> Signatures:
    """Return both signatures of a secret string. Source: rules.md 4.2.

    Raises:
        BadSecret: the text is not ASCII.
    """
    try:
        data = text.encode("ascii")
    except UnicodeEncodeError:
        raise BadSecret("a secret string is ASCII") from None
    return Signatures(
        md5=hashlib.md5(data, usedforsecurity=False).hexdigest(),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def _is_date(date: str) -> bool:
    year, month, day = int(date[:4]), int(date[4:6]), int(date[6:])
    if not (year and 1 <= month <= len(_MONTH_DAYS) and 1 <= day <= _MONTH_DAYS[month - 1]):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return leap or (month, day) != (2, 29)


def _is_time(time: str) -> bool:
    return int(time[:2]) < 24 and int(time[2:4]) < 60 and int(time[4:]) < 60
