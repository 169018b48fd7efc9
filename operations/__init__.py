"""Running the house: its health, figures for monitoring, request log, and what tasks came to."""
