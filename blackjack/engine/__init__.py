"""The rules of the games as pure functions of cards, bets and actions (rules.md 1-7).

Nothing here knows the time, a generator, a database or a player: cards and choices come in as
arguments, so that a round is its inputs, replayed.
"""
