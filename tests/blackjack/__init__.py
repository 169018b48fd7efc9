"""Tests of the tables: what is dealt, what is booked, what is shown."""
