"""The row behind a session: whose it is, since when, and when he was last seen.

Everything that a list of sessions shows is a column; the session's own data stay sealed text.
"""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_AGENT = 200
"""Characters kept of what a browser calls itself."""


class PlayerSession(AbstractBaseSession):
    """A session. It ends at ``expire_date``, which every visit moves on."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="sessions",
        verbose_name=_("player"),
    )
    begun_at = models.DateTimeField(_("begun at"))
    seen_at = models.DateTimeField(_("last seen at"))
    agent = models.CharField(_("browser"), max_length=LONGEST_AGENT, blank=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        verbose_name = _("session")  # type: ignore[assignment]
        verbose_name_plural = _("sessions")  # type: ignore[assignment]
