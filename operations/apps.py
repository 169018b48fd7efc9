"""The application, and that it listens to the background work."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    """Connects the recording of task runs."""

    name = "operations"
    verbose_name = _("Operations")

    def ready(self) -> None:
        """Listen to Celery's signals, in the worker and in beat."""
        from operations import recording  # noqa: PLC0415 - models are loaded by now

        recording.connect()
