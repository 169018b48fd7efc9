"""Figures for Prometheus: what is asked, how long it takes, and how the house is.

Counted in each process; several of them write into a directory that they share
(``PROMETHEUS_MULTIPROC_DIR``, set by `manage.py serve`), and any of them answers for all.
Labels are names of views, parts and tasks, methods and statuses: never an address or a player.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from django.db import DatabaseError, InterfaceError
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import REGISTRY, Collector

from operations import health, planned

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_REQUESTS: Final = Counter(
    "casino_requests",
    "Requests answered, by view, method and status.",
    ["view", "method", "status"],
)
_SECONDS: Final = Histogram(
    "casino_request_seconds",
    "Seconds that an answer took, by view.",
    ["view"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10),
)


def count(*, view: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request."""
    _REQUESTS.labels(view, method, str(status)).inc()
    _SECONDS.labels(view).observe(seconds)


def exposition() -> bytes:
    """All figures, as Prometheus reads them."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        registry.register(_House())
        return generate_latest(registry)
    return generate_latest(_Both())


class _House(Collector):
    """What is asked of the database when somebody looks."""

    def collect(self) -> Iterator[Metric]:
        """Give the checks, and when each task last went well."""
        checks = GaugeMetricFamily("casino_check", "1 if this part works.", labels=["part"])
        report = health.report()
        for check in report.checks:
            checks.add_metric([check.name], 0 if check.fault else 1)
        yield checks
        if report.database:
            with suppress(DatabaseError, InterfaceError):  # gone since: the checks say it next time
                yield from _tasks()


def _tasks() -> Sequence[Metric]:
    """How each task is, planned or not."""
    well = GaugeMetricFamily(
        "casino_task_success_timestamp_seconds",
        "When it last went well; 0 if it never did.",
        labels=["task"],
    )
    failures = GaugeMetricFamily(
        "casino_task_failures", "Failures since it last went well.", labels=["task"]
    )
    late = GaugeMetricFamily(
        "casino_task_late",
        "1 if it did not go well within an hour of when it was due.",
        labels=["task"],
    )
    for run in planned.runs():
        at = run.succeeded_at
        well.add_metric([run.name], 0 if at is None else at.timestamp())
        failures.add_metric([run.name], run.failures)
        late.add_metric([run.name], planned.is_late(run))
    return [well, failures, late]


class _Both(Collector):
    """The figures of this process, and the house's."""

    def collect(self) -> Iterator[Metric]:
        """Give the ones, then the others."""
        yield from REGISTRY.collect()
        yield from _House().collect()
