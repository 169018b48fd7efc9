"""Run the long proofs: `make faults`, or `python -m tools.faults shoes` for one part.

Ends with a table of figures and writes it into docs/reliability.md; a part that fails is named,
writes nothing, and the exit code is 1. Everything is made in throw-away directories and removed.
"""

import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Final

from tools import products
from tools.faults import checkers, guide, pytests, report, returns, shoes, shuffles
from tools.faults.figures import Failed, Figure

PARTS: Final[Mapping[str, Callable[[], Sequence[Figure]]]] = {
    "shoes": shoes.replayed,
    "checkers": checkers.agreed,
    "shuffles": shuffles.judged,
    "returns": returns.recomputed,
    "machine": pytests.machine,
    "clicks": pytests.clicks,
    "expiry": pytests.expiry,
    "failing": pytests.failing,
    "servers": pytests.servers,
    "guide": guide.followed,
    "browser": pytests.browser,
    "pages": pytests.pages,
}
"""Name -> what it runs. A further part is a further line here."""


def main(parts: Sequence[str]) -> int:
    """Run the named parts, or all, and write down what they gave."""
    signal.signal(signal.SIGTERM, _stop)
    if not set(parts) <= set(PARTS):
        print(f"The parts are: {', '.join(PARTS)}.")
        return 2
    products.build()
    found: dict[str, Sequence[Figure]] = {}
    failed = []
    for name in parts or PARTS:
        print(f"== {name}", flush=True)
        began = time.monotonic()
        try:
            figures = PARTS[name]()
        except Failed as refused:
            print(f"FAILED: {refused}", flush=True)
            failed.append(name)
        else:
            found[name] = [*figures, Figure("took", report.duration(time.monotonic() - began))]
            report.write({name: found[name]})  # at once: a later part may be stopped
    print()
    for name, figures in found.items():
        for figure in figures:
            print(f"  {name:10}{figure.what:64}{figure.value:>24}")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def _stop(number: int, frame: FrameType | None) -> None:
    """Let a termination signal unwind, so that servers and directories are removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
