"""Corrections of balances: one member of staff asks, another one books or refuses."""
