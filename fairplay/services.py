"""Making, opening and revealing commitments. The only code that handles a sealed string.

Decryption happens in ``secret_of`` alone; what it returns must never reach a page or a log.
"""

import logging
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from fairplay import codec
from fairplay.models import Commitment

logger = logging.getLogger(__name__)


class SealBroken(Exception):
    """A sealed string can't be read: its key is missing, or the row was changed.

    Nothing may be dealt from it, and nothing is deleted for it.
    """


class NoKey(SealBroken):
    """None of the configured keys opens it, or its cipher text was damaged.

    With the right key at hand again it can be read, and all goes on.
    """


def commit(*, login: str, cards: Sequence[str], now: datetime) -> Commitment:
    """Sign an order of cards for a player and store it sealed.

    Source: rules.md 4.1 to 4.3. The key phrase is fresh for every string, so that neither the
    string nor its signature can be guessed or repeated.

    Args:
        now: an aware time; the string says it in the configured time zone.
    """
    local = now.astimezone(ZoneInfo(settings.FAIRPLAY_TIME_ZONE))
    key = "".join(secrets.choice(codec.KEY_ALPHABET) for _ in range(codec.KEY_LENGTH))
    text = codec.encode(
        login=login,
        date=local.strftime("%Y%m%d"),
        time=local.strftime("%H%M%S"),
        key=key,
        cards=cards,
    )
    signatures = codec.sign(text)
    return Commitment.objects.create(
        md5=signatures.md5,
        sha256=signatures.sha256,
        sealed=seal(text),
        committed_at=now,
    )


def seal(text: str) -> str:
    """Return the cipher text of a string, under the first key."""
    return _cipher().encrypt(text.encode("ascii")).decode("ascii")


def secret_of(commitment: Commitment) -> str:
    """Return the secret string, revealed or not, for dealing from it.

    Raises:
        NoKey: no configured key opens it; an error is logged for staff.
        SealBroken: it does not fit its signatures; logged as well.
    """
    broken = SealBroken
    try:
        text = commitment.revealed if commitment.is_revealed else _opened(commitment)
        if codec.sign(text) == codec.Signatures(commitment.md5, commitment.sha256):
            return text
    # Answered below, without the cause: it would carry the sealed text into reports.
    except InvalidToken:
        broken = NoKey
    except ValueError:
        pass
    logger.error("Commitment %s can't be opened: see its row and FAIRPLAY_KEYS.", commitment.pk)
    raise broken(f"commitment {commitment.pk} can't be opened, or does not fit its signatures")


def reveal(commitment: Commitment, *, now: datetime) -> None:
    """Put the plain string in the place of the sealed one. A second call changes nothing.

    Raises:
        SealBroken: see ``secret_of``.
    """
    if commitment.is_revealed:
        return
    commitment.revealed = secret_of(commitment)
    commitment.revealed_at = now
    commitment.sealed = ""
    commitment.save(update_fields=["revealed", "revealed_at", "sealed"])


def forget(numbers: Collection[int]) -> None:
    """Delete commitments whose games are deleted; what they belonged to is the caller's to know."""
    Commitment.objects.filter(pk__in=numbers).delete()


def _opened(commitment: Commitment) -> str:
    return _cipher().decrypt(commitment.sealed.encode("ascii")).decode("ascii")


def _cipher() -> MultiFernet:
    """Seal with the first configured key, open with any of them."""
    return MultiFernet([Fernet(key) for key in settings.FAIRPLAY_KEYS])
