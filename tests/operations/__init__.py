"""Tests of the running of the house."""
