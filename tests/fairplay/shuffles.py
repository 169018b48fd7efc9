"""Shuffles for the statistics: a fair one, and three that are broken in well-known ways."""

import random
from collections.abc import Callable, Sequence

Shuffle = Callable[[Sequence[str]], Sequence[str]]


def fair(dice: random.Random) -> Shuffle:
    """Fisher and Yates: card i changes places with one of those up to it."""

    def shuffle(cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        dice.shuffle(order)
        return order

    return shuffle


def naive_swap(dice: random.Random) -> Shuffle:
    """Every card changes places with any card: n to the n ways, which n! does not divide."""

    def shuffle(cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        for one in range(len(order)):
            other = int(dice.random() * len(order))
            order[one], order[other] = order[other], order[one]
        return order

    return shuffle


def sattolo(dice: random.Random) -> Shuffle:
    """Off by one: no card ever stays where it was."""

    def shuffle(cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        for one in range(len(order) - 1, 0, -1):
            other = int(dice.random() * one)
            order[one], order[other] = order[other], order[one]
        return order

    return shuffle


def modulo_bias(dice: random.Random) -> Shuffle:
    """A random byte modulo the number of cards left: small numbers come too often."""

    def shuffle(cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        for one in range(len(order) - 1, 0, -1):
            other = dice.getrandbits(8) % (one + 1)
            order[one], order[other] = order[other], order[one]
        return order

    return shuffle


BROKEN: dict[str, Callable[[random.Random], Shuffle]] = {
    "naive swap": naive_swap,
    "Sattolo": sattolo,
    "modulo bias": modulo_bias,
}
