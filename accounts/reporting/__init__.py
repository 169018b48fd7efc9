"""What the house took, gave and owes: figures from the journal, their charts, and a file."""
