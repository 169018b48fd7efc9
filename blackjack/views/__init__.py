"""Pages of the lobby and the tables. Each view calls one service and renders one template."""

from blackjack.views.history import history, history_file, replay
from blackjack.views.pages import lobby, rules, strategy
from blackjack.views.tables import act, close, deal, leave, signature, table
from blackjack.views.telling import told
from blackjack.views.training import training

__all__ = [
    "act",
    "close",
    "deal",
    "history",
    "history_file",
    "leave",
    "lobby",
    "replay",
    "rules",
    "signature",
    "strategy",
    "table",
    "told",
    "training",
]
