"""What the games are worth, exactly, from the same rule data as the table plays by.

Pure mathematics: the engine and the standard library, nothing of the site. Chances are floats
here, and nothing else is: money never comes in, results are per unit of the initial bet.
docs/returns.md tells the method in plain words.
"""
