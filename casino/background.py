"""Celery's worker and beat as threads of the one process of the embedded shape."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery.beat import EmbeddedService
from celery.worker import WorkController

from casino.celery import app


@contextmanager
def running() -> Iterator[None]:
    """Work in the background until the block ends.

    One worker, one task at a time: SQLite has one writer. With a second web process there would
    be a second beat, which is why the embedded shape has one.
    """
    worker = WorkController(
        app=app,
        pool="solo",
        concurrency=1,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        quiet=True,
    )
    thread = threading.Thread(target=worker.start, name="celery-worker", daemon=True)
    # Kept in memory: what is due is found in the database, not in a file of the last runs.
    beat = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
    thread.start()
    beat.start()  # type: ignore[union-attr]  # a thread, as asked for
    try:
        yield
    finally:
        beat.stop()
        worker.stop()
        thread.join(timeout=5)
