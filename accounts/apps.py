"""The accounts app's registration with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players, their wallets and the journal of their money."""

    name = "accounts"
    verbose_name = _("Players and money")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the audit hear of sign-ins, and the outbox know who writes its mails."""
        import accounts.audit.sign_ins  # noqa: F401, PLC0415  apps must be loaded
        from accounts import notices, reset  # noqa: PLC0415

        notices.register()
        reset.register()
