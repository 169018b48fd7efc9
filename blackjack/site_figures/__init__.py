"""What the site's own rounds came to, day by day, held against the exact chances.

Rounds are deleted after ten days; these counts stay. They hold no player and no card.
"""
