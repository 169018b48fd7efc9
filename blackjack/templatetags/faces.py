"""The other face that a card has in the four-colour deck, for the script that shows it."""

from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

_RECOLOURED: Final = frozenset("CD")
"""Suits that differ: clubs are green there, diamonds blue. Of the others both decks are one."""


@register.simple_tag
def four_colours(code: str) -> str:
    """Return the attribute that names a card's four-colour face; nothing where it has none."""
    if code[-1:] not in _RECOLOURED:
        return SafeString("")
    return format_html(' data-four="{}"', static(f"img/cards-four/{code}.svg"))
