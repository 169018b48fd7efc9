"""Guests who came no more are made anonymous; their journal stays."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts import forgetting, logins, services, tasks
from accounts.models import Currency, Entry, PlayerSession, User
from accounts.verification import verify_journal
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Settlement, Shoe
from blackjack.tasks import expire
from blackjack.verification import verify_rounds
from casino.celery import app
from fairplay.models import Commitment
from tests.accounts.conftest import PASSWORD, user_of
from tests.tables import Seat

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
TEN_DAYS = timedelta(days=10)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def visitor(clock) -> Client:
    """The browser of somebody who plays as a guest since the start."""
    client = Client()
    client.post(reverse("accounts:guest"))
    return client


def test_a_guest_is_made_anonymous_and_his_journal_stays(visitor, clock, book):
    guest = user_of(visitor)
    book(guest, 1_000, currency=Currency.FUN)
    login, lines = guest.username, list(Entry.objects.values())
    User.objects.filter(pk=guest.pk).update(email="somebody@x.example")
    clock.shift(TEN_DAYS)
    assert forgetting.forget_guests() == 1
    guest.refresh_from_db()
    assert guest.username != login
    assert logins.is_login(guest.username)
    assert logins.is_reserved(guest.username)
    assert (guest.email, guest.is_active, guest.is_guest) == ("", False, True)
    assert guest.forgotten_at == START + TEN_DAYS
    assert not PlayerSession.objects.filter(user=guest).exists()
    assert not get_user(visitor).is_authenticated
    assert list(Entry.objects.values()) == lines
    verify_journal()


@pytest.mark.parametrize(("seconds", "forgotten"), [(-1, 0), (0, 1), (1, 1)])
def test_ten_days_without_a_visit(visitor, clock, seconds, forgotten):
    clock.shift(timedelta(days=5))
    assert visitor.get("/account/").status_code == 200
    clock.shift(TEN_DAYS + timedelta(seconds=seconds))
    assert forgetting.forget_guests() == forgotten


def test_a_guest_who_signed_out_is_forgotten_too(visitor, clock):
    visitor.post(reverse("accounts:logout"))
    clock.shift(TEN_DAYS - timedelta(seconds=1))
    assert forgetting.forget_guests() == 0
    clock.shift(timedelta(seconds=1))
    assert forgetting.forget_guests() == 1


def test_it_may_run_twice(visitor, clock):
    clock.shift(TEN_DAYS)
    assert [forgetting.forget_guests() for _ in range(3)] == [1, 0, 0]


def test_a_blocked_guest_is_forgotten_too(visitor, clock):
    User.objects.update(is_active=False)
    clock.shift(TEN_DAYS)
    assert forgetting.forget_guests() == 1


def test_an_unfinished_round_is_waited_for(visitor, clock):
    seat = Seat(user_of(visitor), currency=Currency.FUN.value)
    seat.play("9C 0S 7H 0D")
    clock.shift(TEN_DAYS * 2)
    assert forgetting.forget_guests() == 0
    expire()
    assert forgetting.forget_guests() == 1


def test_his_round_and_his_bingo_are_ended_first_and_then_he_is_forgotten(visitor, clock):
    """Both by the tasks as they run by themselves, in either order."""
    seat = Seat(user_of(visitor), currency=Currency.FUN.value)
    seat.play("9C 0S 7H 0D")
    bingo = seat.at(Variant.BINGO)
    bingo.plant("0S 9H 7D 0C")
    bingo.deal(10, bingo={1: 5})
    bingo.act("stand")
    clock.shift(TEN_DAYS)
    assert tasks.forget_guests() == 0
    expire()
    assert tasks.forget_guests() == 1
    assert not Round.objects.filter(ended_at=None).exists()
    assert not BingoSession.objects.filter(ended_at=None).exists()
    verify_journal()
    verify_rounds()


def test_shoes_that_wait_for_a_forgotten_guest_go_like_any_that_are_over(visitor, clock):
    """Nobody can play them any more, and their strings hold his login."""
    guest = user_of(visitor)
    seat = Seat(guest, currency=Currency.FUN.value)
    seat.play("9C 0S 7H 0D", "stand")
    seat.at(Variant.BINGO).open()
    clock.shift(TEN_DAYS)
    assert tasks.forget_guests() == 1
    waiting = Shoe.objects.filter(dealt_at=None)
    assert waiting.count() == 2
    assert all(shoe.commitment.is_revealed for shoe in waiting)
    assert not Shoe.objects.filter(ended_at=None).exists()
    clock.shift(TEN_DAYS - timedelta(seconds=1))
    expire()
    assert waiting.count() == 2
    clock.shift(timedelta(seconds=1))
    expire()
    assert not Shoe.objects.exists()
    assert not Commitment.objects.exists()
    assert Entry.objects.filter(wallet__user=guest).exists()
    verify_journal()
    verify_rounds()


def test_no_note_waits_for_a_forgotten_guest(visitor, clock):
    seat = Seat(user_of(visitor), currency=Currency.FUN.value)
    seat.play("9C 0S 7H 0D")
    clock.shift(TEN_DAYS)
    expire()
    assert Settlement.objects.count() == 1
    assert tasks.forget_guests() == 1
    assert not Settlement.objects.exists()


def test_a_kept_shoe_of_a_forgotten_guest_is_followed_by_none(visitor, clock):
    seat = Seat(user_of(visitor), currency=Currency.FUN.value).at(Variant.CLASSIC)
    seat.play("0S 9H 0D 8C", "stand")
    clock.shift(TEN_DAYS)
    assert tasks.forget_guests() == 1
    expire()
    assert not Shoe.objects.filter(ended_at=None).exists()
    clock.shift(TEN_DAYS)
    expire()
    assert not Shoe.objects.exists()


def test_players_and_staff_are_left_alone(clock, player, owner):
    grown = services.start_guest()
    services.upgrade_guest(user_id=grown.pk, login="Grown_Up", password=PASSWORD)
    clock.shift(TEN_DAYS * 100)
    before = list(User.objects.order_by("pk").values())
    assert forgetting.forget_guests() == 0
    assert list(User.objects.order_by("pk").values()) == before


def test_many_are_forgotten_in_batches(clock, monkeypatch):
    monkeypatch.setattr(forgetting, "_BATCH", 2)
    guests = [services.start_guest() for _ in range(5)]
    Seat(guests[1], currency=Currency.FUN.value).play("9C 0S 7H 0D")
    clock.shift(TEN_DAYS)
    assert forgetting.forget_guests() == 4
    assert User.objects.filter(forgotten_at=None).get() == guests[1]


def test_it_runs_by_itself(visitor, clock):
    planned = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert {"accounts.tasks.forget_guests", "accounts.tasks.clear_sessions"} <= planned
    clock.shift(TEN_DAYS)
    assert tasks.forget_guests() == 1


def test_sessions_that_are_over_are_removed(client, player, clock):
    client.force_login(player)
    clock.shift(timedelta(minutes=31))
    tasks.clear_sessions()
    assert not PlayerSession.objects.exists()
