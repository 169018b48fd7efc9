"""The keys of the sealed strings: do they open what is stored, and how is one changed.

Reads, or replaces one cipher text by another of the same string; reveals and deletes nothing.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from fairplay import services
from fairplay.models import Commitment
from fairplay.services import SealBroken

logger = logging.getLogger(__name__)

_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at sealed strings found.

    Attributes:
        sealed: how many were looked at.
        older: how many of them are not under the first key, but open.
        closed: numbers of the commitments that can't be opened.
    """

    sealed: int
    older: int
    closed: tuple[int, ...]


def look(*, ends: int | None = None) -> Looked:
    """Open sealed strings, and forget at once what they say.

    Args:
        ends: only so many of the oldest and as many of the newest: enough to see that a key is
            missing or wrong. ``None`` opens all.
    """
    found, older, closed = 0, 0, []
    for commitment in _sealed(ends):
        found += 1
        try:
            services.secret_of(commitment)
        except SealBroken:
            closed.append(commitment.pk)
        else:
            older += not _by_first_key(commitment)
    return Looked(found, older, tuple(closed))


def tell_staff(*, ends: int = 10) -> bool:
    """Look at some of the oldest and newest, and log one sentence for staff if a key is missing.

    Returns:
        Whether all of them opened.
    """
    seen = look(ends=ends)
    if seen.closed:
        logger.error(
            "FairPlay keys: %s of %s signed shoes can't be opened. Rounds on them wait, and no new "
            "ones begin there. Put the former key back into FAIRPLAY_KEYS: docs/keys.md.",
            len(seen.closed),
            seen.sealed,
        )
    return not seen.closed


def reseal() -> Looked:
    """Seal every string under the first key that is not; may be stopped and run again.

    Each is replaced only as it was read: what is revealed meanwhile stays revealed. What can't be
    opened stays as it is.

    Returns:
        ``older`` counts what was sealed anew.
    """
    found, anew, closed = 0, 0, []
    for commitment in _sealed(None):
        found += 1
        try:
            text = services.secret_of(commitment)
        except SealBroken:
            closed.append(commitment.pk)
            continue
        if _by_first_key(commitment):
            continue
        as_read = Commitment.objects.filter(pk=commitment.pk, sealed=commitment.sealed)
        anew += as_read.update(sealed=services.seal(text))
    return Looked(found, anew, tuple(closed))


def _sealed(ends: int | None) -> Iterator[Commitment]:
    """Yield sealed commitments, the oldest first, in pieces."""
    sealed = Commitment.objects.filter(revealed_at__isnull=True).order_by("pk")
    if ends is None:
        # One statement for all of them would take longer than a statement may.
        last = 0
        while batch := list(sealed.filter(pk__gt=last)[:_BATCH]):
            yield from batch
            last = batch[-1].pk
        return
    oldest = list(sealed[:ends])
    yield from oldest
    newest = sealed.exclude(pk__in=[one.pk for one in oldest]).reverse()[:ends]
    yield from reversed(newest)


def _by_first_key(commitment: Commitment) -> bool:
    try:
        Fernet(settings.FAIRPLAY_KEYS[0]).decrypt(commitment.sealed.encode("ascii"))
    except InvalidToken:
        return False
    return True
