"""Training under many requests at once: a decision is graded once, a switch works once."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.rules import Variant
from blackjack.models import DailyFigures, Habit, Training
from blackjack.site_figures import counting
from blackjack.training import services
from tests.tables import TIMES, at_once, clients

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 20


def test_f1_a_decision_is_graded_once(demo):
    classic = demo.at(Variant.CLASSIC)
    classic.plant("0S 2H 6D 2C 2D 3C 9D 9C")
    classic.deal(10)
    services.switch(player=demo.player, now=timezone.now(), grading=True)
    tabs, version = clients(demo.player, THREADS), classic.version
    answers = at_once(
        lambda n: classic.post_act(tabs[n % THREADS], "stand", version=version), TIMES
    )
    assert sorted({answer.status_code for answer in answers}) == [303, 409]
    row = Training.objects.get()
    assert row.decisions == 1
    assert sum(habit.times for habit in Habit.objects.all()) == row.decisions - row.right


def test_f1_a_switch_turned_on_at_once_begins_one_session(demo):
    """Few writers at once: SQLite lets them wait without an order."""
    threads = 4
    tabs, url = clients(demo.player, threads), reverse("blackjack:training", args=["classic"])
    answers = at_once(lambda n: tabs[n % threads].post(url, {"wish": "grade"}), 20, threads=threads)
    assert {answer.status_code for answer in answers} == {303}
    row = Training.objects.get()
    assert row.grading
    assert not row.hints


def test_f7_a_night_counted_by_several_workers_is_counted_once(demo):
    classic = demo.at(Variant.CLASSIC)
    classic.plant("0S 0H 7D 0C")
    classic.deal(10)
    classic.act("stand")
    tomorrow = timezone.now() + timedelta(days=1)
    at_once(lambda _n: counting.count_days(now=tomorrow), 4, threads=4)
    assert DailyFigures.objects.get(rounds__gt=0).rounds == 1
    assert DailyFigures.objects.count() == 9 * len(Variant)
