"""What goes into the log and what does not, as Python's logging is told of it."""

from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

READERS: Final = ("people", "machines")


def config(*, level: str, lines_for: str) -> dict[str, Any]:
    """All to standard error, masked and numbered (`operations.request_log`).

    Raises:
        ImproperlyConfigured: nobody of that kind reads logs.
    """
    if lines_for not in READERS:
        raise ImproperlyConfigured(f"LOG_FORMAT is one of: {', '.join(READERS)}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": f"operations.request_log.for_{lines_for}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Replaces Django's own handlers (a console only in DEBUG, and mail to nobody).
            "django": {"handlers": [], "propagate": True},
            # Statements carry names and sealed strings: at no level do they enter the log.
            "django.db.backends": {"level": "WARNING"},
            # A strange Host header is a scanner's: refused, and not worth a stack trace each.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "uvicorn": {"level": "WARNING"},
            # Every try of every login is no news; locks stand in the administration.
            "axes": {"level": "ERROR"},
            # What a task came to stands in the administration; its failures here.
            "celery": {"level": "WARNING"},
        },
    }
