"""Counted words of the rules pages, each in the right plural: "2 decks", "104 cards"."""

from django.utils.translation import ngettext

from blackjack.keeping import KEPT


def decks(number: int) -> str:
    """Return "2 decks"."""
    return ngettext("%(decks)s deck", "%(decks)s decks", number) % {"decks": number}


def cards(number: int) -> str:
    """Return "104 cards"."""
    return ngettext("%(cards)s card", "%(cards)s cards", number) % {"cards": number}


def boxes(number: int) -> str:
    """Return "3 boxes"."""
    return ngettext("%(boxes)s box", "%(boxes)s boxes", number) % {"boxes": number}


def hands(number: int) -> str:
    """Return "4 hands"."""
    return ngettext("%(hands)s hand", "%(hands)s hands", number) % {"hands": number}


def rounds(number: int) -> str:
    """Return "5 rounds"."""
    return ngettext("%(rounds)s round", "%(rounds)s rounds", number) % {"rounds": number}


def days() -> str:
    """Return how long a game and an unfinished round are kept, such as "10 days"."""
    return ngettext("%(days)s day", "%(days)s days", KEPT.days) % {"days": KEPT.days}
