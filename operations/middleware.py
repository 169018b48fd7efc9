"""Every request gets a number, a line in the log, and a place in the figures."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from operations import metrics

logger = logging.getLogger("casino.requests")

HEADER: Final = "X-Request-ID"
_NUMBER: Final = re.compile(r"[0-9a-zA-Z-]{8,64}")
_UNKNOWN: Final = "unknown"


class Watched:
    """Number the request, answer, and write down what came of it.

    A proxy in front may have numbered it already; whatever is no number is replaced. The number
    stands in the answer, on the page of an error, and in every log line written meanwhile.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view did, under a number."""
        given = request.headers.get(HEADER, "")
        number = given if _NUMBER.fullmatch(given) else uuid.uuid4().hex
        request.META["REQUEST_NUMBER"] = number
        began = time.monotonic()
        # Bound until the next request: Django logs a refusal after the last middleware is done.
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=number)
        response = self.get_response(request)
        self._write(request, response, time.monotonic() - began)
        response[HEADER] = number
        return response

    @staticmethod
    def _write(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        match = request.resolver_match
        view = _UNKNOWN if match is None else match.view_name or _UNKNOWN
        method = request.method or _UNKNOWN
        metrics.count(view=view, method=method, status=response.status_code, seconds=seconds)
        if settings.LOG_REQUESTS:
            known = {"method": method, "status": response.status_code, "ms": round(seconds * 1000)}
            logger.info(view, extra=known)
