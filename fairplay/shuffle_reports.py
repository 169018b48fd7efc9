"""Reports on the shuffle: kept as they came out, and read again for the public page."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fairplay.models import ShuffleReport
from fairplay.statistics import LEVEL, Figure, Question, Report

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Published:
    """A report and when it was made."""

    made_at: datetime
    report: Report


def publish(report: Report, *, now: datetime, night: date | None = None) -> bool:
    """Store a report for the page; staff are told of one that a fair shuffle seldom gives.

    Args:
        night: the night whose report it is; ``None`` for one that somebody asked for.

    Returns:
        Whether it was stored: a night has one report, the first.
    """
    values = {
        "made_at": now,
        "decks": report.decks,
        "figures": [_written(figure) for figure in report.figures],
        "passed": report.passed,
    }
    if night is None:
        ShuffleReport.objects.create(**values)
    elif not ShuffleReport.objects.get_or_create(night=night, defaults=values)[1]:
        return False
    if not report.passed:
        logger.error(
            "The shuffle's figures are further off than chance allows in %.0f of 100 reports: %s. "
            "Run `manage.py rng_report` again: a second failure is none of chance.",
            LEVEL * 100,
            ", ".join(figure.question for figure in report.figures if not figure.passed),
        )
    return True


def is_made(night: date) -> bool:
    """Whether this night has its report."""
    return ShuffleReport.objects.filter(night=night).exists()


def last(count: int) -> Sequence[Published]:
    """Return the last reports, the newest first."""
    rows = ShuffleReport.objects.order_by("-made_at", "-pk")[:count]
    return [Published(row.made_at, _read(row)) for row in rows]


def _written(figure: Figure) -> dict[str, Any]:
    return {
        "question": figure.question.value,
        "statistic": figure.statistic,
        "freedom": figure.freedom,
        "chance": figure.chance,
    }


def _read(row: ShuffleReport) -> Report:
    figures = (
        Figure(Question(one["question"]), one["statistic"], one["freedom"], one["chance"])
        for one in row.figures
    )
    return Report(row.decks, tuple(figures))
