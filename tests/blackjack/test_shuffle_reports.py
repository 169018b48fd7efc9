"""The report on the shuffle: by the code that shuffles played shoes, published once a night."""

import json
import logging
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.utils import timezone

from blackjack import shuffling
from blackjack.engine.cards import DECK, is_whole_decks
from blackjack.engine.rules import RULES
from blackjack.tasks import report_shuffle
from casino.celery import app
from fairplay import shuffle_reports
from fairplay.models import ShuffleReport
from fairplay.statistics import Figure, Question, Report, examine

pytestmark = pytest.mark.django_db

FEW = 1_000


@pytest.fixture
def unlucky():
    """A report further off than chance allows."""
    return Report(100_000, tuple(Figure(question, 1e4, 2601, 1e-9) for question in Question))


def test_played_shoes_come_from_the_shuffle_that_is_examined(monkeypatch):
    """Every game's shoe is what ``shuffled`` makes of whole decks."""
    monkeypatch.setattr(shuffling, "shuffled", lambda cards: ("marked", *cards))
    for games in RULES.values():
        for rules in games.values():
            shoe = shuffling.fresh_shoe(rules)
            assert shoe[0] == "marked"
            assert is_whole_decks(shoe[1:], rules.decks)


def test_its_sample_passes_or_passes_once_more():
    """One in ten thousand runs fails by chance."""
    assert any(examine(shuffling.shuffled, DECK, 5_000).passed for _ in range(2))


def test_a_night_has_one_report_however_often_the_task_runs(monkeypatch):
    monkeypatch.setattr("blackjack.tasks.NIGHTLY", FEW)
    assert report_shuffle() is True
    assert report_shuffle() is False
    row = ShuffleReport.objects.get()
    assert (row.night, row.decks) == (timezone.localdate(), FEW)
    assert len(row.figures) == len(Question)


def test_second_run_of_a_night_that_came_later_publishes_nothing(unlucky):
    """Two workers at once: the first report counts, whatever the other one found."""
    night, now = date(2026, 11, 30), timezone.now()
    assert shuffle_reports.publish(unlucky, now=now, night=night)
    assert not shuffle_reports.publish(unlucky, now=now, night=night)
    with pytest.raises(IntegrityError):
        ShuffleReport.objects.create(made_at=now, night=night, decks=FEW, figures=[], passed=True)


def test_beat_runs_it_every_night():
    tasks = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    assert len(tasks[report_shuffle.name].hour) == 1
    assert report_shuffle.name in app.tasks


def test_command_prints_publishes_and_ends_well(capsys):
    while not _asked("--decks", str(FEW)):  # a fair shuffle may fail once in a hundred times
        capsys.readouterr()
    shown = capsys.readouterr()
    assert "Together, at 99%: within what chance allows." in shown.out
    assert shown.err.splitlines()[-1] == "1,000 of 1,000 decks"
    assert ShuffleReport.objects.filter(night=None, decks=FEW, passed=True).count() == 1


def test_command_prints_json(capsys):
    _asked("--decks", str(FEW), "--json")
    printed = json.loads(capsys.readouterr().out)
    assert printed["decks"] == FEW
    assert [figure["question"] for figure in printed["figures"]] == list(Question)
    (published,) = shuffle_reports.last(5)
    assert [figure.statistic for figure in published.report.figures] == [
        figure["statistic"] for figure in printed["figures"]
    ]


def _asked(*arguments):
    try:
        call_command("rng_report", *arguments)
    except SystemExit as left:
        return left.code != 1
    return True


def test_command_for_a_broken_shuffle_ends_with_1(monkeypatch, capsys, caplog):
    monkeypatch.setattr("blackjack.management.commands.rng_report.shuffled", lambda cards: cards)
    assert not _asked("--decks", str(FEW))
    assert "NOT" in capsys.readouterr().out
    assert not ShuffleReport.objects.get().passed
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("decks", ["0", "999", "-5", "1e5", "many", "1000000000", "١٠٠٠٠"])
def test_command_refuses_other_numbers_of_decks(decks):
    with pytest.raises(CommandError):
        call_command("rng_report", f"--decks={decks}")
    assert not ShuffleReport.objects.exists()


def test_failed_report_is_published_as_it_is_and_told_to_staff(unlucky, caplog):
    shuffle_reports.publish(unlucky, now=timezone.now())
    (published,) = shuffle_reports.last(1)
    assert published.report == unlucky
    assert not published.report.passed
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
