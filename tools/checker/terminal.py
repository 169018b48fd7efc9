"""The end of the terminal checker: it is put behind the casino's own modules, in one file.

Not imported by the site. ``WORDS`` is put before it by ``tools.checker.offline``.
"""

import json
import locale
import sys
from typing import Final

from blackjack import check_report

WORDS: Final = json.loads(CHECK_WORDS)


def main(arguments: list[str]) -> int:
    """Check the one file named; 0 when it matches, 1 when it differs, 2 when it can't be read."""
    language, names = _language(), []
    rest = list(arguments)
    while rest:
        one = rest.pop(0)
        if one == "--lang" and rest:
            language = rest.pop(0)
        elif one.startswith("--lang="):
            language = one.partition("=")[2]
        else:
            names.append(one)
    if language not in WORDS or len(names) != 1 or names[0] in {"-h", "--help"}:
        sys.stderr.write(f"{WORDS.get(language, WORDS['en'])['offline.usage']}\n")
        return check_report.UNREADABLE
    words = WORDS[language]
    try:
        with open(0 if names[0] == "-" else names[0], "rb") as opened:
            text = opened.read()
    except OSError as error:
        sys.stderr.write(f"{words['offline.unreadable']} {error}\n")
        return check_report.UNREADABLE
    status, lines = check_report.check(text, words, comma=language == "ru")
    sys.stdout.write("\n".join(lines) + "\n")
    return status


def _language() -> str:
    return "ru" if (locale.getlocale()[0] or "").lower().startswith("ru") else "en"


# A terminal that can't show a suit must not end the check.
for stream in (sys.stdout, sys.stderr):
    stream.reconfigure(errors="replace")
sys.exit(main(sys.argv[1:]))
