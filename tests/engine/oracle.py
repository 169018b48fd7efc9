"""A second opinion: the European games told straight through, for comparison with the engine.

Written from the rule book alone and sharing no code with ``blackjack``: one function, read from
top to bottom like a dealer's manual, with lists that are changed and bets in whole units.
``oracle_kept`` tells the games with a hole card and a kept shoe.
"""

import hashlib
from fractions import Fraction

HALF = Fraction(1, 2)


class Waiting(Exception):
    """The actions have run out: the hand in turn has not decided yet."""


class Forbidden(Exception):
    """The next action is not one of the legal words."""


def count(cards):
    low, aces = 0, 0
    for rank, _suit in cards:
        if rank == "A":
            aces += 1
            low += 1
        elif rank in "0JQK":
            low += 10
        else:
            low += int(rank)
    if aces and low <= 11:
        return low + 10, True
    return low, False


def natural(cards):
    return len(cards) == 2 and count(cards)[0] == 21


def play(game, shoe, bets, scheme="1D2P", actions=()):
    """Tell the round and return it in the form of a transcript's result."""
    double_deck = game == "double-deck"
    pile = list(shoe)
    script = list(actions)
    up, second, boxes = None, None, []

    # The deal.
    for who in {
        "1D2P": ["up", "boxes"],
        "2D2P": ["up", "second", "boxes"],
        "2P1D": ["boxes", "up"],
        "2P2D": ["boxes", "up", "second"],
    }[scheme]:
        if who == "up":
            up = pile.pop(0)
        elif who == "second":
            second = pile.pop(0)
        else:
            for number in (1, 2, 3):
                if number in bets:
                    first = [pile.pop(0), pile.pop(0)]
                    boxes.append({"no": number, "bet": Fraction(bets[number], 100)})
                    boxes[-1] |= {"insured": Fraction(0), "paid": Fraction(0)}
                    boxes[-1]["hands"] = [new_hand(first, boxes[-1]["bet"])]
    dealer = [up]
    ace, ten_or_less = up[0] == "A", up[0] != "A"
    turn, legal = None, []

    # The boxes.
    try:
        for box in boxes:
            if natural(box["hands"][0]["cards"]):
                box["hands"][0]["natural"] = True
                continue
            touched, place = False, 0
            while place < len(box["hands"]):
                hand = box["hands"][place]
                split = len(box["hands"]) == 2
                while True:
                    points, _ = count(hand["cards"])
                    if points > 21:
                        hand["outcome"] = "bust"
                        break
                    if points == 21 or hand["closed"]:
                        break
                    two = len(hand["cards"]) == 2
                    legal = ["hit", "stand"]
                    if double_deck and two and points == 11 and not split:
                        legal.append("double")
                    if not double_deck and two and points in (9, 10, 11):
                        legal.append("double")
                    if two and not split and one_worth(hand["cards"]):
                        legal.append("split")
                    if not touched and ace:
                        legal.append("insure")
                    if not touched and ten_or_less and not double_deck:
                        legal.append("surrender")
                    turn = {"box": box["no"], "hand": place + 1}
                    if not script:
                        raise Waiting
                    word = script.pop(0)
                    if word not in legal:
                        raise Forbidden(word)
                    touched = True
                    if word == "stand":
                        break
                    if word == "hit":
                        hand["cards"].append(pile.pop(0))
                    elif word == "double":
                        hand["stake"] += hand["stake"]
                        hand["cards"].append(pile.pop(0))
                        hand["closed"] = True
                    elif word == "insure":
                        box["insured"] = box["bet"] * HALF
                    elif word == "surrender":
                        hand["outcome"] = "surrender"
                        hand["back"] = box["bet"] * HALF
                        break
                    elif word == "split":
                        other = new_hand([hand["cards"].pop()], box["bet"])
                        box["hands"].append(other)
                        hand["cards"].append(pile.pop(0))
                        other["cards"].append(pile.pop(0))
                        hand["closed"] = other["closed"] = hand["cards"][0][0] == "A"
                        box["insured"] *= 2
                        split = True
                place += 1
        turn, legal, over = None, [], True
    except Waiting:
        over = False

    # The dealer.
    if over:
        left = [one for box in boxes for one in box["hands"] if not one["outcome"]]
        if left or any(box["insured"] for box in boxes):
            dealer.append(second or pile.pop(0))
            second = None
        while left:
            points, soft = count(dealer)
            if points >= 18 or (points == 17 and not (soft and double_deck)):
                break
            dealer.append(pile.pop(0))

        # The payment.
        his, beaten = count(dealer)[0], natural(dealer)
        for box in boxes:
            if beaten:
                box["paid"] = 3 * box["insured"]
            for hand in box["hands"]:
                if not hand["outcome"]:
                    mine = count(hand["cards"])[0]
                    pay(hand, mine, his, beaten)

    return told(over, dealer, boxes, turn, sorted(legal), len(shoe) - len(pile))


