"""The cash history: the lines of a wallet's journal for a period, as a page and as a file."""
