"""``{% part %}``: a piece of a page that is drawn once for equal values.

An action changes one hand of a table, while the answer is the whole of it: the other hands, the
cards, the signatures and the cut's window are the same text as a moment ago.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils.translation import get_language

register = template.Library()

_KEPT: Final = 4096
"""Pieces, each some kilobytes at the most; the one that was not wanted for longest goes first."""


@register.simple_tag
def part(name: str, **values: Hashable) -> str:
    """Draw a template that depends on ``values`` and the language alone.

    Like ``include … only``, but the values must be hashable, and there is no request: no token
    against forged forms, no player, no messages.
    """
    return _drawn(name, get_language(), tuple(values.items()))


@lru_cache(maxsize=_KEPT)
def _drawn(name: str, language: str | None, values: tuple[tuple[str, Hashable], ...]) -> str:
    return get_template(name).render(dict(values))
