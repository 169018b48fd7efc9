"""Health: what can't do without, what play goes on without, and nothing told to strangers."""

import socket
import time
from datetime import timedelta

import environ
import pytest
import time_machine
from cryptography.fernet import Fernet
from django.db import OperationalError, connection, connections
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.rules import Variant
from casino import caches, databases
from casino.postgresql.base import DatabaseWrapper
from fairplay.models import Commitment
from operations import health, recording
from operations.models import Heartbeat
from tests.operations.test_metrics import TOKEN, figures

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


@pytest.fixture
def away(monkeypatch):
    """The database in its production shape, at a port that refuses everybody."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, and listened to by nobody
        port = nobody.getsockname()[1]
        monkeypatch.setenv("DATABASE_URL", f"postgresql://casino:secret@127.0.0.1:{port}/casino")
        settings = {**connection.settings_dict, **databases.postgresql(environ.Env())["default"]}
        here = connections["default"]
        connections["default"] = DatabaseWrapper(settings, alias="away")
        try:
            yield
        finally:
            connections["default"].close_pool()
            connections["default"] = here


def test_who_asks_is_told_within_seconds_that_the_servers_are_away(client, away, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = caches.redis(settings.REDIS_URL)
    began = time.monotonic()
    answer = client.get(reverse("operations:ready"))
    assert time.monotonic() - began < 2 * databases.PATIENCE, "waited for once"
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")
    faults = {name: part.get("fault") for name, part in answer.json()["parts"].items()}
    assert faults.pop("database") == "OperationalError"
    assert faults.pop("redis") == "ConnectionError", "which needs no database, and is asked"
    assert set(faults) == {"keys", "old keys", "clock", "worker", "beat"}
    assert set(faults.values()) == {health.NOT_ASKED}
    assert "secret" not in answer.content.decode()


@override_settings(METRICS_TOKEN=TOKEN)
def test_the_figures_say_within_seconds_that_the_database_is_away(client, away):
    began = time.monotonic()
    answer = figures(client)
    assert time.monotonic() - began < 2 * databases.PATIENCE, "waited for once"
    assert answer.status_code == 200
    lines = answer.content.decode().splitlines()
    assert 'casino_check{part="database"} 0.0' in lines
    assert 'casino_check{part="keys"} 0.0' in lines
    assert not any(line.startswith("casino_task_") for line in lines)


def test_a_redis_that_takes_calls_and_says_nothing_holds_nobody_up(client, alive, settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        settings.CACHES = caches.redis(settings.REDIS_URL)
        began = time.monotonic()
        answer = client.get(reverse("operations:ready"))
        assert time.monotonic() - began < 2
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert answer.json()["parts"]["redis"]["fault"] == "TimeoutError"


@override_settings(METRICS_TOKEN=TOKEN)
def test_a_database_that_goes_in_between_is_waited_for_once(client, alive):
    """It answers that it is there, and breaks at whatever is asked next."""
    asked = []

    def breaking(execute, sql, *rest):
        asked.append(sql)
        if sql == "SELECT 1":
            return execute(sql, *rest)
        raise OperationalError("gone")

    with connection.execute_wrapper(breaking):
        faults = {name: part.get("fault") for name, part in parts(client).items()}
        assert len(asked) == 2
        assert figures(client).status_code == 200
    assert faults.pop("database") is None
    assert faults.pop("keys") == "OperationalError"
    assert set(faults.values()) == {health.NOT_ASKED}


def test_the_keys_are_tried_once_for_both_of_their_checks(client, alive, seat):
    seat.open()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse("operations:ready")).json()["status"] == "ok"
    on_keys = [one for one in queries if Commitment._meta.db_table in one["sql"]]
    assert len(on_keys) == 2, "the oldest and the newest"


@pytest.mark.postgresql
def test_a_clock_that_is_wrong_is_noticed(client, alive):
    with time_machine.travel(timezone.now() + health.SKEW + timedelta(seconds=1)):
        assert not parts(client)["clock"]["ok"]


@override_settings(SECURE_SSL_REDIRECT=True)
def test_machines_behind_the_proxy_ask_over_plain_http(client):
    assert client.get(reverse("operations:live")).status_code == 200
    assert client.get(reverse("lobby")).status_code == 301
