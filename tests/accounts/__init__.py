"""Tests of accounts: people, wallets, the journal, what staff may do."""
