"""Transcripts of random shoes with one thing falsified, as a cheat or a bad copy would have it.

Every byte follows from kind and number. Each is a transcript that must be refused.
"""

import copy
import random
from collections.abc import Callable
from typing import Any, Final

from blackjack.transcript import replay
from tests.transcripts.random_shoes import GAMES, SCHEMES, written
from tests.transcripts.writing import signed

Document = dict[str, Any]
Falsifier = Callable[[random.Random, Document], None]
KEY_AT: Final = len("anna-DATE20251125TIME152133-SRVKEY-")


def played(kind: str, number: int) -> Document:
    """Write a shoe of the kind's games that has what is to be falsified, signed and shown."""
    games = ("double-deck",) if kind in {"scheme", "moved"} else GAMES
    for attempt in range(100):
        document = written(games[number % len(games)], 1000 * number + attempt)
        needed = {"seed": document.get("player_seed"), "cut": document.get("cut")}
        has_actions = any(entry["actions"] for entry in document["rounds"])
        if document["rounds"] and has_actions and needed.get(kind, True):
            return signed(document)
    raise AssertionError(f"no shoe to falsify: {kind} {number}")


def falsified(kind: str, number: int) -> Document:
    """Write a transcript that is wrong by exactly one thing of this kind."""
    return falsified_of(played(kind, number), kind, number)


def falsified_of(true: Document, kind: str, number: int) -> Document:
    """Falsify one thing of this kind in a transcript that is true, signed and shown."""
    rng = random.Random(f"{kind}/{number}")
    for _ in range(100):
        document = copy.deepcopy(true)
        KINDS[kind](rng, document)
        if document != true and not _means_the_same(document):
            return document
    raise AssertionError(f"nothing falsified: {kind} {number}")


def _means_the_same(document: Document) -> bool:
    """Tell whether the shoe would be dealt as shown all the same: a moved card, say, unused."""
    try:
        replay(document)
    except ValueError:
        return False
    return True


def _string(rng: random.Random, document: Document) -> None:
    text = document["secret"]
    card = text.index("START-") + 6 + 3 * rng.randrange(50)
    this, following = text[card : card + 3], text[card + 3 : card + 6]
    document["secret"] = rng.choice(
        [
            f"{text}\n",
            f"{text}\r\n",
            f" {text}",
            f"\ufeff{text}",
            text.replace("A", "А", 1),  # Cyrillic
            text.replace("-", "–", 1),
            text[:KEY_AT] + ("Q" if text[KEY_AT] != "Q" else "R") + text[KEY_AT + 1 :],
            text[:card] + following + this + text[card + 6 :],
            text[:card] + "AS-" + text[card + 3 :],
            text[:card] + text[card + 1 :],
            f"{text[:card]}7{text[card:]}",
            text.replace("anna", "Anna"),
        ]
    )


def _signature(rng: random.Random, document: Document) -> None:
    name = rng.choice(["md5", "sha256"])
    digits = document[name]
    at = rng.randrange(len(digits))
    other = "0" if digits[at] != "0" else "1"
    document[name] = rng.choice([digits[:at] + other + digits[at + 1 :], digits.upper(), ""])


def _seed(rng: random.Random, document: Document) -> None:
    seed = document["player_seed"]
    changed = rng.choice("abcdefXYZ") + seed[1:]
    document["player_seed"] = rng.choice([changed, seed[:15], f"{seed[:20]}-", f"{seed}\n"])


def _cut(rng: random.Random, document: Document) -> None:
    document["cut"] = rng.choice([document["cut"] + 1, document["cut"] - 1, 0, -1, 10**20])


def _moved(rng: random.Random, document: Document) -> None:
    moved = document["rounds"][0]["moved"]
    document["rounds"][0]["moved"] = rng.choice(
        [moved[1:], [rng.randint(1, 104), *moved], [7, 7], [*moved, 105], [0]]
    )


def _scheme(rng: random.Random, document: Document) -> None:
    document["rounds"][0]["scheme"] = rng.choice([*SCHEMES, "3D2P", "1d2p"])


def _acted(rng: random.Random, document: Document) -> Document:
    entries = [entry for entry in document["rounds"] if entry["actions"]]
    entry: Document = rng.choice(entries)
    return entry


def _action(rng: random.Random, document: Document) -> None:
    actions = _acted(rng, document)["actions"]
    at = rng.randrange(len(actions))
    words = ["hit", "stand", "double", "split", "surrender", "insure", "decline", "fold"]
    if rng.random() < 0.3:
        del actions[at]
    else:
        actions[at] = rng.choice(words)


def _shown(rng: random.Random, document: Document) -> Document:
    shown: Document = rng.choice(document["rounds"])["shown"]
    return shown


def _payout(rng: random.Random, document: Document) -> None:
    shown = _shown(rng, document)
    hand = rng.choice(rng.choice(shown["boxes"])["hands"])
    match rng.randrange(4):
        case 0:
            hand["returned"] += rng.choice([-50, 50, 100])
        case 1:
            shown["returned"] += 100
        case 2:
            hand["outcome"] = rng.choice(["win", "lose", "push", "blackjack"])
        case _:
            hand["stake"] *= 2


def _card(rng: random.Random, document: Document) -> None:
    shown = _shown(rng, document)
    hands = [hand for box in shown["boxes"] for hand in box["hands"]]
    cards = rng.choice([shown["dealer"], *hands])["cards"]
    if rng.random() < 0.2:
        cards.append("2S")
    else:
        cards[rng.randrange(len(cards))] = rng.choice(["AS", "0D", "5C"])


KINDS: Final[dict[str, Falsifier]] = {
    "string": _string,
    "signature": _signature,
    "seed": _seed,
    "cut": _cut,
    "moved": _moved,
    "scheme": _scheme,
    "action": _action,
    "payout": _payout,
    "card": _card,
}
"""What is falsified, and how."""


def some_falsified(number: int) -> list[tuple[str, Document]]:
    """Return so many falsified transcripts, the kinds in turn."""
    kinds = list(KINDS)
    return [
        (kinds[index % len(kinds)], falsified(kinds[index % len(kinds)], index // len(kinds)))
        for index in range(number)
    ]
