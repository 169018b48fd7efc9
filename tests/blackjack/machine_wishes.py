"""Reading a betting form as the rule book asks, without the casino's own forms."""

import re
from collections.abc import Callable, Mapping

from tests.blackjack.machine_games import BOXES, CLOSABLE, DECKS, SCHEMES, Wish


def read_wish(fields: Mapping[str, str], variant: str) -> Wish | None:
    """Read what a player wants; ``None`` when it can't be taken."""
    cards, boxes = 52 * DECKS[variant], range(1, BOXES[variant] + 1)
    wish = {name: value.strip(" ") for name, value in fields.items()}
    bets, bingo = (
        {box: wish[f"{what}_{box}"] for box in boxes if wish.get(f"{what}_{box}")}
        for what in ("bet", "bingo")
    )
    seed, cut, leaving = fields.get("seed", ""), wish.get("cut", ""), fields.get("leaving", "")
    moved = [one.strip() for one in wish.get("moved", "").split(",")] if wish.get("moved") else []
    sound = (
        set(fields) <= _known(variant)
        and all(_number(bet, 10**9) for bet in [*bets.values(), *bingo.values()])
        and (not cut or _number(cut, cards))
        and wish.get("no_cut", "1") == "1"
        and wish.get("own_shuffle", "on") == "on"
        and wish.get("no_insurance", "on") == "on"
        and ("own_shuffle" in wish) is bool(seed)
        and (not seed or re.fullmatch("[A-Za-z0-9]{16,64}", seed))
        and wish.get("scheme", "1D2P") in SCHEMES
        and all(_number(one, cards) for one in moved)
        and len({int(one) for one in moved}) == len(moved)
        and re.fullmatch("([1-9](,[1-9])*)?", leaving)
    )
    if not sound:
        return None
    return Wish(
        bets={box: 100 * int(bet) for box, bet in bets.items()},
        cut=None if "no_cut" in wish or not cut else int(cut),
        seed=seed,
        scheme=wish.get("scheme", "1D2P"),
        moved=[int(one) for one in moved],
        bingo={box: 100 * int(bet) for box, bet in bingo.items()},
        leaving=frozenset(int(box) for box in leaving.split(",") if box),
        no_insurance="no_insurance" in fields,
    )


def read_box(fields: Mapping[str, str], variant: str) -> int | None:
    """Read which place is to be left, 0 for the whole table; ``None`` when it can't be taken."""
    text = fields.get("box", "").strip(" ")
    if set(fields) > {"box"} or (text and not _number(text, BOXES[variant])):
        return None
    return int(text) if text else 0


_number: Callable[[str, int], bool] = lambda text, most: bool(  # noqa: E731
    re.fullmatch("[0-9]{1,10}", text) and 1 <= int(text) <= most
)


def _known(variant: str) -> set[str]:
    boxes = range(1, BOXES[variant] + 1)
    known = {*(f"bet_{box}" for box in boxes), "cut", "no_cut", "own_shuffle", "seed"}
    if variant == "double-deck":
        known |= {"scheme", "moved"}
    if variant in CLOSABLE:
        known |= {"no_insurance"}
    if variant == "bingo":
        known |= {*(f"bingo_{box}" for box in boxes), "leaving"}
    return known
