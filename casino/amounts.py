"""Amounts in hundredths, written the way the reader's language writes money."""

from typing import Final

from django.utils.translation import get_language

_NARROW_SPACE: Final = "\u202f"
_MINUS: Final = "\u2212"
_MARKS: Final = {"ru": (_NARROW_SPACE, ","), "en": (",", ".")}


def marks() -> tuple[str, str]:
    """The marks of thousands and of decimals in the reader's language."""
    return _MARKS.get(get_language() or "", _MARKS["en"])


def money(hundredths: int) -> str:
    """Return "9 942,50" or "9,942.50"; whole amounts without decimals. Nothing is rounded."""
    thousands, point = marks()
    whole, rest = divmod(abs(hundredths), 100)
    text = f"{whole:,}".replace(",", thousands)
    if rest:
        text += f"{point}{rest:02}"
    return _MINUS + text if hundredths < 0 else text


def signed(hundredths: int) -> str:
    """Return an amount with its sign: "+37,50", "−20", "0"."""
    return f"+{money(hundredths)}" if hundredths > 0 else money(hundredths)
