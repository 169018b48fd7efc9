"""Tools for developers: set-up, checks, test runner, translations."""
