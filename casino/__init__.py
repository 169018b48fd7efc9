"""Wiring only: settings, addresses, the server's entry and its start-up command."""
