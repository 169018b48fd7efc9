"""How many statements each thing costs that a player does, session and player included.

The numbers are exact: one more is a loss to be explained, one less a gain to be kept. An action
without money takes six. The one that ends a round writes eight rows for good reasons:
table, round, wallet, line, old shoe and its commitment, the next shoe and its commitment.
"""

from collections import Counter

import pytest

from tools.bench.queries import SCENARIOS, statements

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")

# Reads: session, player, what is open at the table at that version (with shoe, commitment and the
# limits that hold there), and the wallet, which locks it. Where bets may follow, and under the lock
# of a deal, one more: the player's own protection, with the clock and the result of the header.
EXPECTED = {
    "hit, the round goes on": (4, 2),  # table, round
    "split, the round goes on": (4, 4),  # and wallet, line
    "stand, the round ends in a loss": (5, 6),  # table, round, old shoe, next shoe; no money
    "stand, the round ends in a win": (5, 8),
    "double, the round ends in a win": (5, 8),  # both lines by one statement
    "deal": (6, 5),  # table, shoe, round, wallet, line
    "deal, the round ends at once": (6, 8),
    "late action, refused": (8, 0),  # before any lock: open shoe, balance, last round
    "page of a table, a round open": (8, 0),  # and what the house has ended meanwhile
    "page of a table, before the bets": (8, 0),
    "page of a table, as a part": (7, 0),
    "classic: hit, the round goes on": (4, 2),
    "classic: stand, the round ends in a win": (5, 4),  # table, round, shoe, wallet, line
    "classic: deal": (7, 5),  # and the round before, for the cards that are out
    "classic: page, before the bets": (8, 0),
    "bingo: hit, the round goes on": (5, 2),  # and the sessions
    "bingo: stand, the round ends in a win": (6, 4),
    "bingo: deal": (9, 5),
    "bingo: page, before the bets": (9, 0),
    "bingo: hit with 3 sessions, the round goes on": (5, 2),
    "bingo: stand with 3 sessions, the round ends in a win": (6, 5),  # and each session
    "bingo: deal with 3 sessions": (9, 5),
    "bingo: page with 3 sessions, before the bets": (9, 0),
    "bingo: deal that opens 3 sessions": (8, 8),  # no round before; all lines by one statement
    "bingo: deal that leaves 2 of 3 places": (10, 7),  # how many rounds are over, for each
    "bingo: one of 3 places left": (12, 3),
}


def test_every_scenario_is_expected():
    assert [scenario.name for scenario in SCENARIOS] == list(EXPECTED)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_statements(seat, tab, scenario):
    taken = statements(scenario, seat, tab)
    kinds = Counter(sql.startswith(WRITES) for sql in taken)
    assert (kinds[False], kinds[True]) == EXPECTED[scenario.name], "\n".join(taken)
