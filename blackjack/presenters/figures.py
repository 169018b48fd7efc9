"""Chances and returns in the reader's language. Floats: no amount of money comes this way."""

from django.utils.translation import pgettext

from casino.amounts import marks


def percent(share: float, places: int) -> str:
    """Return a share as per cent, such as "99.54%"."""
    return pgettext("a share", "%(number)s%%") % {"number": decimal(100 * share, places)}


def decimal(number: float, places: int) -> str:
    """Return a number with so many places."""
    thousands, point = marks()
    text = f"{number:,.{places}f}".replace("-", "−")
    return text.replace(",", "|").replace(".", point).replace("|", thousands)
