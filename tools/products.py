"""What is built from the sources and never committed: compiled catalogs, files for checking."""

from tools import checker, messages


def build() -> None:
    """Build what is not there or is older than its sources."""
    messages.compile_catalogs()
    checker.build()
