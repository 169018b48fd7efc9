"""Tests of the commitments and of the FairPlay pages."""
