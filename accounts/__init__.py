"""Who plays, what they may stake, what they hold. Knows no game: see ``accounts.registry``."""
