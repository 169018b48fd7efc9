"""Random legal shoes, replayed and compared: `python -m tests.transcripts.random_shoes NUMBER`.

Every byte of a shoe follows from its game and number. What it replays to is told a second time
by ``tests.engine.oracle`` and ``oracle_kept``, which share no code with the product.
"""

import hashlib
import random
import sys
from typing import Any

from blackjack.engine import choices
from blackjack.engine import round as engine
from blackjack.engine.cards import decks
from blackjack.engine.rules import RULES, Variant
from blackjack.engine.state import Round, Scheme
from blackjack.transcript import replay
from fairplay import codec
from tests.engine import oracle, oracle_kept

GAMES = tuple(variant.value for variant in Variant)
SCHEMES = tuple(scheme.value for scheme in Scheme)
SEED_CHARACTERS = "abcdefXYZ0123456789"
CELLS = (17, 18, 19, 20, 21)

Document = dict[str, Any]


def rules_of(game: str) -> Any:
    return RULES[1][Variant(game)]


def written(game: str, number: int) -> Document:
    """Write a whole shoe: rounds until its mark, or some fewer, the last perhaps unfinished."""
    rng = random.Random(f"{game}/{number}")
    rules = rules_of(game)
    cards = list(decks(rules.decks))
    rng.shuffle(cards)
    key = "".join(rng.choices(codec.KEY_ALPHABET, k=32))
    text = codec.encode(login="anna", date="20251125", time="152133", key=key, cards=cards)
    document: Document = {
        "format": "blackjack-transcript/1",
        "variant": game,
        "secret": text,
        "rounds": [],
    }
    if rng.random() < 0.5:
        document["player_seed"] = "".join(rng.choices(SEED_CHARACTERS, k=rng.randint(16, 64)))
    if rng.random() < 0.7:
        document["cut"] = rng.randint(1, len(cards))
    before = sessions_before(rng) if rules.bingo and rng.random() < 0.5 else {}
    if before:
        document["bingo_before"] = before
    most = 1 if rules.kept_shoe is None else rng.choice([1, 3, 99, 99])
    if rules.bingo and rng.random() < 0.05:
        most = 0
    out, played = 0, None
    while len(document["rounds"]) < most and (played is None or played.finished):
        if rules.kept_shoe is not None and out >= rules.kept_shoe.replaced_from:
            break
        entry = round_entry(rng, document, rules)
        document["rounds"].append(entry)
        played = play(rng, document, entry, out)
        out = played.next_card
    if rules.bingo and (played is None or played.finished):
        document["leave"] = rng.sample(*some(rng, running(document)))
    return document


def sessions_before(rng: random.Random) -> Document:
    before = {}
    for box in rng.sample(range(1, 6), rng.randint(1, 5)):
        lit = rng.sample(CELLS, rng.randint(1, 4))
        rounds = len(lit) + rng.choice([0, 0, 1, 9])
        before[str(box)] = {"stake": 100 * rng.randint(1, 50), "lit": lit, "rounds": rounds}
    return before


def round_entry(rng: random.Random, document: Document, rules: Any) -> Document:
    boxes = rng.sample(range(1, rules.boxes + 1), rng.randint(1, rules.boxes))
    bets = {str(box): 100 * rng.randint(1, 50) for box in boxes}
    entry: Document = {"bets": bets, "actions": []}
    if rules.expert_mode:
        entry["scheme"] = rng.choice(SCHEMES)
        entry["moved"] = rng.sample(range(1, rules.cards + 1), rng.randint(0, 5))
    if rules.bingo:
        sessions = running(document)
        left = rng.sample(*some(rng, sessions)) if rng.random() < 0.3 else []
        free = [box for box in bets if int(box) not in set(sessions) - set(left)]
        laid = rng.sample(*some(rng, free))
        entry["leave"] = left
        entry["bingo"] = {box: 100 * rng.randint(1, bets[box] // 100) for box in laid}
    return entry


def some(rng: random.Random, population: list[Any]) -> tuple[list[Any], int]:
    return population, rng.randint(0, len(population))


def play(rng: random.Random, document: Document, entry: Document, out: int) -> Round:
    """Choose random legal actions, seldom not to the end."""
    order = dealt_order(document, entry)
    round_ = engine.deal(
        rules_of(document["variant"]),
        order,
        bets={int(box): amount for box, amount in entry["bets"].items()},
        scheme=Scheme(entry.get("scheme", "1D2P")),
        first_card=out,
    )
    bold, tired = rng.random(), rng.choice([0, 0, 0, 0.02])
    while not round_.finished and rng.random() >= tired:
        legal = choices.legal(round_)
        wished = "split" if "split" in legal and rng.random() < bold else rng.choice(legal)
        entry["actions"].append(str(wished))
        round_ = engine.act(round_, wished)
    return round_


def dealt_order(document: Document, entry: Document) -> list[str]:
    text = document["secret"]
    return oracle.arranged(
        codec.parse(text).cards,
        hashlib.sha256(text.encode()).hexdigest(),
        document.get("player_seed"),
        document.get("cut"),
        entry.get("moved", ()),
    )


def running(document: Document) -> list[int]:
    return [int(box) for box in expected(document)["bingo"]]


def expected(document: Document) -> Document:
    """Tell the rounds and the bingo of a shoe a second time."""
    game, out = document["variant"], 0
    rounds: list[Document] = []
    lines = []
    for entry in document["rounds"]:
        bets = {int(box): amount for box, amount in entry["bets"].items()}
        order = dealt_order(document, entry)
        if game in oracle_kept.END_OF_SHOE:
            assert out < oracle_kept.END_OF_SHOE[game]
            told = oracle_kept.play(game, order, bets, entry["actions"], out)
        else:
            told = oracle.play(game, order, bets, entry.get("scheme", "1D2P"), entry["actions"])
        rounds.append(told)
        out = told["next_card"]
        laid = {int(box): stake for box, stake in entry.get("bingo", {}).items()}
        total = told["dealer"]["points"] if told["finished"] else None
        lines.append((entry.get("leave", []), list(bets), laid, total))
    result: Document = {"rounds": rounds}
    if game == "bingo":
        before = {
            int(box): oracle_kept.BingoCard(one["stake"], totals_of(one))
            for box, one in document.get("bingo_before", {}).items()
        }
        left = document.get("leave", [])
        result["bingo"], result["bingo_paid"] = oracle_kept.bingo_shoe(lines, before, left)
    return result


def totals_of(session: Document) -> list[int]:
    """Dealer's totals that light these cells in so many rounds."""
    return session["lit"] + session["lit"][:1] * (session["rounds"] - len(session["lit"]))


def require_same(game: str, number: int) -> Document:
    """Replay a shoe; it must be what the other telling says.

    Raises:
        AssertionError: the two differ.
    """
    document = written(game, number)
    result = replay(document)
    told = expected(document)
    for name, value in told.items():
        assert result[name] == value, f"{game} {number}: {name} differs"
    assert set(result) == {"ok", "signatures", *told}
    return document


def main() -> None:
    """Compare as many shoes of each game as the command line says."""
    for game in GAMES:
        for number in range(int(sys.argv[1])):
            require_same(game, number)
        sys.stdout.write(f"{game}: {sys.argv[1]} shoes replay to what the other telling says\n")


if __name__ == "__main__":
    main()
