"""Transcripts for tests: the cards that matter come first, the rest of the decks behind them."""

import copy
import json
from collections import Counter
from typing import Any

import pytest

from blackjack.engine.cards import decks
from blackjack.transcript import TranscriptError, replay, replay_bytes
from fairplay import codec

DECKS = {"double-deck": 2, "six-deck": 6, "classic": 6, "bingo": 6}
BOX = "8S 9H"
"""A box that stands on 17."""
DEALER = {17: "0C 7D", 18: "0C 8D", 19: "0C 9D", 20: "0C KD", 21: "0C 5D 6S", 22: "0C 6D 6S"}
"""Up card, hole card and what is drawn, by total."""


def secret(first: str, number: int = 2, **parts: str) -> str:
    """Build the string of a shoe that begins with these cards."""
    begin = first.split()
    left = Counter(decks(number)) - Counter(begin)
    rest = [card for card in decks(number)[:52] for _ in range(left[card])]
    words = {"login": "anna", "date": "20251125", "time": "152133", "key": "K3Y0" * 8} | parts
    return codec.encode(cards=[*begin, *rest], **words)


def transcript(
    first: str = "7C 0S 9H 0D", actions: str = "", variant: str = "double-deck", **fields: Any
) -> dict[str, Any]:
    """Write a transcript of one round; ``fields`` are those of the round, or of the whole."""
    entry: dict[str, Any] = {"bets": {"1": 1000}, "actions": actions.split()}
    whole: dict[str, Any] = {
        "format": "blackjack-transcript/1",
        "variant": variant,
        "secret": secret(first, DECKS.get(variant, 2)),
    }
    in_round = {"bets", "scheme", "moved", "shown", "house_from", "bingo"}
    entry |= {name: value for name, value in fields.items() if name in in_round}
    whole |= {name: value for name, value in fields.items() if name not in in_round}
    return {"rounds": [entry]} | whole


def shoe(
    *rounds: dict[str, Any], variant: str = "bingo", first: str | None = None, **whole: Any
) -> dict[str, Any]:
    """Write a transcript of a kept shoe.

    Args:
        rounds: entries; ``total`` in one stands for the cards that let every box stand on 17 and
            the dealer end with that total. The bets are 10 units on the first box if absent.
        first: the first cards of the shoe instead.
    """
    cards, entries = [], []
    for written in rounds:
        entry: dict[str, Any] = {
            "bets": {"1": 1000},
            "actions": ["stand"] * len(written.get("bets", "1")),
        }
        entry |= written
        total = entry.pop("total", None)
        if total is not None:
            cards += [BOX] * len(entry["bets"]) + [DEALER[total]]
        entries.append(entry)
    text = " ".join(cards) if first is None else first
    document = {
        "format": "blackjack-transcript/1",
        "variant": variant,
        "secret": secret(text, DECKS[variant]),
        "rounds": entries,
    }
    return document | whole


def signed(document: dict[str, Any]) -> dict[str, Any]:
    """Add both signatures and what the table showed."""
    made = copy.deepcopy(document)
    result = replay(made)
    made |= {name: result["signatures"][name] for name in ("md5", "sha256")}
    for entry, shown in zip(made["rounds"], result["rounds"], strict=True):
        entry["shown"] = shown
    return made


def put(document: Any, path: str, value: object) -> None:
    """Put a value at a path such as ``rounds.0.scheme``."""
    *way, last = path.split(".")
    for part in way:
        document = document[int(part) if isinstance(document, list) else part]
    document[int(last) if isinstance(document, list) else last] = value


def error(document: object) -> tuple[str, str]:
    """Return code and path of what is wrong; the command's object must say the same."""
    with pytest.raises(TranscriptError) as raised:
        replay(document)
    found = raised.value
    assert found.message
    assert replay_bytes(json.dumps(document).encode()) == {
        "ok": False,
        "error": {"at": found.at, "code": found.code, "message": found.message},
    }
    return found.code, found.at
