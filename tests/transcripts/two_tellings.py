"""The same transcripts dealt by Python and by JavaScript: the two must tell the same.

`make test` compares hundreds, `make faults PARTS=checkers` thousands.
"""

import json
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from blackjack.check_causes import likely_cause
from blackjack.check_steps import step_of
from blackjack.transcript import TranscriptError, replay, replay_bytes
from blackjack.transcript_format import load
from tests.transcripts.falsified import some_falsified
from tests.transcripts.random_shoes import GAMES, Document, written
from tests.transcripts.writing import signed
from tools import programs

RUNNER = Path(__file__).with_name("redeal_lines.mjs")


def random_shoes(number: int, first: int = 0) -> list[bytes]:
    """Return so many random shoes, the games in turn, every second one signed and shown."""
    lines = []
    for index in range(first, first + number):
        document: Document = written(GAMES[index % len(GAMES)], index)
        lines.append(line(signed(document) if index % 2 else document))
    return lines


def falsified(number: int) -> list[bytes]:
    """Return so many falsified transcripts, all kinds in turn."""
    return [line(document) for _, document in some_falsified(number)]


def line(document: object) -> bytes:
    """Write a transcript as one line."""
    return json.dumps(document).encode()


def by_javascript(lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Deal transcripts under node: each one's ``result``, ``step`` where it stops, ``cause``."""
    node = programs.node()
    assert node is not None
    done = subprocess.run(
        [node, str(RUNNER)], input=b"\n".join(lines) + b"\n", capture_output=True, check=True
    )
    return [json.loads(answer) for answer in done.stdout.splitlines()]


def by_python(text: bytes) -> dict[str, Any]:
    """Deal a transcript by the engine, told in the same way."""
    result = replay_bytes(text)
    document: object = None
    try:
        document = load(text)
        replay(document)
    except TranscriptError as error:
        cause = likely_cause(text, document, error)
        told = None if cause is None else {"key": cause.key, "values": dict(cause.values)}
        return {"result": result, "step": step_of(error).value, "cause": told}
    return {"result": result, "step": None, "cause": None}


def differences(lines: Sequence[bytes]) -> Iterable[str]:
    """Name every transcript of which the two tell different things; messages are free."""
    told = by_javascript(lines)
    assert len(told) == len(lines)
    for text, theirs in zip(lines, told, strict=True):
        ours = by_python(text)
        for one in (ours, theirs):
            one["result"].get("error", {}).pop("message", None)
        if ours != theirs:
            yield f"{_first_difference(ours, theirs)} in {text[:2000]!r}"


def _first_difference(ours: Any, theirs: Any, at: str = "") -> str:
    if isinstance(ours, dict) and isinstance(theirs, dict) and set(ours) == set(theirs):
        pairs = [(f"{at}.{name}", ours[name], theirs[name]) for name in ours]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [
            (f"{at}[{index}]", *both) for index, both in enumerate(zip(ours, theirs, strict=True))
        ]
    else:
        return f"{at}: {ours!r} by Python, {theirs!r} by JavaScript"
    wrong = [pair for pair in pairs if pair[1] != pair[2]]
    return _first_difference(wrong[0][1], wrong[0][2], wrong[0][0])
