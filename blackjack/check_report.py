"""A check in words, line by line: what the terminal checker prints.

Pure. ``static/js/redeal/report.js`` and ``view.js`` show the same in a browser. The words are
those of ``fairplay.check_words``, in one language, by key.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from blackjack.check_causes import likely_cause
from blackjack.check_steps import Step, step_of
from blackjack.engine.cards import DECK
from blackjack.transcript import replay
from blackjack.transcript_format import TranscriptError, load

MATCHES: Final = 0
DIFFERS: Final = 1
UNREADABLE: Final = 2
"""Exit statuses of a check."""

GROUPS: Final[Mapping[str, Sequence[Step]]] = {
    "signatures": (Step.STRING, Step.MD5, Step.SHA256),
    "order": (Step.SHUFFLE, Step.CUT, Step.MOVED),
    "cards": (Step.CARDS,),
    "results": (Step.RESULTS,),
}
_SUITS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_PART: Final = re.compile(r"([^.\[\]]+)(?:\[([0-9]+)\])?")
_MONEY: Final = ("stake", "staked", "returned")

Words = Mapping[str, str]


def check(text: bytes, words: Words, *, comma: bool) -> tuple[int, list[str]]:
    """Check a transcript and return the exit status and the lines to print.

    Args:
        comma: whether amounts are written with a comma.
    """
    document: Any = None
    try:
        document = load(text)
        result = replay(document)
    except TranscriptError as error:
        status = UNREADABLE if step_of(error) is Step.FILE else DIFFERS
        return status, list(_refused(text, document, error, words, comma=comma))
    return MATCHES, list(_dealt(document, result, words, comma=comma))


def _dealt(document: Any, result: Any, words: Words, *, comma: bool) -> Iterator[str]:
    states = {step: _state(document, step) for step in Step}
    whole = "missing" not in states.values()
    yield words["verdict.ok" if whole else "verdict.dealt"]
    yield words["verdict.by_yourself"]
    yield from _steps(states, words)
    for number, played in enumerate(result["rounds"], start=1):
        yield ""
        yield words["place.rounds"] % {"number": number}
        yield from (f"  {line}" for line in _round(played, words, comma=comma))
    for paid in result.get("bingo_paid", ()):
        yield (
            f"{words['table.bingo']}, {words['place.boxes'] % {'number': paid['box']}}: "
            f"{_paid(paid, words, comma=comma)}"
        )


def _state(document: Any, step: Step) -> str:
    """Return the status of a step of a transcript in which nothing differs."""
    rounds = document["rounds"]
    match step:
        case Step.MD5 | Step.SHA256:
            return "ok" if step.value in document else "missing"
        case Step.SHUFFLE:
            return "ok" if "player_seed" in document else "unused"
        case Step.CUT:
            cards = document["secret"].count("-") - 4
            return "ok" if document.get("cut", cards) < cards else "unused"
        case Step.MOVED:
            return "ok" if any(entry.get("moved") for entry in rounds) else "unused"
        case Step.CARDS | Step.RESULTS:
            return "ok" if all("shown" in entry for entry in rounds) else "missing"
        case _:
            return "ok"


def _steps(states: Mapping[Step, str], words: Words) -> Iterator[str]:
    for name, steps in GROUPS.items():
        yield f"{words[f'group.{name}']}:"
        for step in steps:
            yield f"  {words[f'step.{step.value}']}: {words[f'status.{states[step]}']}"


def _refused(
    text: bytes, document: Any, error: TranscriptError, words: Words, *, comma: bool
) -> Iterator[str]:
    failing = step_of(error)
    yield f"{words['verdict.wrong']}: {words[f'step.{failing.value}']}"
    yield words[f"code.{error.code}"]
    if failing is not Step.FILE:
        order = list(Step)
        states = {
            step: "wrong"
            if step is failing
            else ("none" if order.index(step) > order.index(failing) else _state(document, step))
            for step in Step
        }
        yield from _steps(states, words)
    if error.at:
        yield f"{words['label.where']}: {_place(error.at, document, words)} ({error.at})"
    if error.code in {"signature_mismatch", "result_mismatch"}:
        yield f"{words['label.expected']}: {_value(error.expected, error.at, words, comma=comma)}"
        yield f"{words['label.found']}: {_value(error.found, error.at, words, comma=comma)}"
    cause = likely_cause(text, document, error)
    if cause is not None:
        yield f"{words['label.cause']}: {words[f'cause.{cause.key}'] % cause.values}"
    yield f"[step={failing.value} code={error.code} at={error.at}]"


def _place(at: str, document: Any, words: Words) -> str:
    """Say a path in words, from the outside in."""
    said = []
    round_index = 0
    for name, index in _PART.findall(at):
        if name == "shown":
            continue
        number = int(index) + 1 if index else None
        if name == "rounds" and index:
            round_index = int(index)
        if name == "boxes" and index:
            number = _box(document, round_index, int(index))
        word = words.get(f"place.{name}", name)
        if "%(number)s" in word and number is not None:
            said.append(word % {"number": number})
        else:
            said.append(word if number is None else f"{word} {number}")
    return ", ".join(said)


def _box(document: Any, round_index: int, index: int) -> int:
    """Return the number of the box that is the ``index``-th with a bet in this round."""
    numbers = sorted(int(name) for name in document["rounds"][round_index]["bets"])
    return numbers[index] if index < len(numbers) else index + 1


def _value(value: Any, at: str, words: Words, *, comma: bool) -> str:
    if value is None:
        return words["label.nothing"]
    if isinstance(value, str):
        return _face(value) if value in DECK else words.get(f"outcome.{value}", value)
    if isinstance(value, list) and value and all(one in DECK for one in value):
        return " ".join(map(_face, value))
    if type(value) is int and at.rpartition(".")[2] in _MONEY:
        return _money(value, comma=comma)
    return str(value)


def _round(played: Any, words: Words, *, comma: bool) -> Iterator[str]:
    dealer = played["dealer"]
    yield f"{words['table.dealer']}: {_cards(dealer)} · {dealer['points']}"
    for box in played["boxes"]:
        several = len(box["hands"]) > 1
        for number, hand in enumerate(box["hands"], start=1):
            name = words["table.box_hand" if several else "table.box"]
            outcome = _value(hand["outcome"] or "open", "", words, comma=comma)
            yield (
                f"{name % {'number': box['box'], 'hand': number}}: {_cards(hand)} · {outcome} · "
                f"{_paid(hand, words, comma=comma)}"
            )
        if box["insurance"]["stake"]:
            name = words["table.insurance"] % {"number": box["box"]}
            yield f"{name}: {_paid(box['insurance'], words, comma=comma)}"
    total = {"stake": played["staked"], "returned": played["returned"]}
    yield f"{words['table.total']}: {_paid(total, words, comma=comma)}"


def _cards(of: Any) -> str:
    return " ".join(map(_face, of["cards"]))


def _face(card: str) -> str:
    return f"{'10' if card[0] == '0' else card[0]}{_SUITS[card[1]]}"


def _paid(of: Any, words: Words, *, comma: bool) -> str:
    amounts = {name: _money(of[name], comma=comma) for name in ("stake", "returned")}
    return words["table.money"] % amounts


def _money(hundredths: int, *, comma: bool) -> str:
    minus, size = ("−", -hundredths) if hundredths < 0 else ("", hundredths)
    rest = f"{',' if comma else '.'}{size % 100:02d}" if size % 100 else ""
    return f"{minus}{size // 100}{rest}"
