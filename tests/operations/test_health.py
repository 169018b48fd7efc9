"""Health: what can't do without, what play goes on without, and nothing told to strangers."""

from datetime import timedelta

import pytest
import time_machine
from cryptography.fernet import Fernet
from django.db import connection
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.rules import Variant
from operations import health, recording
from operations.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def alive(db):
    for part in Heartbeat.Part:
        recording.beat(part)


def parts(client):
    return client.get(reverse("operations:ready")).json()["parts"]


def test_a_process_that_answers_lives_whatever_else_does_not(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(reverse("operations:live")).status_code == 200


def test_all_is_well(client, alive, seat):
    seat.open()
    answer = client.get(reverse("operations:ready"))
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert set(answer.json()["parts"]) == {
        *("database", "keys", "old keys", "clock", "worker", "beat")
    }


@pytest.mark.parametrize("part", list(Heartbeat.Part))
def test_play_goes_on_without_background_work(client, alive, part):
    Heartbeat.objects.filter(part=part).update(at=timezone.now() - health.SILENT)
    answer = client.get(reverse("operations:ready"))
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    unwell = [name for name, what in answer.json()["parts"].items() if not what["ok"]]
    assert unwell == [part.value]


def test_a_part_is_missed_only_after_two_minutes(client, alive):
    Heartbeat.objects.update(at=timezone.now() - health.SILENT + timedelta(seconds=20))
    assert client.get(reverse("operations:ready")).json()["status"] == "ok"


def test_a_part_that_never_lived_is_missed(client):
    assert not parts(client)["worker"]["ok"]
    assert not parts(client)["beat"]["ok"]


def test_nobody_is_sent_to_a_house_whose_keys_open_nothing(client, alive, seat):
    seat.open()
    with override_settings(FAIRPLAY_KEYS=[Fernet.generate_key().decode()]):
        answer = client.get(reverse("operations:ready"))
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")
    assert not answer.json()["parts"]["keys"]["ok"]


def test_play_goes_on_where_only_a_former_key_is_missing(client, alive, seat):
    seat.open()
    with override_settings(FAIRPLAY_KEYS=[Fernet.generate_key().decode()]):
        seat.at(Variant.SIX_DECK).open()
        answer = client.get(reverse("operations:ready"))
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert not answer.json()["parts"]["old keys"]["ok"]


def test_nobody_is_sent_to_a_house_without_its_database(client):
    def away(*_arguments):
        raise connection.Database.OperationalError("host 10.0.0.7 password=secret")

    with connection.execute_wrapper(away):
        answer = client.get(reverse("operations:ready"))
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")
    assert "secret" not in answer.content.decode(), "the fault is named by its kind"
    assert "10.0.0.7" not in answer.content.decode()


@pytest.mark.postgresql
def test_a_clock_that_is_wrong_is_noticed(client, alive):
    with time_machine.travel(timezone.now() + health.SKEW + timedelta(seconds=1)):
        assert not parts(client)["clock"]["ok"]


@override_settings(SECURE_SSL_REDIRECT=True)
def test_machines_behind_the_proxy_ask_over_plain_http(client):
    assert client.get(reverse("operations:live")).status_code == 200
    assert client.get(reverse("lobby")).status_code == 301
