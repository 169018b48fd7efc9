"""Sign-ins of staff, those that failed among them, find their way into the audit by signals."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.models import User


@receiver(user_logged_in)
def _signed_in(sender: Any, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    if user.is_staff:
        with transaction.atomic():
            recording.done(Deed.SIGNED_IN, staff=user, subject=f"accounts.user/{user.pk}")


@receiver(user_login_failed)
def _failed(sender: Any, credentials: dict[str, Any], **kwargs: Any) -> None:
    login = credentials.get("username")
    try:
        user = User.objects.get_by_natural_key(None if login is None else str(login))
    except User.DoesNotExist:
        return
    if user.is_staff:
        recording.refused(Deed.SIGNED_IN, staff=user, subject=f"accounts.user/{user.pk}")
