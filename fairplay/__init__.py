"""Commit now, reveal later: of a string, not of a game (rules.md section 4)."""
