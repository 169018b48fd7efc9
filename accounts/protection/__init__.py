"""Protection of players from playing more than they want: limits, breaks, the reality check.

The games ask ``require_may_stake`` before a new round's bets, the cashier ``require_may_deposit``
before it takes a deposit; both raise what ``exceptions`` names.
"""

from accounts.protection.checks import require_may_deposit, require_may_stake

__all__ = ["require_may_deposit", "require_may_stake"]
