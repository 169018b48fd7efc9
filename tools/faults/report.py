"""The figures in docs/reliability.md, between two markers; the rest of the page is written by hand.

A part that was not run keeps the lines of its last run, each with its own date.
"""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tools.faults.figures import Figure

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "reliability.md"
BEGIN: Final = "<!-- figures of make faults: begin -->"
END: Final = "<!-- figures of make faults: end -->"
_HEAD: Final = ("| part | what | figure | date | cores |", "|---|---|---|---|---|")


def write(found: Mapping[str, Sequence[Figure]], page: Path = PAGE) -> None:
    """Put the figures in the place of those that the same parts gave before.

    Raises:
        ValueError: the page has not both markers.
    """
    before, rest = _cut(page.read_text(encoding="utf-8"), BEGIN)
    between, after = _cut(rest, END)
    rows = [line for line in between.splitlines() if line.startswith("| ") and line not in _HEAD]
    kept = [row for row in rows if row.split("|")[1].strip() not in found]
    today, cores = datetime.now(UTC).date().isoformat(), os.cpu_count() or 1
    fresh = [
        f"| {name} | {figure.what} | {figure.value} | {today} | {cores} |"
        for name, figures in found.items()
        for figure in figures
    ]
    table = "\n".join([*_HEAD, *kept, *fresh])
    page.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def duration(seconds: float) -> str:
    """Say how long something took."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _cut(text: str, marker: str) -> tuple[str, str]:
    before, found, after = text.partition(marker)
    if not found:
        raise ValueError(f"the page lacks its marker {marker}")
    return before, after
