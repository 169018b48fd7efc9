"""The blackjack tables: a pure rules engine and the Django app that plays it."""
