"""The form of a transcript: JSON in, typed values out, or the first offending element.

Pure. ``transcript`` plays what is read here. Every amount is an integer in hundredths.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from blackjack.engine.rules import Rules

FORMAT: Final = "blackjack-transcript/1"


LONGEST_NUMBER: Final = 4000
"""Digits. A bet may be any multiple of a unit, but its round's sums must still be printable."""


class TranscriptError(ValueError):
    """A transcript that can't be replayed.

    Attributes:
        at: path of the first offending element, ``""`` for the whole document.
        code: one of the codes that the format names.
        expected, found: where two values differ, what the replay gives or the signature says, and
            what stands there instead.
    """

    def __init__(
        self, at: str, code: str, message: str, *, expected: object = None, found: object = None
    ) -> None:
        super().__init__(message)
        self.at = at
        self.code = code
        self.message = message
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One round of a transcript, as written: types are checked, values are not."""

    bets: Mapping[str, int]
    actions: Sequence[str]
    scheme: str | None
    moved: Sequence[int]
    leave: Sequence[int]
    bingo: Mapping[str, int]
    shown: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Document:
    """A transcript, as written: types are checked, values are not."""

    variant: str
    secret: str
    rounds: Sequence[RoundEntry]
    rules: int | None
    md5: str | None
    sha256: str | None
    player_seed: str | None
    cut: int | None
    bingo_before: Mapping[str, Mapping[str, Any]]
    leave: Sequence[int]


def load(text: bytes) -> object:
    """Parse JSON strictly: UTF-8, no NaN, and no name twice in one object.

    Raises:
        TranscriptError: ``bad_json``.
    """
    try:
        return json.loads(
            text.decode("utf-8"),
            parse_constant=_no_constant,
            parse_int=_number,
            object_pairs_hook=_unique_names,
        )
    except (ValueError, RecursionError) as error:
        message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise TranscriptError("", "bad_json", f"this is not JSON: {message}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has at most {LONGEST_NUMBER} digits")
    return int(digits)


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        # Readers disagree on which of two values counts; a proof must not depend on the reader.
        raise ValueError("a name stands twice in one object")
    return names


# --- types -------------------------------------------------------------------------------------

Check = Callable[[object, str], None]


def _wrong(at: str, what: str) -> NoReturn:
    raise TranscriptError(at, "bad_format", f"{at or 'the document'} must be {what}")


def _text(value: object, at: str) -> None:
    if not isinstance(value, str):
        _wrong(at, "a string")


def _integer(value: object, at: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(at, "an integer")


def _object(value: object, at: str) -> None:
    if not isinstance(value, dict):
        _wrong(at, "an object")


def _list_of(check: Check) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, list):
            _wrong(at, "a list")
        for index, item in enumerate(value):
            check(item, f"{at}[{index}]")

    return checked


def _map_of(check: Check) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, dict):
            _wrong(at, "an object")
        for name, item in value.items():
            check(item, f"{at}.{name}")

    return checked


def _record(fields: Mapping[str, Check], required: Sequence[str]) -> Check:
    def checked(value: object, at: str) -> None:
        if not isinstance(value, dict):
            _wrong(at, "an object")
        for name in required:
            if name not in value:
                path = _join(at, name)
                raise TranscriptError(path, "bad_format", f"{path} is missing")
        for name, check in fields.items():
            if name in value:
                check(value[name], _join(at, name))

    return checked


def _join(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


_SESSION: Final[dict[str, Check]] = {
    "stake": _integer,
    "lit": _list_of(_integer),
    "rounds": _integer,
}
_ROUND: Final[dict[str, Check]] = {
    "scheme": _text,
    "moved": _list_of(_integer),
    "leave": _list_of(_integer),
    "bets": _map_of(_integer),
    "bingo": _map_of(_integer),
    "actions": _list_of(_text),
    "house_from": _integer,
    "shown": _object,
}
_DOCUMENT: Final[dict[str, Check]] = {
    "format": _text,
    "rules": _integer,
    "variant": _text,
    "secret": _text,
    "md5": _text,
    "sha256": _text,
    "player_seed": _text,
    "cut": _integer,
    "bingo_before": _map_of(_record(_SESSION, tuple(_SESSION))),
    "rounds": _list_of(_record(_ROUND, ("bets", "actions"))),
    "leave": _list_of(_integer),
}
_check_types = _record(_DOCUMENT, ("format", "variant", "secret", "rounds"))

_BINGO_FIELDS: Final = frozenset({"bingo_before", "bingo", "leave"})
_EXPERT_FIELDS: Final = frozenset({"scheme", "moved"})


def read(value: object, rules: Rules | None) -> Document:
    """Check the form of a whole document and return it typed.

    Args:
        value: what ``load`` returned.
        rules: the row of the document's variant (of any version), or ``None`` when the variant
            is unknown; then only what does not depend on it is checked.

    Raises:
        TranscriptError: ``bad_format`` or ``unknown_field``, looked for in this order.
    """
    _check_types(value, "")
    assert isinstance(value, dict)  # noqa: S101  checked above; tells the type checker
    if value["format"] != FORMAT:
        raise TranscriptError("format", "bad_format", f"the format must be {FORMAT!r}")
    if rules is not None:
        _require_rounds(len(value["rounds"]), rules)
    for index, entry in enumerate(value["rounds"]):
        house_from = entry.get("house_from")
        if house_from is not None and not 0 <= house_from < len(entry["actions"]):
            at = f"rounds[{index}].house_from"
            raise TranscriptError(at, "bad_format", f"{at} must be the index of an action")
    _require_known_fields(value, rules)
    return Document(
        variant=value["variant"],
        secret=value["secret"],
        rounds=[_round_entry(entry) for entry in value["rounds"]],
        rules=value.get("rules"),
        md5=value.get("md5"),
        sha256=value.get("sha256"),
        player_seed=value.get("player_seed"),
        cut=value.get("cut"),
        bingo_before=value.get("bingo_before", {}),
        leave=value.get("leave", []),
    )


def _require_rounds(number: int, rules: Rules) -> None:
    """Fresh shoes have one round, kept ones at least one, or none that sessions were left in."""
    if rules.kept_shoe is None and number != 1:
        raise TranscriptError("rounds", "bad_format", "a shoe of this game has exactly one round")
    if rules.kept_shoe is not None and not rules.bingo and number == 0:
        raise TranscriptError("rounds", "bad_format", "a shoe of this game has a round")


def _round_entry(entry: Mapping[str, Any]) -> RoundEntry:
    return RoundEntry(
        bets=entry["bets"],
        actions=entry["actions"],
        scheme=entry.get("scheme"),
        moved=entry.get("moved", []),
        leave=entry.get("leave", []),
        bingo=entry.get("bingo", {}),
        shown=entry.get("shown"),
    )


def _require_known_fields(value: Mapping[str, Any], rules: Rules | None) -> None:
    absent: frozenset[str] = frozenset()
    if rules is not None:
        absent |= frozenset() if rules.bingo else _BINGO_FIELDS
        absent |= frozenset() if rules.expert_mode else _EXPERT_FIELDS
    places: list[tuple[str, Mapping[str, Any], Mapping[str, Check]]] = [("", value, _DOCUMENT)]
    places += [
        (f"bingo_before.{box}", session, _SESSION)
        for box, session in value.get("bingo_before", {}).items()
    ]
    places += [(f"rounds[{index}]", entry, _ROUND) for index, entry in enumerate(value["rounds"])]
    for at, record, known in places:
        for name in record:
            if name not in known or name in absent:
                path = _join(at, name)
                raise TranscriptError(path, "unknown_field", f"{path} is no field of this game")


_BOX: Final = re.compile(r"[1-9][0-9]*", re.ASCII)


def box_number(name: str) -> int | None:
    """Return the box that a JSON name stands for, or ``None``: ``"1"`` is one, ``"01"`` is not."""
    # Far more digits than any table has boxes would cost time and name no box.
    return int(name) if len(name) < 4 and _BOX.fullmatch(name) else None
