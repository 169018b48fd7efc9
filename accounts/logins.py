"""What a login may look like, and which logins are the guests' own."""

import re
import secrets
import string
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.forms import shown

LONGEST: Final = 20
"""Characters of the longest login."""

RESERVED: Final = "guest_"
"""How every guest's login begins, and nobody else's, in any case."""

# A FairPlay string must always parse: rules.md 4.1.
_PATTERN: Final = re.compile(r"[A-Za-z0-9_]{3,20}", re.ASCII)
_GUEST_ALPHABET: Final = string.ascii_lowercase + string.digits
_LOOK_ALIKES: Final = str.maketrans("3569", "esgg")


def is_login(text: str) -> bool:
    """Whether ``text`` has the form of a login: 3 to 20 of ``A-Za-z0-9_``. Source: rules.md 4.1."""
    return _PATTERN.fullmatch(text) is not None


def is_reserved(login: str) -> bool:
    """Whether ``login`` is a guest's or could be read as one: ``_Guest_1``, ``gue5t_1``."""
    return login.lstrip("_").lower().translate(_LOOK_ALIKES).startswith(RESERVED)


def require_form(text: str) -> None:
    """Let only the form of a login pass.

    Raises:
        ValidationError: ``text`` has another form.
    """
    if not is_login(text):
        raise ValidationError(
            _("“%(value)s” can't be a login: 3 to 20 Latin letters, digits and underscores."),
            code="invalid",
            params={"value": shown(text)},
        )


def require_not_reserved(login: str) -> None:
    """Keep the guests' logins for guests.

    Raises:
        ValidationError: ``login`` is a guest's or looks like one.
    """
    if is_reserved(login):
        raise ValidationError(
            _("“%(value)s” can't be a login: names like this are kept for guests."),
            code="reserved",
            params={"value": shown(login)},
        )


def for_guest() -> str:
    """A fresh login for a guest, at random, as long as logins may be."""
    rest = (secrets.choice(_GUEST_ALPHABET) for _ in range(LONGEST - len(RESERVED)))
    return RESERVED + "".join(rest)
