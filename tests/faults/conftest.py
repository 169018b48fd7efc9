"""People who sit at tables while something fails, and books that must agree afterwards."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.blackjack.conftest import _in_english, player, seat, stranger
from tests.faults.mortal import Nursery

__all__ = ["_in_english", "nursery", "player", "seat", "stranger"]


@pytest.fixture
def nursery(transactional_db: None) -> Iterator[Nursery]:
    """Web processes on the test's own database, each of which may be told when to die."""
    with Nursery(str(connection.settings_dict["NAME"])) as nursery:
        yield nursery