def new_hand(cards, stake):
    return {
        "cards": cards,
        "stake": stake,
        "outcome": None,
        "back": Fraction(0),
        "closed": False,
        "natural": False,
    }


def one_worth(cards):
    return len({"0" if rank in "JQK" else rank for rank, _suit in cards}) == 1


def pay(hand, mine, his, beaten):
    if hand["natural"]:
        hand["outcome"], times = ("push", 1) if beaten else ("blackjack", Fraction(5, 2))
    elif beaten:
        hand["outcome"], times = "lose", 0
    elif his > 21 or mine > his:
        hand["outcome"], times = "win", 2
    elif mine == his:
        hand["outcome"], times = "push", 1
    else:
        hand["outcome"], times = "lose", 0
    hand["back"] = hand["stake"] * times


def told(over, dealer, boxes, turn, legal, used):
    points, soft = count(dealer)
    everything = [hand for box in boxes for hand in box["hands"]]
    staked = sum(hand["stake"] for hand in everything) + sum(box["insured"] for box in boxes)
    back = sum(hand["back"] for hand in everything) + sum(box["paid"] for box in boxes)
    return {
        "finished": over,
        "dealer": {
            "cards": dealer,
            "points": points,
            "soft": soft,
            "blackjack": natural(dealer),
            "bust": points > 21,
        },
        "boxes": [
            {
                "box": box["no"],
                "insurance": {
                    "stake": hundredths(box["insured"]),
                    "returned": hundredths(box["paid"]),
                },
                "hands": [
                    {
                        "cards": hand["cards"],
                        "points": count(hand["cards"])[0],
                        "soft": count(hand["cards"])[1],
                        "stake": hundredths(hand["stake"]),
                        "outcome": hand["outcome"],
                        "returned": hundredths(hand["back"]),
                    }
                    for hand in box["hands"]
                ],
            }
            for box in boxes
        ],
        "staked": hundredths(staked),
        "returned": hundredths(back),
        "turn": turn,
        "legal": legal,
        "next_card": used,
    }


def hundredths(units):
    whole = units * 100
    if whole != int(whole):
        raise ValueError(f"{units} is no whole number of hundredths")
    return int(whole)


def arranged(cards, sha256, seed=None, cut=None, moved=()):
    """The order of dealing: own shuffle, cut, moved cards."""
    order = list(cards)
    if seed is not None:
        order = shuffled(order, sha256, seed)
    for _ in range(cut or 0):
        order.append(order.pop(0))
    front = [order[position - 1] for position in moved]
    for position in sorted(moved, reverse=True):
        del order[position - 1]
    return front + order


def shuffled(cards, sha256, seed):
    """Rules.md section 10, sentence by sentence."""
    numbers, k = [], 0
    while len(numbers) < 8 * len(cards):  # more than enough: hardly any number is skipped
        text = "blackjack-player-shuffle/1:" + sha256 + ":" + seed + ":" + str(k)
        block = hashlib.sha256(text.encode()).hexdigest()
        numbers += [int(block[start : start + 8], 16) for start in range(0, 64, 8)]
        k += 1
    c = list(cards)
    i = len(c) - 1
    while i >= 1:
        number = numbers.pop(0)
        if number < (2**32 // (i + 1)) * (i + 1):
            j = number % (i + 1)
            c[i], c[j] = c[j], c[i]
            i -= 1
    return c
