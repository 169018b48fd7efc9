"""Log lines: numbered by request, readable by machines, without queries and names."""

import json
import logging
import re
from contextlib import contextmanager

import pytest
from django.test import override_settings
from django.urls import reverse

from accounts import security
from operations.request_log import for_machines, for_people

pytestmark = pytest.mark.django_db


@contextmanager
def heard(words):
    """What goes into the log meanwhile, in these words."""
    found: list[str] = []
    handler = logging.Handler()
    handler.setFormatter(words)
    handler.emit = lambda record: found.append(handler.format(record))
    root = logging.getLogger()
    root.addHandler(handler)
    yield found
    root.removeHandler(handler)


@pytest.fixture
def lines():
    """The same, as machines read it."""
    with heard(for_machines()) as found:
        yield found


@override_settings(LOG_REQUESTS=True)
def test_an_answer_is_a_line_with_the_requests_number(client, lines):
    answer = client.get(reverse("lobby"), {"word": "secret"})
    (line,) = (json.loads(one) for one in lines if '"casino.requests"' in one)
    assert line["event"] == "lobby"
    assert (line["method"], line["status"], line["level"]) == ("GET", 200, "info")
    assert line["request"] == answer["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", line["request"])
    assert "secret" not in json.dumps(line)


@override_settings(LOG_REQUESTS=False)
def test_lines_of_requests_can_be_left_out(client, lines):
    client.get(reverse("lobby"))
    assert [one for one in lines if '"casino.requests"' in one] == []


def test_what_is_said_meanwhile_carries_the_number_and_no_query(client, lines):
    answer = client.get("/no/such/page/", {"word": "secret"})
    (line,) = (json.loads(one) for one in lines)
    assert (line["logger"], line["request"]) == ("django.request", answer["X-Request-ID"])
    assert "secret" not in json.dumps(line)


@pytest.fixture
def link(player) -> tuple[str, str]:
    """The way to a new password, and the token in it."""
    token = security.reset_token(player)
    return reverse("accounts:new_password", args=[player.pk, token]), token


@pytest.mark.parametrize("words", [for_machines, for_people], ids=["machines", "people"])
@pytest.mark.parametrize("status", [404, 422, 500])
def test_a_refused_link_to_a_new_password_is_logged_without_its_token(
    client, link, monkeypatch, words, status
):
    """Django logs the path of whatever it refuses, and the link is good for an hour."""
    address, token = link
    client.raise_request_exception = False
    with heard(words()) as lines:
        if status == 422:
            answer = client.post(address, {"password": "a", "password_again": "b"})
        elif status == 500:
            monkeypatch.setattr("accounts.reset_views.render", None)
            answer = client.get(address)
        else:
            answer = client.get(address.replace("/account/", "/acount/"))
    assert answer.status_code == status
    (line,) = (one for one in lines if "django.request" in one)
    assert "[link]" in line
    assert token not in line
    assert token.split("-")[1] not in line


@pytest.mark.parametrize("token", ["{}x", "{}/more", "x{}", "set-password", "%2F{}"])
def test_a_link_that_was_copied_badly_is_masked_too(client, link, token):
    address, good = link
    with heard(for_people()) as lines:
        answer = client.get(address.replace(good, token.format(good)))
    assert answer.status_code == 404
    (line,) = (one for one in lines if "django.request" in one)
    assert good not in line
    assert "[link]" in line


def test_the_proxys_number_is_kept(client):
    given = "0f3b4c5d-6e7f-4a1b-8c2d-3e4f5a6b7c8d"
    assert client.get(reverse("lobby"), headers={"X-Request-ID": given})["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "a b c d e", "12345678\t9", "ключключ"])
def test_what_is_no_number_is_replaced(client, given):
    answer = client.get(reverse("lobby"), headers={"X-Request-ID": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer["X-Request-ID"])


def test_an_error_page_names_the_request(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("blackjack.views.pages.lobby_view", None)
    answer = client.get(reverse("lobby"))
    assert answer.status_code == 500
    assert answer["X-Request-ID"] in answer.content.decode()


def test_a_line_for_people_is_one_line():
    record = logging.LogRecord("casino", logging.INFO, "", 0, "All is %s.", ("well",), None)
    assert re.fullmatch(
        r"\S+Z INFO casino: All is well\.( request=\w+)?", for_people().format(record)
    )
