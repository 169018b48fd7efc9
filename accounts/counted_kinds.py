"""Which journal lines count for a player's own limits.

Stakes and payouts are told by the account on the other side, so that a new kind of bet counts
from its first line; deposits by name, because the cashier books withdrawals there as well.
"""

from typing import Final

from accounts.kinds import CounterAccount

DEPOSITS: Final = frozenset({"deposit"})
"""Kinds that bring the player's own money in."""
STAKES: Final = frozenset({CounterAccount.STAKES.value})
"""Accounts that take stakes: bets, and what is added to them in a round."""
PLAY: Final = STAKES | {CounterAccount.PAYOUTS.value}
"""Accounts between which play moves money: their sum is what was won or lost."""
