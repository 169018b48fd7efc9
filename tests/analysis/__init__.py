"""The exact analysis: against outside figures, against brute force, and by what must hold."""
