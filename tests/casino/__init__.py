"""Tests of what all parts of the site share."""
