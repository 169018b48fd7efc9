"""The tables as a Django app; hands over at start-up what other apps may ask of the games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BlackjackConfig(AppConfig):
    """The four games, from the lobby to the checked result."""

    name = "blackjack"
    verbose_name = _("Blackjack")

    def ready(self) -> None:
        """Answer what accounts and fairplay ask of the games, and write the games' mails."""
        from accounts import registry as accounts_registry  # noqa: PLC0415  apps must be loaded
        from blackjack import answers  # noqa: PLC0415
        from blackjack.site_figures import watching  # noqa: PLC0415
        from fairplay import registry as fairplay_registry  # noqa: PLC0415

        accounts_registry.register(answers.ForAccounts())
        fairplay_registry.register(answers.ForFairPlay())
        watching.register()
