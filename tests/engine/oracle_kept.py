"""A second opinion on the hole-card games: a round, a kept shoe, and the bingo bets on it.

Written from the rule book alone and sharing no code with ``blackjack``; what it shares with
``oracle`` is counting, paying and the form of what is told.
"""

from fractions import Fraction

from tests.engine.oracle import (
    HALF,
    Forbidden,
    Waiting,
    count,
    natural,
    new_hand,
    one_worth,
    pay,
    told,
)

END_OF_SHOE = {"classic": 208, "bingo": 156}
MOST_HANDS = {"classic": 2, "bingo": 4}


def play(game, shoe, bets, actions=(), out=0):
    """Tell the round that begins after ``out`` cards, in the form of a transcript's result."""
    pile, script = list(shoe[out:]), list(actions)
    boxes = []
    for number in range(1, 6):
        if number in bets:
            bet = Fraction(bets[number], 100)
            cards = [pile.pop(0), pile.pop(0)]
            box = {"no": number, "bet": bet, "insured": Fraction(0), "paid": Fraction(0)}
            boxes.append(box | {"hands": [new_hand(cards, bet)]})
    up, hole = pile.pop(0), pile.pop(0)
    asking = {}
    try:
        if up[0] == "A":
            insurance(boxes, script, asking)
        peeked = natural([up, hole])
        if not peeked:
            for box in boxes:
                if natural(box["hands"][0]["cards"]):
                    box["hands"][0]["natural"] = True
                else:
                    play_box(game, up, box, pile, script, asking)
        asking = {"turn": None, "legal": []}
        over = True
    except Waiting:
        over = False

    dealer = [up]
    if over:
        dealer.append(hole)
        while count(dealer)[0] < 17:  # S17: soft or hard, he stands on 17
            dealer.append(pile.pop(0))
        if script:
            raise Forbidden(script[0])
        for box in boxes:
            box["paid"] = 3 * box["insured"] if peeked else Fraction(0)
            for hand in box["hands"]:
                hand["natural"] |= len(box["hands"]) == 1 and natural(hand["cards"])
                if not hand["outcome"]:
                    pay(hand, count(hand["cards"])[0], count(dealer)[0], peeked)
    used = len(shoe) - len(pile)
    return told(over, dealer, boxes, asking["turn"], sorted(asking["legal"]), used)


def decision(script, asking, box, place, legal):
    asking |= {"turn": {"box": box["no"], "hand": place}, "legal": legal}
    if not script:
        raise Waiting
    word = script.pop(0)
    if word not in legal:
        raise Forbidden(word)
    return word


def insurance(boxes, script, asking):
    for box in boxes:
        if decision(script, asking, box, 1, ["decline", "insure"]) == "insure":
            box["insured"] = box["bet"] * HALF


def play_box(game, up, box, pile, script, asking):
    hands, place = box["hands"], 0
    while place < len(hands):
        hand = hands[place]
        points, _soft = count(hand["cards"])
        if points > 21:
            hand["outcome"] = "bust"
        room = len(hands) < MOST_HANDS[game]
        ace_again = game == "bingo" and room and one_worth(hand["cards"])
        stuck = hand.get("from_aces") and not ace_again
        if points >= 21 or hand["closed"] or stuck:
            place += 1
            continue
        legal = choices(game, up, hand, room, alone=len(hands) == 1)
        word = decision(script, asking, box, place + 1, legal)
        if word == "stand":
            hand["closed"] = True
        elif word == "hit":
            hand["cards"].append(pile.pop(0))
        elif word == "double":
            hand["stake"] = 2 * box["bet"]
            hand["cards"].append(pile.pop(0))
            if count(hand["cards"])[0] > 21:
                hand["outcome"] = "bust"
            hand["closed"] = True
        elif word == "surrender":
            hand |= {"outcome": "surrender", "back": box["bet"] * HALF, "closed": True}
        else:
            other = new_hand([hand["cards"].pop()], box["bet"])
            hands.insert(place + 1, other)
            for one in (hand, other):
                one["cards"].append(pile.pop(0))
                one["from_aces"] = one["cards"][0][0] == "A"


def choices(game, up, hand, room, *, alone):
    if hand.get("from_aces"):
        return ["split", "stand"]
    legal = ["hit", "stand"]
    if len(hand["cards"]) == 2:
        with_ace = "A" in {hand["cards"][0][0], hand["cards"][1][0]}
        if game == "classic" or not with_ace:
            legal.append("double")
        if room and one_worth(hand["cards"]):
            legal.append("split")
        if game == "bingo" and alone and up[0] != "A":
            legal.append("surrender")
    return legal


class BingoCard:
    """The five cells over one box, as a list of the dealer's totals since the bet."""

    def __init__(self, stake, totals=()):
        self.stake, self.totals = stake, list(totals)

    def told(self):
        lit = sorted(set(self.totals))
        return {"stake": self.stake, "lit": lit, "rounds": len(self.totals)}

    def on_leaving(self):
        return {3: ("three", 2), 4: ("four", 4)}.get(len(set(self.totals)), ("none", 0))


def bingo_shoe(dealt, before=(), last_leave=()):
    """Tell the bingo bets of a shoe.

    Args:
        dealt: for each round (places left, boxes with a main bet, bingo bets, and the dealer's
            final total, or None for a round that is not finished).
        before: cards on the table when the shoe began, by box.

    Returns:
        the sessions still running and those that ended, in the form of a transcript's result.
    """
    table, paid, over = dict(before), [], 0

    def ended(box, what, times):
        stake = table.pop(box).stake
        line = {"box": box, "after_round": over, "combination": what, "stake": stake}
        paid.append(line | {"returned": stake * times})

    for leave, with_bets, laid, total in dealt:
        for box in [*leave, *(set(table) - set(with_bets) - set(leave))]:
            ended(box, *table[box].on_leaving())
        for box, stake in laid.items():
            table[box] = BingoCard(stake)
        if total is None:
            continue
        over += 1
        for box in list(table):
            table[box].totals.append(total)
            if total > 21:
                ended(box, "none", 0)
            elif set(table[box].totals) == {17, 18, 19, 20, 21}:
                quick = len(table[box].totals) == 5
                ended(box, *(("jackpot", 61) if quick else ("full_house", 11)))
    for box in last_leave:
        ended(box, *table[box].on_leaving())
    paid.sort(key=lambda line: (line["after_round"], line["box"]))
    return {str(box): table[box].told() for box in sorted(table)}, paid
