"""Rounds of bingo by the dealer's total, as card codes in dealing order."""

from tests.tables import Seat

# A round on box 1, which stands on 19, by the dealer's total.
ROUND = {
    17: "0S 9H 7D 0C",
    18: "0S 9H 8D 0C",
    19: "0S 9H 9D 0C",
    20: "0S 9H 0D 0C",
    21: "0S 9H 5D 0C 6C",
    26: "0S 9H 6D 0C KC",
}
BUST = 26


def play(seat: Seat, *totals: int, stake: int = 5, bet: int = 10) -> None:
    """Lay a bingo bet on box 1 and play rounds that end with these totals of the dealer."""
    seat.plant(" ".join(ROUND[total] for total in totals))
    bingo = {1: stake}
    for _ in totals:
        seat.deal(bet, bingo=bingo)
        seat.act("stand")
        bingo = {}


def on_bingo(seat: Seat) -> list[tuple[str, int]]:
    return [line for line in seat.lines if line[0].startswith("bingo")]
