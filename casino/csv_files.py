"""Files for spreadsheets: UTF-8 with a mark, cells that no spreadsheet takes for a formula.

Cells are parted the way spreadsheets of the reader's language part them, so that the file opens
by a double click: Russian ones take the comma for decimals and want semicolons, English ones want
commas. Amounts carry no signs but minus and the decimal mark, and always two decimals.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from casino.amounts import marks

MARK: Final = "\ufeff"
"""Without it Excel takes the file for one of a Western code page."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def amount(hundredths: int) -> str:
    """Return ``-1234,50``: a number for a spreadsheet of the reader's language."""
    point = marks()[1]
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}{point}{rest:02}"


def written(rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as they stand in the file."""
    out = io.StringIO()
    delimiter = ";" if marks()[1] == "," else ","
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue()
