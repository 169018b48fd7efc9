"""The switches by which staff close games: new rounds are refused, open ones are finished."""
