"""Who writes which mail: the words are those of whoever has it sent, and are asked for late.

Accounts registers its own kinds at start-up, and so does every app that has mails to send.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import override

from accounts.outbox.models import Mail


class NotWanted(Exception):
    """What the mail would say is true or needed no more: it is not sent."""


class UnknownKind(LookupError):
    """Nobody writes mails of this kind: they are those of another release."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, in its reader's language."""

    subject: str
    text: str


Writer = Callable[[Mail], Letter]
"""Writes a mail in the language that is active. Raises NotWanted."""


@dataclass(frozen=True, slots=True)
class _Kind:
    title: str | Promise
    write: Writer


_kinds: Final[dict[str, _Kind]] = {}


def register(kind: str, *, title: str | Promise, write: Writer) -> None:
    """Say how mails of this kind are written, in place of what was said earlier.

    Args:
        title: how staff read it.
    """
    _kinds[kind] = _Kind(title, write)


def title(kind: str) -> str:
    """Return what such a mail is about, for staff; an unknown kind is its own title."""
    return str(_kinds[kind].title) if kind in _kinds else kind


def letter(mail: Mail) -> Letter:
    """Write the mail, by what the database says now.

    Raises:
        NotWanted: it is not to be sent; none is to whoever was made anonymous.
        UnknownKind: nobody knows how.
    """
    if mail.user.forgotten_at is not None:
        raise NotWanted
    if mail.kind not in _kinds:
        raise UnknownKind(mail.kind)
    with override(mail.language):
        return _kinds[mail.kind].write(mail)
