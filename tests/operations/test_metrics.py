"""Figures: for who has the token, by names of views, and never of a person."""

import re

import pytest
from django.test import override_settings
from django.urls import reverse

from operations import recording
from operations.models import Heartbeat, TaskRun

pytestmark = pytest.mark.django_db

TOKEN = "t0ken-of-the-monitoring"


def figures(client, token=TOKEN):
    return client.get(reverse("operations:metrics"), headers={"Authorization": f"Bearer {token}"})


def value(text: str, name: str, **labels: str) -> float:
    """The figure of this name and labels; 0 if it is not there."""
    for line in text.splitlines():
        found = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
        if found and found[1] == name:
            said = dict(re.findall(r'(\w+)="([^"]*)"', found[2] or ""))
            if said == labels:
                return float(found[3])
    return 0.0


@override_settings(METRICS_TOKEN=TOKEN)
def test_requests_are_counted_by_view_and_status(client):
    lobby = {"view": "lobby", "method": "GET", "status": "200"}
    before = value(figures(client).content.decode(), "casino_requests_total", **lobby)
    client.get(reverse("lobby"))
    client.get("/no/such/page/", {"secret": "word"})
    text = figures(client).content.decode()
    assert value(text, "casino_requests_total", **lobby) == before + 1
    nowhere = {"view": "unknown", "method": "GET", "status": "404"}
    assert value(text, "casino_requests_total", **nowhere) >= 1
    assert value(text, "casino_request_seconds_count", view="lobby") >= 1
    assert "/no/such/page/" not in text


@override_settings(METRICS_TOKEN=TOKEN)
def test_checks_and_tasks_are_figures(client):
    recording.beat(Heartbeat.Part.BEAT)
    TaskRun.objects.create(name="a.task", began_at="2026-11-30T10:00:00Z", failures=2)
    text = figures(client).content.decode()
    assert value(text, "casino_check", part="beat") == 1
    assert value(text, "casino_check", part="worker") == 0
    assert value(text, "casino_task_failures", task="a.task") == 2


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + " ", "ключ".encode().decode("latin-1")])
def test_figures_are_for_who_has_the_token(client, token):
    with override_settings(METRICS_TOKEN=TOKEN):
        assert figures(client, token).status_code == 404


@override_settings(METRICS_TOKEN="")
def test_without_a_token_there_are_no_figures(client):
    assert figures(client, "").status_code == 404
    assert client.get(reverse("operations:metrics")).status_code == 404
