"""The one way in which tests sign somebody in, staff past their second factor."""

from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import User


def sign_in(client: Client, user: User) -> Client:
    """Sign in; of staff the session says that the second factor was shown."""
    client.force_login(user)
    if user.is_staff:
        device, _ = TOTPDevice.objects.get_or_create(user=user, name="app", confirmed=True)
        session = client.session
        session[DEVICE_ID_SESSION_KEY] = device.persistent_id
        session.save()
    return client
