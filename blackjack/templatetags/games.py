"""What every page's frame says of the games."""

from collections.abc import Sequence

from django import template
from django.urls import reverse

from blackjack import words

register = template.Library()
register.filter("card_name", words.card)


@register.simple_tag
def rules_pages() -> Sequence[tuple[str, str]]:
    """Return each game's title and the address of its rules."""
    return [
        (str(title), reverse("blackjack:rules", kwargs={"variant": variant.value}))
        for variant, title in words.TITLES.items()
    ]
