"""Rounds per second of the engine alone, and what a stored round costs to replay.

Pure work on one core, with fixed seeds: two runs play the same rounds. Processor time is taken,
so that other programs on the machine count as little as can be.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from cryptography.fernet import Fernet, MultiFernet

from blackjack.engine import choices, shoe
from blackjack.engine.cards import Card, decks
from blackjack.engine.round import act, deal, replay
from blackjack.engine.rules import NEWEST, RULES, Rules
from blackjack.engine.state import Round
from fairplay import codec

RUNS: Final = 5
ROUNDS: Final = 4000
REPLAYS: Final = 400
_SHOES: Final = 100
_LEFT_FOR_A_ROUND: Final = 70
"""No round of three boxes takes more cards than this."""
_BET: Final = 1000


@dataclass(frozen=True, slots=True)
class Figure:
    """Runs of one measurement, each in rounds per second."""

    name: str
    runs: tuple[float, ...]
    decisions: float = 0.0
    """Actions of the player per round, on average."""

    @property
    def median(self) -> float:
        """The figure to compare."""
        return statistics.median(self.runs)


def random_play() -> Iterator[Figure]:
    """Play every game with random legal actions, one box and three; shuffling is not timed."""
    for rules in RULES[NEWEST].values():
        for boxes in (1, 3):
            yield _random_play(rules, boxes)


def _random_play(rules: Rules, boxes: int) -> Figure:
    runs, decided = [], 0
    for number in range(RUNS):
        chance = random.Random(number)  # noqa: S311  the same rounds in every run
        shoes = [_shuffled(rules, chance) for _ in range(_SHOES)]
        starts = [
            (shoes[index % _SHOES], chance.randrange(rules.cards - _LEFT_FOR_A_ROUND))
            for index in range(ROUNDS)
        ]
        bets = dict.fromkeys(range(1, boxes + 1), _BET)
        began = time.process_time()
        for cards, first in starts:
            decided += _played(rules, cards, first, bets, chance)
        runs.append(ROUNDS / (time.process_time() - began))
    name = f"{rules.variant.value}, {boxes} box{'es' if boxes > 1 else ''}"
    return Figure(name, tuple(runs), decided / (RUNS * ROUNDS))


def _played(
    rules: Rules, cards: tuple[Card, ...], first: int, bets: dict[int, int], chance: random.Random
) -> int:
    """Play one round to its end; how many actions that took."""
    taken = 0
    round_ = deal(rules, cards, bets=bets, first_card=first)
    while not round_.finished:
        round_ = act(round_, chance.choice(choices.legal(round_)))
        taken += 1
    return taken


def stored_replay() -> Iterator[Figure]:
    """Time what every request does with a stored round, step by step and as a whole."""
    for rules in RULES[NEWEST].values():
        yield from _stored_replay(rules)


def _stored_replay(rules: Rules) -> Iterator[Figure]:
    chance = random.Random(rules.cards)  # noqa: S311  as above
    text = codec.encode(
        login="Player_1",
        date="20240131",
        time="235959",
        key="K" * 32,
        cards=_shuffled(rules, chance),
    )
    signatures = codec.sign(text)
    key = Fernet.generate_key()
    sealed = MultiFernet([Fernet(key)]).encrypt(text.encode("ascii"))
    bets = dict.fromkeys((1, 2, 3), _BET)

    def opened() -> str:
        return MultiFernet([Fernet(key)]).decrypt(sealed).decode("ascii")

    def arranged(opened_text: str) -> tuple[Card, ...]:
        secret = codec.parse(opened_text)
        return shoe.arrange(
            secret.cards, secret_sha256=signatures.sha256, cut_after=17, moved=(5, 40)
        )

    order = arranged(text)
    actions = _some_actions(deal(rules, order, bets=bets), chance)

    def played(cards: tuple[Card, ...]) -> Round:
        return replay(rules, cards, bets=bets, actions=actions)

    def whole() -> Round:
        opened_text = opened()
        assert codec.sign(opened_text) == signatures  # noqa: S101  as fairplay.services does
        return played(arranged(opened_text))

    name = rules.variant.value
    yield _timed(f"{name}: decrypt", opened)
    yield _timed(f"{name}: check both signatures", lambda: codec.sign(text))
    yield _timed(f"{name}: parse, cut, move two cards", lambda: arranged(text))
    yield _timed(f"{name}: replay {len(actions)} actions on 3 boxes", lambda: played(order))
    yield _timed(f"{name}: all of it", whole)


def _some_actions(round_: Round, chance: random.Random) -> list[str]:
    actions: list[str] = []
    while not round_.finished:
        action = chance.choice(choices.legal(round_))
        actions.append(action.value)
        round_ = act(round_, action)
    return actions


def _timed(name: str, step: Callable[[], object]) -> Figure:
    runs = []
    for _ in range(RUNS):
        began = time.process_time()
        for _ in range(REPLAYS):
            step()
        runs.append(REPLAYS / (time.process_time() - began))
    return Figure(name, tuple(runs))


def _shuffled(rules: Rules, chance: random.Random) -> tuple[Card, ...]:
    cards = list(decks(rules.decks))
    chance.shuffle(cards)
    return tuple(cards)
