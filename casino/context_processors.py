"""What every page's frame says of the house."""

from django.conf import settings
from django.http import HttpRequest


def house(request: HttpRequest) -> dict[str, str]:
    """Give every template ``support_email``, where players write to."""
    return {"support_email": settings.SUPPORT_EMAIL}
