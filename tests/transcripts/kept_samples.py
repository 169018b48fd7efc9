"""The rounds of the samples that are kept shoes, card by card in dealing order.

A round is (cards, bets, actions, further fields): the boxes' cards, the dealer's up card and his
hole card, then what is drawn.
"""

from typing import Any

Played = tuple[str, dict[str, int], str, dict[str, Any]]

CLASSIC: tuple[Played, ...] = (
    # Insurance is asked of every box; the dealer's blackjack ends the round.
    (
        "AS KH 9S 9H 6S 5H AC QD",
        {"1": 1000, "2": 500, "5": 2000},
        "insure decline insure",
        {},
    ),
    # Split aces get one card each, and a drawn ace is not split again.
    ("AS AH 6C 0D AD 5C KS", {"1": 1000}, "split", {}),
    # A soft 17 is doubled, and a split hand.
    (
        "AC 6D 8C 8D 9C 7S 3H 3S 0C KD 2H",
        {"1": 1000, "3": 1000},
        "double split double stand",
        {},
    ),
    # Nothing left to win: the dealer turns his card all the same.
    ("0S 6H 7C 0H KC", {"2": 1000}, "hit", {}),
    ("5S 6C AD 4D 2C", {"4": 1500}, "decline stand", {"house_from": 0}),
)

TWO = {"1": 1000, "2": 500}
OTHERS = {"1": 1000, "3": 2000}
FIVE = dict.fromkeys("12345", 100)

BINGO_BEFORE = {
    "1": {"stake": 200, "lit": [17, 20], "rounds": 3},
    "4": {"stake": 500, "lit": [18, 19, 21], "rounds": 4},
}
BINGO: tuple[Played, ...] = (
    ("0S 9H 8S 9D 0C 8D", TWO, "stand stand", {"leave": [4], "bingo": {"2": 100}}),
    # Eights are split to four hands; the place is left and bet on anew.
    (
        "8S 8H AS KD 6C 0H 8C 2D 3S 8D 0D KS 9C 9H 3C",
        TWO,
        "split split double split stand stand double",
        {"leave": [1], "bingo": {"1": 300}},
    ),
    # No main bet on box 2 leaves it; aces are split again, and one of three pairs stands.
    (
        "0S 6H AS AH KC 7D AC AD 5S 9S",
        OTHERS,
        "surrender split split stand",
        {"bingo": {"3": 2000}},
    ),
    ("KS QH 5S 5H AC 9C 0D", OTHERS, "insure decline stand double", {}),
    ("0S 0H 9S 9H 6S 5D KH", OTHERS, "stand stand", {}),
    # 18 is the fifth number in the fifth round of the session on box 1.
    ("0S 7H 0S 6H 0C 8C", OTHERS, "stand stand", {}),
    # Nine rounds of five boxes to the mark, all of them against an 18.
    *(
        (
            " ".join(f"{low}{suit}" for low in "24567" for suit in pair) + f" J{up} 8{up}",
            FIVE,
            "stand stand stand stand stand",
            {"bingo": {"4": 100, "5": 100}} if not number else {},
        )
        for number, (pair, up) in enumerate(
            zip(["SC", "DH", "SD", "CH", "SH", "CD", "SC", "DH", "CD"], "SCDHSCDHC", strict=True)
        )
    ),
)
