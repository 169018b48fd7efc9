"""What lets a player check games himself is built here: rules for JavaScript, offline checkers."""
