"""The second factor of staff: codes of an authenticator app, and recovery codes for its loss.

The key of an app lies in the database only once a first code has shown that the app has it. To
replace the app, or to have other recovery codes, takes a fresh code of the present factor: a
session that somebody else has got hold of has shown one before, and must not be enough.
"""

import re
import secrets
from base64 import b32encode
from typing import Final

import segno
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.safestring import SafeString, mark_safe
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.decisions import NotAsSeen, OwnSecondFactor
from accounts.models import User
from accounts.notices import Notice, tell, tell_of_staff

RECOVERY_CODES: Final = 10
MAY_RESET: Final = "otp_totp.delete_totpdevice"
"""The permission to reset the second factors of others."""
_KEY_BYTES: Final = 20
_FORM_AGE: Final = 30 * 60
"""Seconds that the page of the set-up is good for."""
_APP_CODE: Final = re.compile(r"[0-9]{6}", re.ASCII)


class WrongCode(Exception):
    """The code is not the app's of this minute, was used, or comes too soon after a wrong one."""


class WrongPresentCode(WrongCode):
    """The same of the code by which the factor that is there has to be shown once more."""


class SetUpAlready(Exception):
    """There is a second factor: it is asked for before another may be set up."""


class PageTooOld(Exception):
    """The page of the set-up is too old, or another player's."""


def is_set_up(user_id: int) -> bool:
    """Tell whether the member of staff has an app."""
    return bool(TOTPDevice.objects.filter(user_id=user_id, confirmed=True).exists())


def offer(user_id: int) -> str:
    """Return a fresh key, sealed for the page of the set-up. Nothing is stored."""
    return _signer(user_id).sign(secrets.token_hex(_KEY_BYTES))


def key_in(offered: str, *, user_id: int) -> str:
    """Return the key of an offer, hexadecimal.

    Raises:
        PageTooOld: it was made too long ago, or for somebody else.
    """
    try:
        return _signer(user_id).unsign(offered, max_age=_FORM_AGE)
    except signing.BadSignature as error:
        raise PageTooOld from error


def picture(user: User, key: str) -> SafeString:
    """Return the QR code that hands the key to an app, as an SVG element without any style."""
    url = TOTPDevice(user=user, key=key).config_url
    svg = segno.make(url, error="m").svg_inline(
        omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff", border=4
    )
    # Drawn from modules alone: no text of anybody's is in it.
    return mark_safe(svg)  # noqa: S308


def spelled(key: str) -> str:
    """Return the key as one types it into an app: base32 in groups of four."""
    text = b32encode(bytes.fromhex(key)).decode()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def set_up(*, user_id: int, key: str, code: str, present: str | None = None) -> list[str]:
    """Store the key once a code shows that the app has it, and return fresh recovery codes.

    Args:
        code: of the app that is set up.
        present: a fresh code of the factor that is there, which is replaced then.

    Raises:
        SetUpAlready: there is one, and no code of it was given.
        WrongCode: the app does not have the key; nothing was stored, no code was used up.
        WrongPresentCode: the present factor was not shown; it stays.
    """
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user_id)
        former = list(TOTPDevice.objects.filter(user_id=user_id, confirmed=True))
        if former and present is None:
            raise SetUpAlready
        device = TOTPDevice.objects.create(user_id=user_id, key=key, name="app", confirmed=False)
        if not _APP_CODE.fullmatch(code) or not device.verify_token(code):
            raise WrongCode
        shown = not former or _device_shown(user_id, present or "") is not None
        # A wrong code is counted, so nothing is rolled back for it.
        given_up = TOTPDevice.objects.filter(user_id=user_id)
        (given_up.exclude(pk=device.pk) if shown else given_up.filter(pk=device.pk)).delete()
        if shown:
            # Sessions that the former codes let in have to show the new factor.
            StaticDevice.objects.filter(user_id=user_id).delete()
            device.confirmed = True
            device.save(update_fields=["confirmed"])
            codes = _write_recovery_codes(user_id)
            _record(Deed.SECOND_FACTOR_SET_UP, user)
            if former:
                tell(user, Notice.SECOND_FACTOR_REPLACED)
    if not shown:
        raise _refused(Deed.SECOND_FACTOR_SET_UP, user)
    return codes


