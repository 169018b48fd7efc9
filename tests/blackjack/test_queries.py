"""How many statements each thing costs that a player does, session and player included.

The numbers are exact: one more is a loss to be explained, one less a gain to be kept. An action
without money takes seven. The one that ends it writes eight rows for good reasons:
table, round, wallet, line, old shoe and its commitment, the next shoe and its commitment.
"""

from collections import Counter

import pytest

from tools.bench.queries import SCENARIOS, statements

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")

# Reads: session, player, the table's round and shoe at that version, the wallet (locked), and the
# limits that the table shows. Where bets may follow, three more: a stop of the player's own, and
# the clock and the result in the header; while a round goes on they stand. A deal is asked four
# things under the lock: a stop, limits, how often to remind, and since when he has been playing.
EXPECTED = {
    "hit, the round goes on": (5, 2),  # table, round
    "split, the round goes on": (5, 4),  # and wallet, line
    "stand, the round ends in a loss": (8, 6),  # table, round, old shoe, next shoe; no money
    "stand, the round ends in a win": (8, 8),
    "double, the round ends in a win": (8, 8),  # both lines by one statement
    "deal": (13, 5),  # table, shoe, round, wallet, line; limits of the bets, limits shown
    "deal, the round ends at once": (14, 8),
    "late action, refused": (9, 0),  # before any lock: open shoe, balance, last round
    "page of a table, a round open": (9, 0),  # and what the house has ended meanwhile
    "page of a table, before the bets": (9, 0),
    "page of a table, as a part": (8, 0),
    "classic: hit, the round goes on": (5, 2),
    "classic: stand, the round ends in a win": (8, 5),  # table, round, shoe, wallet, line
    "classic: deal": (14, 5),  # and the round before, for the cards that are out
    "classic: page, before the bets": (10, 0),
    "bingo: hit, the round goes on": (6, 2),  # and the sessions, and the table of the shoe
    "bingo: stand, the round ends in a win": (9, 5),
    "bingo: deal": (16, 5),
    "bingo: page, before the bets": (11, 0),
    "bingo: hit with 3 sessions, the round goes on": (6, 2),
    "bingo: stand with 3 sessions, the round ends in a win": (9, 6),  # and each session
    "bingo: deal with 3 sessions": (16, 5),
    "bingo: page with 3 sessions, before the bets": (11, 0),
    "bingo: deal that opens 3 sessions": (15, 8),  # no round before; all lines by one statement
    "bingo: deal that leaves 2 of 3 places": (17, 7),  # how many rounds are over, for each
    "bingo: one of 3 places left": (14, 3),
}


def test_every_scenario_is_expected():
    assert [scenario.name for scenario in SCENARIOS] == list(EXPECTED)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_statements(seat, tab, scenario):
    taken = statements(scenario, seat, tab)
    kinds = Counter(sql.startswith(WRITES) for sql in taken)
    assert (kinds[False], kinds[True]) == EXPECTED[scenario.name], "\n".join(taken)
