"""Template tags of the pages about an account."""
