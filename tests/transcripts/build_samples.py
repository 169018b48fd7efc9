"""Write the sample transcripts of docs/transcripts: `python -m tests.transcripts.build_samples`.

Every byte follows from this file: the cards that matter are written out in the order of the cut
shoe, the others and the key phrases come from a hash of the sample's name.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blackjack.engine.cards import decks
from blackjack.transcript import replay
from fairplay import codec
from tests.transcripts import kept_samples

DIRECTORY = Path(__file__).resolve().parents[2] / "docs" / "transcripts"
DECKS = {"double-deck": 2, "six-deck": 6, "classic": 6, "bingo": 6}


@dataclass(frozen=True)
class Sample:
    """One sample.

    Attributes:
        cards: the first cards of the cut shoe.
        cut: number of the last card of the first part.
        choices: fields of the round beside bets and actions.
        last: cards at the end of the cut shoe.
        seed: of the player's own shuffle; then ``cards`` are those before it.
        more: the further rounds of a kept shoe, whose cards follow.
        before: bingo sessions running when the shoe began.
        leave: bingo places left after the last round.
    """

    variant: str
    cards: str
    cut: int
    bets: dict[str, int]
    actions: str
    login: str = "anna"
    choices: dict[str, Any] = field(default_factory=dict)
    last: str = ""
    seed: str | None = None
    more: tuple[kept_samples.Played, ...] = ()
    before: dict[str, Any] | None = None
    leave: tuple[int, ...] = ()

    @property
    def first(self) -> list[str]:
        """The cards of all rounds."""
        return " ".join([self.cards, *(cards for cards, *_ in self.more)]).split()


def kept(variant: str, rounds: tuple[kept_samples.Played, ...], cut: int, **fields: Any) -> Sample:
    """Make a sample of several rounds."""
    (cards, bets, actions, choices), *more = rounds
    return Sample(variant, cards, cut, bets, actions, choices=choices, more=tuple(more), **fields)


SAMPLES = {
    "insured-split": Sample(
        "double-deck",
        "AC 8S 8H AS KD 0H 3D KC QS",
        12,
        {"1": 1000, "3": 500},
        "insure split stand hit",
    ),
    "double-and-soft-17": Sample(
        "double-deck",
        "6C 5S 6H 0S 8D 9C AD KH",
        104,
        {"1": 1000, "2": 2500},
        "double stand",
        "boris",
    ),
    "early-surrender": Sample(
        "six-deck", "KC 0S 6H 0H 9S AD", 150, {"1": 300, "2": 1000}, "surrender stand"
    ),
    "expert-moved-cards": Sample(
        "double-deck",
        "0H 3C 7D 9C 9D 5C 2H 9H 0C",
        40,
        {"1": 1000, "3": 500},
        "hit stand split hit stand",
        "Vera_1",
        {"scheme": "2D2P", "moved": [3, 104, 1]},
        last="AS",
    ),
    "own-shuffle-ended-by-the-house": Sample(
        "six-deck",
        "",
        200,
        {"1": 500, "2": 500, "3": 700},
        "double split hit stand stand",
        "guest_7K2M",
        {"house_from": 3},
        seed="aB3dE6gH9jK2mN5p",
    ),
    "only-blackjacks-left": Sample(
        "double-deck", "6C AS KH QD AD 9D 5S", 1, {"1": 100, "2": 300}, "", "boris"
    ),
    "only-insurance-left": Sample(
        "six-deck", "AC 0S 6H 0H 5D 0D KC 2S", 312, {"2": 1000, "3": 1000}, "insure hit hit"
    ),
    "all-bust": Sample(
        "double-deck",
        "0S 6H 0H 5D 7C AH 0D KS",
        77,
        {"1": 1000, "2": 2000},
        "hit hit",
        choices={"scheme": "2P2D"},
    ),
    "split-aces": Sample(
        "six-deck",
        "9C AS AH 5D 5C KD 8D 6H 0S 9H 7S 0D",
        31,
        {"1": 1000, "2": 1000},
        "split split double hit",
        "Vera_1",
    ),
    "unfinished": Sample(
        "double-deck",
        "AC 0S 9H QS JH 5C 0D 2H",
        64,
        {"1": 1500, "2": 1000},
        "stand insure split hit",
    ),
    "classic-shoe": kept("classic", kept_samples.CLASSIC, 99),
    "bingo-shoe": kept(
        "bingo",
        kept_samples.BINGO,
        301,
        login="boris",
        before=kept_samples.BINGO_BEFORE,
        leave=(5,),
    ),
}


def shoe_of(name: str, sample: Sample) -> list[str]:
    """Return the signed order: cutting it gives the cards of the sample first."""
    first, last = sample.first, sample.last.split()
    left = Counter(decks(DECKS[sample.variant])) - Counter([*first, *last])
    numbered = [f"{name}/{card}/{copy}" for card in sorted(left) for copy in range(left[card])]
    others = [text.split("/")[1] for text in sorted(numbered, key=hashed)]
    order = [*first, *others, *last]
    before = len(order) - sample.cut
    return order if sample.seed else [*order[before:], *order[:before]]


def hashed(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def transcript(name: str) -> dict[str, Any]:
    """Return the sample as it stands in its file."""
    sample = SAMPLES[name]
    number = list(SAMPLES).index(name)
    text = codec.encode(
        login=sample.login,
        date=f"202511{number + 10}",
        time=f"1521{number + 30}",
        key="".join(codec.KEY_ALPHABET[byte % len(codec.KEY_ALPHABET)] for byte in hashed(name)),
        cards=shoe_of(name, sample),
    )
    signatures = codec.sign(text)
    rounds = [
        {**choices, "bets": bets, "actions": actions.split()}
        for bets, actions, choices in [
            (sample.bets, sample.actions, sample.choices),
            *(played[1:] for played in sample.more),
        ]
    ]
    document = {
        "format": "blackjack-transcript/1",
        "rules": 1,
        "variant": sample.variant,
        "secret": text,
        "md5": signatures.md5,
        "sha256": signatures.sha256,
        **({} if sample.seed is None else {"player_seed": sample.seed}),
        "cut": sample.cut,
        **({} if sample.before is None else {"bingo_before": sample.before}),
        "rounds": rounds,
        **({"leave": list(sample.leave)} if sample.leave else {}),
    }
    for round_, shown in zip(rounds, replay(document)["rounds"], strict=True):
        round_["shown"] = shown
    return document


def main() -> None:
    """Write every transcript and its result."""
    for name in SAMPLES:
        document = transcript(name)
        for suffix, content in ((".json", document), (".result.json", replay(document))):
            text = json.dumps(content, indent=2) + "\n"
            (DIRECTORY / f"{name}{suffix}").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
