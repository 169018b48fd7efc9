"""Logs, error reports, tasks and sockets of an open round hold none of its secrets."""

import inspect
import logging
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.test import RequestFactory
from django.views.debug import get_exception_reporter_class

from blackjack.consumers import ALIVE
from blackjack.replays import replayed
from casino.celery import app
from casino.live import CHANGED
from casino.masking import masked
from fairplay.services import secret_of
from operations.request_log import for_machines, for_people
from tests import leaks
from tests.tables import Seat

pytestmark = pytest.mark.django_db

DEAL = "6D 0S 5H 9C 8D 7S"


def broken(secret: str, cards: object) -> NoReturn:
    """Fail as the worst code would: with a shoe in a variable and in the message."""
    raise RuntimeError(f"{secret} {cards}")


def fail_quietly(secret: str, cards: object) -> NoReturn:
    """Fail with a shoe in two variables only."""
    raise RuntimeError("broken")


@pytest.fixture
def secrets(seat: Seat) -> list[str]:
    seat.play(DEAL)
    return leaks.secrets_of(seat.shoe)


def test_an_error_report_holds_no_variable(seat: Seat, secrets: list[str]) -> None:
    request = RequestFactory().get("/")
    shoe = replayed(seat.round).shoe
    text = secret_of(seat.shoe.commitment)
    try:
        fail_quietly(text, shoe)
    except RuntimeError:
        make: Any = get_exception_reporter_class(request)
        reporter = make(request, *sys.exc_info())
        report = reporter.get_traceback_html() + reporter.get_traceback_text()
    assert leaks.found(report, secrets) == []
    assert "fail_quietly" in report


@pytest.mark.parametrize("formatter", [for_people, for_machines])
def test_a_log_line_is_masked_with_its_traceback(
    seat: Seat, secrets: list[str], formatter: Callable[[], logging.Formatter]
) -> None:
    logger = logging.Logger("test")
    lines: list[str] = []
    handler = logging.Handler()
    handler.setFormatter(formatter())
    handler.emit = lambda record: lines.append(handler.format(record))  # type: ignore[method-assign]
    logger.addHandler(handler)
    text, shoe = secret_of(seat.shoe.commitment), replayed(seat.round).shoe
    try:
        broken(text, shoe)
    except RuntimeError:
        logger.exception("while dealing from %s", shoe)
    logger.error("sealed as %s", seat.shoe.commitment.sealed)
    said = "\n".join(lines)
    assert leaks.found(said, [*secrets, seat.shoe.commitment.sealed]) == []
    assert "[cards]" in said
    assert "[secret string]" in said
    assert "RuntimeError" in said, "what went wrong is still told"


@pytest.mark.parametrize(
    "line",
    [
        "Round 17 no longer replays: 2S and QH at box 3, md5 4b1e9f0c7a52d83e6c90b7f1a2d45e88",
        "Not Found: /account/reset/",
        "Not Found: /account/cashier/17/cancel/",
        "request=0f3b4c5d-6e7f-4a1b-8c2d-3e4f5a6b7c8d",
    ],
)
def test_words_that_are_no_secret_pass_unmasked(line: str) -> None:
    assert masked(line) == line


def test_no_task_takes_an_argument() -> None:
    """What a task works on it finds in the database: nothing of a game is in the queue."""
    app.loader.import_default_modules()
    mine = [t for name, t in app.tasks.items() if name.startswith(("blackjack.", "fairplay."))]
    assert sorted(task.name for task in mine) == [
        "blackjack.tasks.count_rounds",
        "blackjack.tasks.expire",
        "blackjack.tasks.report_shuffle",
        "blackjack.tasks.verify_ledger",
        "fairplay.tasks.check_keys",
    ]
    assert all(not inspect.signature(task.run).parameters for task in mine)


def test_a_socket_knows_two_words(secrets: list[str]) -> None:
    assert {ALIVE, CHANGED} == {"alive", "changed"}
