"""Why a transcript does not check, as likely as can be told: a line break, one changed character.

Pure. ``static/js/redeal/causes.js`` finds the same causes. Positions in a string count from 1.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from blackjack.check_steps import Step, step_of
from blackjack.engine.cards import RANKS, SUITS
from blackjack.transcript_format import TranscriptError

_BOM: Final = "\ufeff"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_START: Final = "-START-"
_END_LENGTH: Final = len("-END")
_LONGEST: Final = 2000
"""No string of eight decks is longer; a search must not hang on what is no string at all."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause: its key among the words of checks, and what is said of it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


def likely_cause(text: bytes, document: object, error: TranscriptError) -> Cause | None:
    """Return why the transcript fails, or ``None`` where nothing likely is found.

    Args:
        text: the bytes of the file.
        document: what they say, or ``None`` where they are no JSON.
    """
    step = step_of(error)
    if error.code == "bad_json":
        return _of_file(text)
    written = document if isinstance(document, dict) else {}
    if step is Step.SHUFFLE:
        return _around(written["player_seed"])
    if step in {Step.STRING, Step.MD5, Step.SHA256}:
        return _of_string(written, error)
    if step is Step.CARDS:
        return Cause("shown" if error.code == "result_mismatch" else "choices")
    return Cause("payout") if step is Step.RESULTS else None


def _of_file(text: bytes) -> Cause | None:
    if text.startswith(_BOM.encode()):
        return Cause("bom")
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return Cause("file_encoding")
    return None


def _around(text: str) -> Cause | None:
    """Find what copying adds at the ends of a text."""
    if text.startswith(_BOM):
        return Cause("bom")
    if text.rstrip("\r\n") != text:
        return Cause("newline")
    return Cause("blanks") if text.strip(" \t\r\n\u00a0") != text else None


def _of_string(document: Mapping[str, Any], error: TranscriptError) -> Cause | None:
    text: str = document["secret"]
    around = _around(text)
    if around is not None:
        return around
    for position, sign in enumerate(text, start=1):
        if sign > "~" or sign < " ":
            return Cause("encoding", {"position": position, "code": f"U+{ord(sign):04X}"})
    if error.code == "signature_mismatch":
        written = _of_signature(document, error)
        if written is not None:
            return written
    return _repaired(text, document)


def _of_signature(document: Mapping[str, Any], error: TranscriptError) -> Cause | None:
    """Tell whether the signature rather than the string was changed."""
    claimed, actual = str(error.expected), str(error.found)
    if claimed.strip(" \t\r\n").lower() == actual:
        return Cause("signature_written")
    data = document["secret"].encode("ascii")
    other = {
        "md5": ("sha256", hashlib.sha256(data).hexdigest()),
        "sha256": ("md5", hashlib.md5(data, usedforsecurity=False).hexdigest()),
    }[error.at]
    if document.get(other[0]) != other[1]:
        return None
    pairs = zip(claimed.ljust(len(actual)), actual, strict=False)
    position = next((at for at, (one, two) in enumerate(pairs, start=1) if one != two), 1)
    return Cause("signature_changed", {"position": position})


def _repaired(text: str, document: Mapping[str, Any]) -> Cause | None:
    """Look for the one change of the string after which the signature fits."""
    if len(text) > _LONGEST:
        return None
    if isinstance(document.get("md5"), str):
        wanted, name = document["md5"], "md5"
    elif isinstance(document.get("sha256"), str):
        wanted, name = document["sha256"], "sha256"
    else:
        return None
    for candidate, cause in _candidates(text):
        # hashlib.new would be slower; only these two are ever named.
        data = candidate.encode("ascii")
        if name == "md5":
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
        else:
            digest = hashlib.sha256(data).hexdigest()
        if digest == wanted:
            return cause
    return None


def _candidates(text: str) -> Iterator[tuple[str, Cause]]:
    """Yield the strings that one slip makes ``text`` of, and the slip."""
    start = text.find(_START) + len(_START) if _START in text else len(text)
    for at, sign in enumerate(text):
        for other in _signs(at, start, len(text)):
            if other != sign:
                values = {"position": at + 1, "found": sign, "expected": other}
                yield text[:at] + other + text[at + 1 :], Cause("changed", values)
    for at in range(start, len(text) - 4, 3):
        first, second = text[at : at + 2], text[at + 3 : at + 5]
        if first != second:
            swapped = f"{text[:at]}{second}{text[at + 2 : at + 3]}{first}{text[at + 5 :]}"
            yield swapped, Cause("swapped", {"position": at + 1})
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :], Cause("added", {"position": at + 1, "found": text[at]})
    for at in range(len(text) + 1):
        for other in _signs(at, start, len(text) + 1):
            values = {"position": at + 1, "expected": other}
            yield text[:at] + other + text[at:], Cause("lost", values)


def _signs(at: int, start: int, length: int) -> str:
    """Return the signs that may stand at this place of a string."""
    if not start <= at < length - _END_LENGTH:
        return _LETTERS
    return (RANKS, SUITS, "-")[(at - start) % 3]
