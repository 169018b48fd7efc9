"""A house whose database is away says so on every page, without asking it who is looking."""

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.urls import reverse

from blackjack.engine.rules import Variant
from tests.blackjack.conftest import player, seat
from tests.pages import read
from tests.tables import HTMX, clients

__all__ = ["player", "seat"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def tab(seat):
    (tab,) = clients(seat.player, 1)
    tab.raise_request_exception = False  # what would become an error page shall become one
    return tab


def away(error):
    def ask(*_arguments):
        raise error("the connection is closed\npassword=secret")

    return connection.execute_wrapper(ask)


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("name", ["lobby", "table", "deal", "act", "admin"])
def test_every_page_says_that_the_database_is_away(seat, tab, error, headers, name) -> None:
    here = seat.at(Variant.CLASSIC)
    here.open()
    address = {"lobby": reverse("lobby"), "admin": reverse("admin:index")}.get(name)
    with away(error):
        if name in {"deal", "act"}:
            fields = {"version": 0, "bet_1": "10", "action": "stand"}
            answer = tab.post(here.url(name), fields, headers=headers)
        else:
            answer = tab.get(address or here.url(), headers=headers)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert read(answer).one("h1").text
    assert "secret" not in answer.content.decode()
