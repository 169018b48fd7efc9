"""Tests of the shape of servers, and of what is shipped to run it."""
