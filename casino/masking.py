"""Keeping secret strings, undealt cards and links to passwords out of logs and error reports.

No code of ours logs them; this stands behind it, for what a traceback or a library may quote.
"""

import re
from collections.abc import ItemsView
from types import FrameType
from typing import Any, Final

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

_MASKS: Final = (
    (re.compile(r"[A-Za-z0-9_]+-DATE\d{8}TIME\d{6}-SRVKEY\S*"), "[secret string]"),
    (re.compile(r"gAAAAA[A-Za-z0-9_=-]{20,}"), "[sealed string]"),
    # A link to a new password: Django logs the path of whatever it refuses. Its token wherever it
    # stands, and anything in the token's place.
    (re.compile(r"\b[0-9a-z]{5,8}-[0-9a-f]{32}\b"), "[link]"),
    (re.compile(r"(/reset/[^/\s]+/)[^/\s\"'\\]+"), r"\1[link]"),
    # Four cards in a row, however they are parted, are no accident.
    (re.compile(r"(?:\b[2-90JQKA][SCDH]\b[-\s,'\"()\[\]]*){4,}"), "[cards] "),
)


def masked(text: str) -> str:
    """Return ``text`` without secret strings, sealed ones, runs of cards, or links to passwords."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


class ReportsWithoutVariables(SafeExceptionReporterFilter):
    """Error reports name files and lines; the variables of a frame may be a shoe."""

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """Return none."""
        return {}.items()
