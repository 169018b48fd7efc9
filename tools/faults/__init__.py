"""`make faults`: the long proofs, each with its figures (docs/reliability.md)."""