def app_of(user_id: int) -> Device:
    """Return the member of staff's app, for the session that has just shown it."""
    return TOTPDevice.objects.get(user_id=user_id, confirmed=True)


def verify(*, user_id: int, code: str) -> Device:
    """Check a code of the app or a recovery code; each is good once.

    Raises:
        WrongCode: it is neither, or comes too soon after a wrong one.
    """
    user = User.objects.get(pk=user_id)
    with transaction.atomic(durable=True):
        device = _device_shown(user_id, code)
        if device is not None:
            _record(Deed.SECOND_FACTOR_SHOWN, user)
            return device
    recording.refused(Deed.SECOND_FACTOR_SHOWN, staff=user, subject=f"accounts.user/{user_id}")
    raise WrongCode


def recovery_codes_left(user_id: int) -> int:
    """Return how many recovery codes are still good; nothing but their making shows them."""
    return int(StaticToken.objects.filter(device__user_id=user_id).count())


def renew_recovery_codes(*, user_id: int, present: str) -> list[str]:
    """Make new recovery codes in place of all others, and return them.

    Args:
        present: a fresh code of the app, or a recovery code.

    Raises:
        WrongPresentCode: it is neither; the codes that there are stay.
    """
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user_id)
        shown = _device_shown(user_id, present) is not None
        if shown:
            codes = _write_recovery_codes(user_id)
            _record(Deed.RECOVERY_CODES, user)
            tell(user, Notice.RECOVERY_CODES)
    if not shown:
        raise _refused(Deed.RECOVERY_CODES, user)
    return codes


def reset(*, device: int, reason: str, staff: User) -> None:
    """Forget the app of this number and all that its owner has beside it, as staff do it.

    Raises:
        NotAsSeen: it was reset before, or its owner has set up another.
        OwnSecondFactor: one's own is replaced on one's own page, which asks for the password.
        PermissionDenied: ``staff`` may not.
        ValueError: no reason.
    """
    if not staff.has_perm(MAY_RESET):
        raise PermissionDenied
    if not reason.strip():
        raise ValueError("It needs a reason.")
    with transaction.atomic(durable=True):
        row = TOTPDevice.objects.select_for_update().filter(pk=device).first()
        if row is None:
            raise NotAsSeen
        if row.user_id == staff.pk:
            raise OwnSecondFactor
        _forget(row.user_id, staff, reason.strip())


def forget(*, user_id: int) -> None:
    """Forget app and codes, for whoever runs a command on the server."""
    with transaction.atomic(durable=True):
        _forget(user_id, None, "")


def _forget(user_id: int, staff: User | None, reason: str) -> None:
    """Remove app and codes: the next sign-in leads through the set-up again."""
    TOTPDevice.objects.filter(user_id=user_id).delete()
    StaticDevice.objects.filter(user_id=user_id).delete()
    tell_of_staff(User.objects.get(pk=user_id), Notice.SECOND_FACTOR)
    recording.done(
        Deed.SECOND_FACTOR_FORGOTTEN,
        staff=staff,
        subject=f"accounts.user/{user_id}",
        player_id=user_id,
        reason=reason,
    )


def _device_shown(user_id: int, code: str) -> Device | None:
    """Return the app or the recovery codes that this code is of, and use it up."""
    model = TOTPDevice if _APP_CODE.fullmatch(code) else StaticDevice
    devices = model.objects.select_for_update().filter(user_id=user_id, confirmed=True)
    return next((device for device in devices if device.verify_token(code)), None)


def _refused(deed: Deed, user: User) -> WrongPresentCode:
    recording.refused(deed, staff=user, subject=f"accounts.user/{user.pk}")
    return WrongPresentCode()


def _write_recovery_codes(user_id: int) -> list[str]:
    # A device that there is stays: sessions that it let in keep their way in.
    device, _ = StaticDevice.objects.get_or_create(
        user_id=user_id, name="recovery codes", defaults={"confirmed": True}
    )
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def _signer(user_id: int) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"accounts.second_factor/{user_id}")


def _record(deed: Deed, user: User) -> None:
    recording.done(deed, staff=user, subject=f"accounts.user/{user.pk}")
