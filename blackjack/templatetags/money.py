"""The filters that write amounts in hundredths: ``|money`` and ``|signed``."""

from django import template

from casino.money import money, signed

__all__ = ["money", "register", "signed"]

register = template.Library()
register.filter(money)
register.filter(signed)
