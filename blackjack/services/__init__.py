"""What a player can do at a table: one thing, one transaction each.

Read, pure step, then save in one transaction (``writing``): the wallet's row is locked first,
then the table's version is compared and raised in one statement, so that of a hundred clicks on
one page exactly one is played. Whatever changes what a table was read with, its shoe, its round or
its bingo sessions, raises the version: what was read at a version still stands when raising it
succeeds, and nobody waits for a lock while cards are replayed. Two things need not: the first shoe
of a table (there was none to be read), and ending those of a player who can't come back.
"""

from blackjack.services.betting import previous_bets
from blackjack.services.deletion import delete_expired
from blackjack.services.expiry import expire_table, player_gone
from blackjack.services.places import close_sessions, leave
from blackjack.services.rounds import Wish, act, deal, decline_all
from blackjack.services.shoes import change_shoe, open_table
from blackjack.services.sweeping import expire
from blackjack.services.telling import settlements, still_kept, told

__all__ = [
    "Wish",
    "act",
    "change_shoe",
    "close_sessions",
    "deal",
    "decline_all",
    "delete_expired",
    "expire",
    "expire_table",
    "leave",
    "open_table",
    "player_gone",
    "previous_bets",
    "settlements",
    "still_kept",
    "told",
]
