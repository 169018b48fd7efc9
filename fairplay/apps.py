"""The commitments as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairplayConfig(AppConfig):
    """Strings that are signed now and revealed later."""

    name = "fairplay"
    verbose_name = _("FairPlay")
