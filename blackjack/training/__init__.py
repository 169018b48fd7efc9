"""Learning to play, for demo money only: hints, graded decisions, and what habits cost."""
