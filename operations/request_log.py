"""The log: one line an event, for people or for machines, each with its request's number.

Whatever writes it, our code, Django or a library, it passes through here and is masked at the
end. Lines hold addresses of pages without their queries, never a form, a name or a card.
"""

import logging
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from casino.masking import masked

_SHARED: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


_KNOWN: Final = ("method", "status", "ms")
"""What a line may say beside its text. Django adds whole requests, queries and all."""


def _without_internals(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    event.pop("_record", None)
    event.pop("_from_structlog", None)
    return event


class _Masked(structlog.stdlib.ProcessorFormatter):
    """Masks the whole line, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


def for_machines() -> logging.Formatter:
    """One JSON object a line: time, level, logger, event, request, and what else is known."""
    render = structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=True)
    return _formatter(render)


def for_people() -> logging.Formatter:
    """One readable line, its traceback below it."""
    return _formatter(_line)


def _formatter(render: Processor) -> logging.Formatter:
    return _Masked(
        foreign_pre_chain=[*_SHARED, structlog.stdlib.ExtraAdder(allow=_KNOWN)],
        processors=[_without_internals, render],
    )


def _line(_: WrappedLogger, __: str, event: EventDict) -> str:
    time, level = event.pop("timestamp", ""), str(event.pop("level", "")).upper()
    name, text = event.pop("logger", ""), event.pop("event", "")
    trace = event.pop("exception", "")
    known: dict[str, Any] = dict(sorted(event.items()))
    rest = "".join(f" {key}={value}" for key, value in known.items())
    return f"{time} {level} {name}: {text}{rest}" + (f"\n{trace}" if trace else "")
