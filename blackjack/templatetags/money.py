"""The filters ``money`` and ``signed``: amounts in hundredths in the reader's language."""

from django import template

from casino.amounts import money, signed

__all__ = ["money", "register", "signed"]

register = template.Library()
register.filter(money)
register.filter(signed)
