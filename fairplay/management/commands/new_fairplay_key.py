"""`manage.py new_fairplay_key`: a fresh key for sealed strings, before those in use."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino import local_keys


class Command(BaseCommand):
    """Embedded: put it into the key file. With keys from the environment: print it."""

    help = "Makes a fresh FairPlay key. What is sealed stays readable by the former ones."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make the key, and say what is to be done with it."""
        if settings.PRODUCTION or settings.DATABASE_URL:
            self.stdout.write(local_keys.new_fernet_key())
            self.stderr.write(
                "Put it before the others in FAIRPLAY_KEYS, divided by a comma, and restart."
            )
            return
        path = settings.VAR_DIR / "keys.json"
        count = local_keys.add_fairplay_key(path)
        self.stdout.write(
            f"{path} holds {count} FairPlay keys now, the fresh one first. Restart the casino; "
            "then `manage.py reseal` if an older key is to go."
        )
