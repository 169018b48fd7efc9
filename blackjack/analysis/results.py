"""The computed results as files beside this module, each with the hash of the rules it is of."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from blackjack.engine import bingo, settle
from blackjack.engine.rules import Rules, Variant
from blackjack.engine.state import Outcome

DIRECTORY: Final = Path(__file__).parent / "results"
_UNIT: Final = 200


def path_of(variant: Variant) -> Path:
    """Return where the results of a game are kept."""
    return DIRECTORY / f"{variant}.json"


def rules_hash(rules: Rules) -> str:
    """Return the SHA-256 of all that the results depend on: a game's row, and what is paid.

    Equal rules have equal hashes, whatever the order in which they were written down.
    """
    paid = {
        "outcomes": {str(one): settle.returned(_UNIT, one) for one in Outcome},
        "insurance": settle.INSURANCE_RETURNS,
        "bingo": bingo.PAY_TABLES[bingo.NEWEST_PAY_TABLE] if rules.bingo else None,
    }
    text = json.dumps([asdict(rules), paid], sort_keys=True, default=sorted)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def write(rules: Rules, result: dict[str, Any]) -> Path:
    """Keep the results of a game, and return where."""
    path = path_of(rules.variant)
    whole = {"rules": rules_hash(rules), **result}
    lines = [f"{json.dumps(key)}: {_entry(value)}" for key, value in whole.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
    return path


def _entry(value: Any) -> str:
    """Write a list with a line for each of its entries: so that a change can be read."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
    if isinstance(value, dict):
        return (
            "{\n"
            + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            + "\n}"
        )
    return json.dumps(value)


def read(variant: Variant) -> dict[str, Any]:
    """Return the results of a game as they were computed.

    Raises:
        FileNotFoundError: it has not been analysed.
    """
    found: dict[str, Any] = json.loads(path_of(variant).read_text(encoding="ascii"))
    return found
