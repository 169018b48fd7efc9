"""A clock that the tests of ten days move on, and books that agree whatever they have done."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.verification import verify_journal
from blackjack import services
from blackjack.services.sweeping import Swept
from blackjack.verification import verify_rounds

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
TEN_DAYS = timedelta(days=10)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands at ``START`` until it is moved."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def _books_agree(db: None) -> Iterator[None]:
    yield
    verify_journal()
    verify_rounds()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left to requests while rounds are deleted is measured by `make bench`."""
    monkeypatch.setattr("blackjack.services.sweeping._SHARE", 1)
    monkeypatch.setattr("blackjack.services.deletion._SHARE", 1)
    monkeypatch.setattr("blackjack.services.deletion._LEAST_PAUSE", 0)


@pytest.fixture
def later(clock: time_machine.Traveller) -> Callable[..., Swept]:
    """Let days and seconds pass, then run the expiry."""

    def later(days: int = 0, **more: float) -> Swept:
        clock.shift(timedelta(days=days, **more))
        return services.expire()

    return later
