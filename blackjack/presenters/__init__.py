"""Presenters: a template's only input. Nothing undealt or unrevealed passes here."""
