"""PostgreSQL as the casino uses it: Django's own, with a pool that is not held up by dead lines."""
