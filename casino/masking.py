"""Keeping secret strings and undealt cards out of logs and error reports.

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
    # Four cards in a row, however they are parted, are no accident.
    (re.compile(r"(?:\b[2-90JQKA][SCDH]\b[-\s,'\"()\[\]]*){4,}"), "[cards] "),
)


def masked(text: str) -> str:
    """Return ``text`` without secret strings, sealed ones, or runs of cards."""
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
