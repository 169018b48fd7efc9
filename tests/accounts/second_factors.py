"""What the tests of the second factor share: its pages, and an authenticator app."""

from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken

from accounts.models import User
from tests import pages
from tests.accounts.conftest import PASSWORD

INDEX = "/admin/"
ASK = "/account/second-factor/"
SET_UP = "/account/second-factor/set-up/"
CODES = "/account/second-factor/codes/"


def code_of(key: str, *, steps: int = 0) -> str:
    return f"{totp(bytes.fromhex(key), drift=steps):06}"


def offer_on(client: Client) -> tuple[str, str]:
    """The offer on the page of the set-up, and the key in it."""
    root = pages.read(client.get(SET_UP))
    offer = root.one("input", name="offer")["value"]
    return offer, offer.split(":")[0]


def set_up(client: Client) -> str:
    """Set the second factor up as staff do; its key."""
    offer, key = offer_on(client)
    response = client.post(SET_UP, {"offer": offer, "code": code_of(key), "next": INDEX})
    assert response.status_code == 200
    assert next(template.name for template in response.templates) == "accounts/recovery_codes.html"
    return key


def kept_codes(user: User) -> list[str]:
    """The recovery codes that are good; only the database tells."""
    found = StaticToken.objects.filter(device__user=user).order_by("pk")
    return list(found.values_list("token", flat=True))


def is_open(client: Client) -> bool:
    return client.get(INDEX).status_code == 200


def replacing(offer: str, key: str, present: str) -> dict[str, str]:
    """The form that sets another app up in place of the present one."""
    return {"offer": offer, "code": code_of(key), "current": PASSWORD, "present": present}
