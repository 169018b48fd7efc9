"""The filter ``named_by``: cells of a list in the administration that know their column's name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()


@register.filter
def named_by(cells: Iterable[SafeString], headers: Sequence[Mapping[str, Any]]) -> list[SafeString]:
    """Give each cell its column's name, for screens on which the head of the table is not shown.

    The cells are written by Django and begin with their tag; a column of boxes has no name.
    """
    named = []
    for cell, header in zip(cells, headers, strict=True):
        text = header["text"] if "action-checkbox-column" not in header["class_attrib"] else ""
        name = f' data-name="{escape(capfirst(text))}"' if text else ""
        tag = next((tag for tag in ("<td", "<th") if cell.startswith(tag)), "")
        # Both parts are safe: the name is escaped here, the cell was by Django.
        named.append(mark_safe(f"{tag}{name}{cell.removeprefix(tag)}"))  # noqa: S308
    return named
