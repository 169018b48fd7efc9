"""The order of the cards between the shuffle and the deal (rules.md sections 4 and 10).

The player's own shuffle, the cut and the moved cards, applied in this order to the signed order.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

from blackjack.engine.cards import Card
from blackjack.engine.errors import BadCut, BadMoved, BadSeed

SEED_PATTERN: Final = re.compile(r"[A-Za-z0-9]{16,64}", re.ASCII)
SHUFFLE_LABEL: Final = "blackjack-player-shuffle/1"
_WORD_RANGE: Final = 2**32


def arrange(
    cards: Sequence[Card],
    *,
    secret_sha256: str,
    seed: str | None = None,
    cut_after: int | None = None,
    moved: Sequence[int] = (),
) -> tuple[Card, ...]:
    """Return the order in which the signed ``cards`` are dealt.

    Source: rules.md 4.5, 4.6 and section 10.

    Args:
        secret_sha256: lower-case hex SHA-256 of the secret string, which the seed is mixed with.
        seed: the player's own shuffle; ``None`` leaves the signed order.
        cut_after: ``None`` declines the cut, like the number of the last card.
        moved: positions of the cut shoe that come out first.

    Raises:
        BadSeed, BadCut, BadMoved: see the functions below.
    """
    order = tuple(cards)
    if seed is not None:
        order = player_shuffle(order, secret_sha256=secret_sha256, seed=seed)
    if cut_after is not None:
        order = cut(order, cut_after)
    return move_to_front(order, moved)


def cut(cards: Sequence[Card], after: int) -> tuple[Card, ...]:
    """Swap the two parts of the shoe, so that play starts with card ``after + 1``.

    Source: rules.md 4.5. Cutting after the last card changes nothing.

    Args:
        after: number of the last card of the first part, from 1 to ``len(cards)``.

    Raises:
        BadCut: ``after`` names no card.
    """
    if not 1 <= after <= len(cards):
        raise BadCut(after, len(cards))
    return (*cards[after:], *cards[:after])


def move_to_front(cards: Sequence[Card], positions: Sequence[int]) -> tuple[Card, ...]:
    """Put the cards at ``positions`` first, in the listed order; the rest keep theirs.

    Source: rules.md 4.6. All positions are read once, against the cut shoe.

    Raises:
        BadMoved: a position names no card, or is listed twice.
    """
    if not positions:
        return tuple(cards)
    seen: set[int] = set()
    for index, position in enumerate(positions):
        if position in seen or not 1 <= position <= len(cards):
            raise BadMoved(index, position, len(cards), repeated=position in seen)
        seen.add(position)
    rest = (card for number, card in enumerate(cards, start=1) if number not in seen)
    return (*(cards[position - 1] for position in positions), *rest)


def player_shuffle(cards: Sequence[Card], *, secret_sha256: str, seed: str) -> tuple[Card, ...]:
    """Permute the signed order by a seed that the player chose after seeing the signature.

    A Fisher-Yates shuffle whose numbers come from SHA-256 in counter mode, so that anybody can
    repeat it. Source: rules.md section 10.

    Raises:
        BadSeed: the seed is not 16 to 64 letters and digits.
    """
    if not SEED_PATTERN.fullmatch(seed):
        raise BadSeed(seed)
    words = _words(f"{SHUFFLE_LABEL}:{secret_sha256}:{seed}:")
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        # Numbers above the largest multiple would favour the low positions; they are skipped.
        fair = _WORD_RANGE // (last + 1) * (last + 1)
        number = next(word for word in words if word < fair)
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _words(prefix: str) -> Iterator[int]:
    """Yield unsigned 32-bit numbers, big-endian, eight from each counted SHA-256 block."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{prefix}{block}".encode("ascii")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
