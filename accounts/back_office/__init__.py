"""The administration's own parts: lists without counts, changes with reasons, reports."""
